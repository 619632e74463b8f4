package kdebug

import "fmt"

// Each function here is one question of proc_info(2) with its answer decoded.

func terminalPIDs(k Kernel, device uint32) ([]int32, error) {
	b, err := listBytes(4, maxProcesses, func(buf []byte) (int, error) {
		return k.ProcInfo(callListPIDs, listByTerminal, int32(device), 0, buf)
	})
	if err != nil {
		return nil, fmt.Errorf("list the processes of terminal %#x: %w", device, err)
	}
	return parsePIDs(b), nil
}

func fullInfo(k Kernel, pid int32) (bsdInfo, error) {
	return one(k, "info", callPIDInfo, pid, flavorBSDInfo, 0, bsdInfoSize, parseBSDInfo)
}

func shortInfo(k Kernel, pid int32) (bsdInfo, error) {
	return one(k, "short info", callPIDInfo, pid, flavorShortInfo, 0, shortInfoSize, parseShortInfo)
}

func threadIDs(k Kernel, pid int32) ([]uint64, error) {
	b, err := listBytes(8, maxThreads, func(buf []byte) (int, error) {
		return k.ProcInfo(callPIDInfo, pid, flavorThreadIDs, 0, buf)
	})
	if err != nil {
		return nil, fmt.Errorf("list the threads of process %d: %w", pid, err)
	}
	return parseIDs(b), nil
}

func runState(k Kernel, pid int32, thread uint64) (int32, error) {
	return one(k, "thread", callPIDInfo, pid, flavorThread, thread, threadSize, parseRunState)
}

func fdList(k Kernel, pid int32) ([]fdEntry, error) {
	b, err := listBytes(fdEntrySize, maxFDs, func(buf []byte) (int, error) {
		return k.ProcInfo(callPIDInfo, pid, flavorFDs, 0, buf)
	})
	if err != nil {
		return nil, fmt.Errorf("list the descriptors of process %d: %w", pid, err)
	}
	return parseFDs(b), nil
}

func vnodeOf(k Kernel, pid int32, fd int) (vnodeInfo, error) {
	return one(k, "vnode", callPIDFDInfo, pid, fdVnodePath, uint64(fd), vnodeInfoSize, parseVnode)
}

func pipeOf(k Kernel, pid int32, fd int) (link, error) {
	return one(k, "pipe", callPIDFDInfo, pid, fdPipe, uint64(fd), pipeSize, parsePipe)
}

func socketOf(k Kernel, pid int32, fd int) (link, error) {
	return one(k, "socket", callPIDFDInfo, pid, fdSocket, uint64(fd), socketSize, parseSocket)
}

func kqueueStateOf(k Kernel, pid int32, fd int) (uint32, error) {
	return one(k, "kqueue", callPIDFDInfo, pid, fdKqueue, uint64(fd), kqueueSize, parseKqueueState)
}

// workQueue stands for a process's work queue kqueue, which has no descriptor.
const workQueue = -1

func notesOf(k Kernel, pid int32, fd int) ([]note, error) {
	b, err := listCount(noteSize, maxNotes, func(buf []byte) (int, error) {
		return k.ProcInfo(callPIDFDInfo, pid, fdKqueueNotes, uint64(uint32(int32(fd))), buf)
	})
	if err != nil {
		return nil, fmt.Errorf("list the events of kqueue %d of process %d: %w", fd, pid, err)
	}
	return parseNotes(b), nil
}

func workLoops(k Kernel, pid int32) ([]uint64, error) {
	b, err := listCount(8, maxQueues, func(buf []byte) (int, error) {
		return k.ProcInfo(callPIDInfo, pid, flavorDynamicQueues, 0, buf)
	})
	if err != nil {
		return nil, fmt.Errorf("list the work loops of process %d: %w", pid, err)
	}
	return parseIDs(b), nil
}

func loopNotesOf(k Kernel, pid int32, loop uint64) ([]note, error) {
	b, err := listCount(noteSize, maxNotes, func(buf []byte) (int, error) {
		return k.ProcInfo(callDynamicQueue, pid, dynamicQueueNotes, loop, buf)
	})
	if err != nil {
		return nil, fmt.Errorf("list the events of work loop %#x of process %d: %w", loop, pid, err)
	}
	return parseNotes(b), nil
}

// one asks for a structure of a fixed size.
func one[T any](k Kernel, what string, call, pid, flavor int32, arg uint64, size int, parse func([]byte) (T, error)) (T, error) {
	buf := make([]byte, size)
	n, err := k.ProcInfo(call, pid, flavor, arg, buf)
	if err != nil {
		var none T
		return none, fmt.Errorf("proc_info: %s of process %d (%#x): %w", what, pid, arg, err)
	}
	return parse(buf[:min(max(n, 0), size)])
}
