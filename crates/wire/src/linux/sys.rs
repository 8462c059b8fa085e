//! System calls that neither the standard library nor a file has: the only unsafe code of this crate.
#![allow(unsafe_code)]

use std::ffi::c_short;
use std::fs::{File, OpenOptions};
use std::io::{Error, Result};
use std::net::UdpSocket;
use std::os::fd::{AsRawFd, BorrowedFd};
use std::os::unix::fs::OpenOptionsExt;

/// The device that makes TUN devices.
pub(super) const TUN: &str = "/dev/net/tun";
const NS_PER_S: u64 = 1_000_000_000;
/// The longest name of a device.
const NAME: usize = libc::IFNAMSIZ - 1;

fn checked(returned: libc::c_int) -> Result<libc::c_int> {
    if returned < 0 { Err(Error::last_os_error()) } else { Ok(returned) }
}

/// Makes a TUN device in the namespace of this thread: packets with the IP header, without offload. It ends when the
/// file is closed, in whatever way the process ends.
pub(super) fn open_tun(name: &str) -> Result<File> {
    assert!(name.len() <= NAME, "fault in Cellwise: {name} is too long for a device");
    let file = OpenOptions::new()
        .read(true)
        .write(true)
        .custom_flags(libc::O_NONBLOCK | libc::O_CLOEXEC)
        .open(TUN)?;
    let mut asked = libc::ifreq {
        ifr_name: [0; libc::IFNAMSIZ],
        ifr_ifru: libc::__c_anonymous_ifr_ifru { ifru_flags: (libc::IFF_TUN | libc::IFF_NO_PI) as c_short },
    };
    for (place, octet) in asked.ifr_name.iter_mut().zip(name.bytes()) {
        *place = octet as libc::c_char;
    }
    // SAFETY: the request takes a pointer to an `ifreq`, which lives until the call returns; the file is open.
    checked(unsafe { libc::ioctl(file.as_raw_fd(), libc::TUNSETIFF, &raw mut asked) })?;
    Ok(file)
}

/// Puts this thread alone into a network namespace.
pub(super) fn enter(namespace: &File) -> Result<()> {
    // SAFETY: takes no pointer; the file is open.
    checked(unsafe { libc::setns(namespace.as_raw_fd(), libc::CLONE_NEWNET) }).map(drop)
}

/// Puts this thread alone into a network namespace of its own, which ends with the thread.
pub(super) fn leave() -> Result<()> {
    // SAFETY: takes no pointer.
    checked(unsafe { libc::unshare(libc::CLONE_NEWNET) }).map(drop)
}

/// The work that a device may leave to hardware although it is not hardware: packets come longer than its MTU, or
/// without their checksums. The numbers are those of `linux/ethtool.h`: ETHTOOL_GTSO and ETHTOOL_GTXCSUM.
const OFFLOADS: [(&str, u32); 2] = [("segmentation (tso)", 0x1e), ("checksums (tx)", 0x16)];

/// Names what a device of this thread's namespace leaves to hardware.
pub(super) fn offloads(device: &str) -> Result<Vec<&'static str>> {
    #[repr(C)]
    struct Asked {
        command: u32,
        value: u32,
    }
    let mut name = [0; libc::IFNAMSIZ];
    for (place, octet) in name[..NAME].iter_mut().zip(device.bytes()) {
        *place = octet as libc::c_char;
    }
    let socket = UdpSocket::bind("0.0.0.0:0")?;
    let mut found = Vec::new();
    for (reported, command) in OFFLOADS {
        let mut asked = Asked { command, value: 0 };
        let mut request = libc::ifreq {
            ifr_name: name,
            ifr_ifru: libc::__c_anonymous_ifr_ifru { ifru_data: (&raw mut asked).cast() },
        };
        // SAFETY: the request points to an `ifreq` that points to what the command is said in; both live until the call
        // returns, the commands write no more than the value, and the socket is open.
        checked(unsafe { libc::ioctl(socket.as_raw_fd(), libc::SIOCETHTOOL as _, &raw mut request) })?;
        if asked.value != 0 {
            found.push(reported);
        }
    }
    Ok(found)
}

