"""The simple method, as a program would do it without a service.

It reads lines with the path of a terminal, and answers "waiting" or "running":
scan /proc for the terminal's foreground job, look whether one of its threads
reads the terminal, ask how much typed text is left; and all that twice.
"""

import array
import fcntl
import os
import platform
import sys
import termios

READ = {"x86_64": "0", "aarch64": "63"}[platform.machine()]


def foreground(device):
    job = []
    for name in os.listdir("/proc"):
        if not name.isdigit():
            continue
        try:
            with open("/proc/" + name + "/stat") as f:
                fields = f.read().rpartition(")")[2].split()
        except OSError:
            continue
        group, tty, tpgid = int(fields[2]), int(fields[4]), int(fields[5])
        if tty == device and group == tpgid:
            job.append(name)
    return job


def reads(pid, path):
    for tid in os.listdir("/proc/" + pid + "/task"):
        with open("/proc/" + pid + "/task/" + tid + "/syscall") as f:
            call = f.read().split()
        if call[0] != READ:
            continue
        fd = int(call[1], 16)
        if os.readlink("/proc/%s/fd/%d" % (pid, fd)) in (path, "/dev/tty"):
            return True
    return False


def look(path, device):
    for pid in foreground(device):
        try:
            if reads(pid, path):
                return True
        except OSError:
            continue
    return False


def typed(path):
    fd = os.open(path, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
    try:
        n = array.array("i", [0])
        fcntl.ioctl(fd, termios.FIONREAD, n)
        return n[0]
    finally:
        os.close(fd)


def number(path):
    """The terminal's number as /proc/<pid>/stat has it."""
    rdev = os.stat(path).st_rdev
    major, minor = os.major(rdev), os.minor(rdev)
    return (minor & 0xFF) | (major << 8) | ((minor & ~0xFF) << 12)


def waits(path):
    device = number(path)
    return look(path, device) and typed(path) == 0 and look(path, device)


for line in sys.stdin:
    print("waiting" if waits(line.strip()) else "running", flush=True)
