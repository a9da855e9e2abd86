// What Swift cannot say of the system: starting a program with pipes, opening a file without links.
#ifndef APICALL_CSYSTEM_H
#define APICALL_CSYSTEM_H

#include <sys/types.h>

/// A program that was started, and our ends of its pipes, which do not block.
struct apicall_child {
  pid_t pid;
  /// Its standard input, to be written to.
  int input;
  /// Its standard output, to be read.
  int output;
  /// Its standard error, to be read.
  int errors;
  /// Readable once it has ended (pidfd_open(2)); -1 where the kernel has no such thing.
  int end;
};

/// Starts a program in a process group of its own, with the three pipes and no other descriptor, no
/// signal blocked, and those that apicall ignores or catches as they are by default.
///
/// Returns 0, or the number of the error.
int apicall_spawn(const char *path, char *const arguments[], char *const environment[],
                  struct apicall_child *child);

/// Opens what stands at an absolute path of which no name is a symbolic link, the last one included.
///
/// The kernel looks at the names where it can (openat2(2)), else each is opened in its turn. Without
/// waiting: a pipe is opened at once, and a file that somebody has a lease on (fcntl(2)) not at all.
///
/// Returns a descriptor for reading, or -1 with errno, which is ELOOP where there is a link, and
/// EAGAIN where there is a lease.
int apicall_open_canonical(const char *path);

/// The same as ``apicall_open_canonical``, name by name, whatever the kernel can do.
int apicall_open_by_names(const char *path);

/// When an open file was made, in nanoseconds since 1970 (statx(2)); 0 where nobody knows.
long long apicall_birth(int descriptor);

#endif
