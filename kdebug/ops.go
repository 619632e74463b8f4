package kdebug

import (
	"fmt"
	"time"
)

// The trace is controlled by sysctl CTL_KERN, KERN_KDEBUG, operation[, value].
const (
	ctlKern    = 1
	kernKdebug = 24

	opFlags      = 1
	opEnable     = 3
	opSetBuffers = 4
	opBufInfo    = 5
	opSetup      = 6
	opRemove     = 7
	opRead       = 10
	opTypefilter = 22
	opWait       = 23
)

// flagNoCoprocessors keeps coprocessors out of the trace, which every read
// would otherwise flush (macOS 12 and later; ignored before).
const flagNoCoprocessors = 0x400

func control(k Kernel, name string, mib ...int32) error {
	if _, _, err := k.Sysctl(append([]int32{ctlKern, kernKdebug}, mib...), nil, 0); err != nil {
		return fmt.Errorf("kdebug %s: %w", name, err)
	}
	return nil
}

// setBuffers says how many events the buffers shall hold. It is the first call
// of a start because it takes the slot without waking the background tracer.
func setBuffers(k Kernel, events int) error {
	return control(k, "KDSETBUF", opSetBuffers, int32(events))
}

// setup allocates the buffers; the kernel sleeps for 100 ms in it.
func setup(k Kernel) error { return control(k, "KDSETUP", opSetup) }

func setFlags(k Kernel, flags int32) error { return control(k, "KDEFLAGS", opFlags, flags) }

func enable(k Kernel) error { return control(k, "KDENABLE", opEnable, 1) }

// remove ends the trace and frees the slot; the kernel sleeps for 100 ms in it.
func remove(k Kernel) error { return control(k, "KDREMOVE", opRemove) }

func setTypefilter(k Kernel, bitmap []byte) error {
	mib := []int32{ctlKern, kernKdebug, opTypefilter}
	if _, _, err := k.Sysctl(mib, bitmap, uint64(len(bitmap))); err != nil {
		return fmt.Errorf("kdebug KDSET_TYPEFILTER: %w", err)
	}
	return nil
}

// readBufInfo needs uid 0, not the slot.
func readBufInfo(k Kernel) (bufInfo, error) {
	buf := make([]byte, bufInfoSize)
	if _, _, err := k.Sysctl([]int32{ctlKern, kernKdebug, opBufInfo}, buf, bufInfoSize); err != nil {
		return bufInfo{}, fmt.Errorf("kdebug KDGETBUF: %w", err)
	}
	return parseBufInfo(buf)
}

// waitBuffers returns when the buffers are half full or d is over.
func waitBuffers(k Kernel, d time.Duration) error {
	if _, _, err := k.Sysctl([]int32{ctlKern, kernKdebug, opWait}, nil, uint64(d.Milliseconds())); err != nil {
		return fmt.Errorf("kdebug KDBUFWAIT: %w", err)
	}
	return nil
}

// removeOurs ends the trace if this process holds the slot. KDREMOVE alone
// would take a background tracer's slot and throw its data away.
func removeOurs(k Kernel) error {
	info, err := readBufInfo(k)
	if err != nil || info.owner != k.PID() {
		return err
	}
	return remove(k)
}
