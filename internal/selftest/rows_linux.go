package selftest

import (
	"os"
	"slices"
	"syscall"

	"golang.org/x/sys/unix"

	"github.com/rt-helper/rt-helper/client"
)

func systemRows() []row {
	return slices.Concat(readRows(), selectRows(), pollRows(), epollRows(), otherRows(), threadRows(), jobRows(),
		realRows(), setuidRows(), companionRows())
}

func readRows() []row {
	return []row{
		waits("readv", "readv").at(0),
		waits("preadv2", "preadv2").at(0),
		waits("read-devtty", "read").at(devTTY),
		waits("read-2000", "read").at(farDescriptor),
		// Three bytes of the five it wants have come: it goes on waiting.
		waits("read-five", "read").typing(client.SecretNo, yes, no).then(step{typed: "abc", in: "read", want: onward("read")}),
		waits("splice", "splice").at(0),
		waits("sendfile", "sendfile").at(0),
	}
}

// onward: it ran, did not get enough, and waits again in the same call. The
// terminal wakes its readers for every byte.
func onward(call string) want {
	return want{state: client.Waiting, exclusive: yes, calls: []string{call}, newWait: true}
}

func selectRows() []row {
	return []row{
		waits("select", selectName).at(0),
		waits("select-2000", selectName).at(farDescriptor),
		works("select-except", selectName), // the terminal is in the third set only
		works("select-pipe", selectName),
		waits("pselect6", "pselect6").timed(),
	}
}

func pollRows() []row {
	stopped := waits("poll-timed", pollName).timed().called("poll-stopped").
		then(step{signal: syscall.SIGSTOP, want: want{state: client.Stopped}}).
		then(step{signal: syscall.SIGCONT, in: restartName, want: want{
			state: client.Waiting, exclusive: yes, timed: yes, calls: []string{pollName, "restart_syscall"},
		}})
	return []row{
		waits("poll", pollName).at(0),
		waits("poll-300", pollName).at(0),
		// Three bytes are queued, but poll does not count them before there are five.
		waits("poll-five", pollName).then(step{typed: "abc", in: pollName, want: onward(pollName)}),
		works("poll-pri", pollName),
		works("poll-minus", pollName), // a descriptor of -1 is passed over
		waits("poll-own", pollName).at(0),
		waits("poll-pipe", pollName).given(outerPipe).listening("pipe"),
		waits("poll-socket", pollName).listening("socket"),
		waits("poll-epoll", pollName),
		stopped,
		waits("ppoll", "ppoll").timed(),
	}
}

func epollRows() []row {
	return []row{
		waits("epoll", epollName),
		waits("epoll-pwait", "epoll_pwait"),
		waits("epoll-pwait2", "epoll_pwait2").timed(),
		waits("epoll-edge", epollName),
		// It reads one byte per edge. The rest stays queued, but only another key
		// will wake it: it waits.
		waits("epoll-edge-left", epollName).
			then(step{typed: "abcdefgh", await: "GOT", in: epollName, want: onward(epollName)}),
		waits("epoll-oneshot", epollName).
			then(step{typed: "a line\n", await: "READY fired", in: epollName, want: want{state: client.Running}}),
		waits("epoll-duplicate", epollName),
		waits("epoll-nested", epollName),
		waits("epoll-pair", epollName), // nobody else can wake it
	}
}

func otherRows() []row {
	ring := works("uring-read", "io_uring_enter").last(func(w *want) {
		// The ring does not show on which file it reads. Either is right; running is not.
		*w = want{state: client.Unknown, or: client.Waiting, reason: client.ReasonIOUring}
	})
	return []row{
		ring,
		works("nanosleep", "nanosleep"),
		works("futex", "futex"),
	}
}

func threadRows() []row {
	apart := []row{ // its descriptors are not those of the first thread
		waits("thread-table", "read").at(devTTY).inThread(),
		waits("thread-orphan", "read").at(0).inThread(),
	}
	if !threadsHavePidfds() {
		for i := range apart {
			apart[i] = apart[i].last(func(w *want) { *w = want{state: client.Unknown, reason: client.ReasonUnsupported} })
		}
	}
	return append(apart, waits("thread-read", "read").at(0).inThread())
}

// threadsHavePidfds: since Linux 6.9 a pidfd can stand for a thread. Without it
// only a process's first thread can be asked for copies of descriptors.
func threadsHavePidfds() bool {
	fd, err := unix.PidfdOpen(os.Getpid(), unix.O_EXCL)
	if err == nil {
		_ = unix.Close(fd)
	}
	return err == nil
}

// jobRows are about which processes are asked about.
func jobRows() []row {
	outside := waits("outside", "read").at(0).last(func(w *want) { w.scope = client.ScopeOutside })
	outside.steps[0].await = "READY read" // it is the child that reads
	gone := works("no-group", "nanosleep").last(func(w *want) { *w = want{state: client.NoForeground} })
	return []row{outside, gone}
}

// companionRows repeat the main calls in a program of the 32-bit companion
// architecture, whose call numbers and layouts differ.
func companionRows() []row {
	oldSelect := waits("select-old", "select").at(0) // one pointer to five arguments
	table := []row{
		waits("read", "read").at(0), waits("select", "select").at(0), oldSelect,
		waits("poll", "poll").at(0), waits("epoll", "epoll_wait"),
	}
	for i := range table {
		table[i].name += " (32-bit)"
		table[i].needs.bits32 = true
	}
	return table
}