/// Waits until one of the files has something to read, or so long. Returns whether one has.
pub(super) fn wait(files: &[BorrowedFd<'_>], most_ns: u64) -> Result<bool> {
    let entry =
        |file: &BorrowedFd<'_>| libc::pollfd { fd: file.as_raw_fd(), events: libc::POLLIN, revents: 0 };
    let mut entries: Vec<libc::pollfd> = files.iter().map(entry).collect();
    let timeout = libc::timespec {
        tv_sec: (most_ns / NS_PER_S) as libc::time_t,
        tv_nsec: (most_ns % NS_PER_S) as libc::c_long,
    };
    let count = entries.len() as libc::nfds_t;
    // SAFETY: the entries are as many as given and live until the call returns, as does the timeout; no mask is given.
    let found = unsafe { libc::ppoll(entries.as_mut_ptr(), count, &raw const timeout, std::ptr::null()) };
    match checked(found) {
        Ok(found) => Ok(found > 0),
        // A signal: its handler says what follows of it.
        Err(error) if error.raw_os_error() == Some(libc::EINTR) => Ok(false),
        Err(error) => Err(error),
    }
}

fn clock(which: libc::clockid_t) -> u64 {
    let mut now = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the pointer is to a `timespec` that lives until the call returns.
    let returned = unsafe { libc::clock_gettime(which, &raw mut now) };
    assert!(returned == 0, "fault in Cellwise: clock {which} is not there");
    now.tv_sec as u64 * NS_PER_S + now.tv_nsec as u64
}

/// The monotonic clock, in ns.
pub(super) fn monotonic_ns() -> u64 {
    clock(libc::CLOCK_MONOTONIC)
}

/// What this thread has computed, in ns.
pub(super) fn computed_ns() -> u64 {
    clock(libc::CLOCK_THREAD_CPUTIME_ID)
}

/// How often this thread had to leave a processor that it still wanted.
pub(super) fn preempted() -> u64 {
    // SAFETY: a structure of whole numbers, for which zero is a value.
    let mut used: libc::rusage = unsafe { std::mem::zeroed() };
    // SAFETY: the pointer is to a `rusage` that lives until the call returns.
    let returned = unsafe { libc::getrusage(libc::RUSAGE_THREAD, &raw mut used) };
    assert!(returned == 0, "fault in Cellwise: a thread has no account");
    used.ru_nivcsw.unsigned_abs()
}

/// Gives this thread alone a real-time priority.
pub(super) fn be_real_time(priority: i32) -> Result<()> {
    // SAFETY: a structure of whole numbers, for which zero is a value.
    let mut asked: libc::sched_param = unsafe { std::mem::zeroed() };
    asked.sched_priority = priority;
    // SAFETY: the pointer is to a `sched_param` that lives until the call returns; 0 is this thread.
    checked(unsafe { libc::sched_setscheduler(0, libc::SCHED_FIFO, &raw const asked) }).map(drop)
}

/// Lets timers of this thread fire when they are due, where the system would gather them.
pub(super) fn be_punctual() -> Result<()> {
    let one_ns: libc::c_ulong = 1;
    // SAFETY: takes no pointer.
    checked(unsafe { libc::prctl(libc::PR_SET_TIMERSLACK, one_ns) }).map(drop)
}

/// Keeps all memory of the process where it is, now and later.
pub(super) fn lock_memory() -> Result<()> {
    // SAFETY: takes no pointer.
    checked(unsafe { libc::mlockall(libc::MCL_CURRENT | libc::MCL_FUTURE) }).map(drop)
}

/// Lets memory go again.
pub(super) fn unlock_memory() {
    // SAFETY: takes no pointer. It fails only where nothing was locked.
    unsafe { libc::munlockall() };
}
