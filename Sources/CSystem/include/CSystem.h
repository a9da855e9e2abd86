// System calls that Swift cannot make: starting a program with pipes, opening a file without links,
// exchanging two files, and extended attributes.
#ifndef APICALL_CSYSTEM_H
#define APICALL_CSYSTEM_H

#include <spawn.h>
#include <sys/types.h>
#include <sys/xattr.h>

/// A program that was started, and our ends of its pipes, which do not block.
struct apicall_child {
  pid_t pid;
  /// Its standard input, for writing.
  int input;
  /// Its standard output, for reading.
  int output;
  /// Its standard error, for reading.
  int errors;
  /// A pipe that only this process writes to: when it is closed, also by the end of this process, the
  /// kernel kills the program's process group.
  int life;
  /// Becomes readable when it has ended (pidfd_open(2)); -1 if the kernel does not support that.
  int end;
};

/// Starts a program in a process group of its own, with the three pipes and, as descriptor 3, the one
/// that ends with this process; it has no other descriptor. No signal is blocked, and the signals that
/// apicall ignores or catches have their defaults. It may use 2 GiB of memory for its data
/// (RLIMIT_DATA of setrlimit(2)), and leaves no core file.
///
/// Returns 0, or the number of the error.
int apicall_spawn(const char *path, char *const arguments[], char *const environment[],
                  struct apicall_child *child);

/// Writes to a pipe as write(2) does, without the signal SIGPIPE if nobody reads from it: a program
/// that uses apicall as a library may not ignore that signal.
ssize_t apicall_write(int descriptor, const void *bytes, size_t count);

/// Opens the file at an absolute path in which no name is a symbolic link, the last one included.
///
/// The kernel checks the names if it can (openat2(2)); otherwise each name is opened in turn. The
/// call does not wait: a pipe is opened at once, and a file with a lease (fcntl(2)) is not opened
/// at all.
///
/// Returns a descriptor for reading, or -1 with errno, which is ELOOP for a link and EAGAIN for a
/// lease.
int apicall_open_canonical(const char *path);

/// The same as ``apicall_open_canonical``, name by name, whatever the kernel supports.
int apicall_open_by_names(const char *path);

/// Exchanges two names in an open folder at once (renameat2(2) with RENAME_EXCHANGE).
///
/// Returns 0, or the number of the error: EINVAL or ENOSYS if the system cannot do that.
int apicall_exchange(int folder, const char *name, const char *other);

/// Returns when an open file was created, in nanoseconds since 1970 (statx(2)); 0 if that is
/// unknown.
long long apicall_birth(int descriptor);

/// Closes all descriptors from a number on in a process that is started; <spawn.h> declares it only
/// with GNU extensions.
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);

#endif
