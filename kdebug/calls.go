package kdebug

import "fmt"

// family is how a system call names what it waits for.
type family uint8

const (
	familyOther    family = iota // never waits for a terminal
	familyRead                   // descriptor in the first argument
	familySelect                 // number of descriptors, then the sets
	familyPoll                   // array, its length, time-out in milliseconds
	familyKevent                 // kqueue in the first argument, events in the fourth
	familyDispatch               // work queue or work loop: registers, never sleeps
)

// Numbers of system calls that the code names elsewhere.
const (
	sysSysctl    = 202
	sysKeventQOS = 374
)

// call is a system call by number: its usual name, and for one that can block
// on something else than a descriptor set the kind of that something.
type call struct {
	name   string
	family family
	source string
}

// callOf looks a number up. The numbers are the same from macOS 11 to 15; the
// second of a pair is the form that is no cancellation point.
func callOf(number uint16) call {
	switch number {
	case 3, 396:
		return call{name: "read", family: familyRead}
	case 120, 411:
		return call{name: "readv", family: familyRead}
	case 93, 407:
		return call{name: "select", family: familySelect}
	case 394, 395:
		return call{name: "pselect", family: familySelect}
	case 230, 417:
		return call{name: "poll", family: familyPoll}
	case 363:
		return call{name: "kevent", family: familyKevent}
	case 369:
		return call{name: "kevent64", family: familyKevent}
	case sysKeventQOS:
		return call{name: "kevent_qos", family: familyKevent}
	case 375:
		return call{name: "kevent_id", family: familyDispatch}
	}
	return otherCall(number)
}

// otherCall names calls that matter only for what else a process waits for.
func otherCall(number uint16) call {
	switch number {
	case 27, 401:
		return call{name: "recvmsg", source: KindSocket}
	case 29, 403:
		return call{name: "recvfrom", source: KindSocket}
	case 30, 404:
		return call{name: "accept", source: KindSocket}
	case 7, 400:
		return call{name: "wait4", source: KindChild}
	case 173, 416:
		return call{name: "waitid", source: KindChild}
	case 4, 397:
		return call{name: "write"}
	case 121, 412:
		return call{name: "writev"}
	case 153, 414:
		return call{name: "pread"}
	case 111, 410:
		return call{name: "sigsuspend"}
	case 305:
		return call{name: "psynch_cvwait"}
	case 334, 423:
		return call{name: "semwait_signal"}
	case 368:
		return call{name: "workq_kernreturn"}
	case 515:
		return call{name: "ulock_wait"}
	}
	return call{name: fmt.Sprintf("system call %d", number)}
}
