// Package systemdtest tests the packages in a really booted systemd: the script
// boot starts one over a copy-on-write view of the machine, in namespaces and
// control groups of its own, in half a second. The tests need root and a kernel
// that permits overlay mounts and the control groups memory and pids; elsewhere
// they are skipped with the reason.
//
// The machine has no Yama, no cgroup v2 controllers and no device policy: see
// the script qemu for those.
package systemdtest
