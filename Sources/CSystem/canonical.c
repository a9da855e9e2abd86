#define _GNU_SOURCE
#include "CSystem.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static const int flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW;

// <linux/openat2.h>, which some systems are too old to have.
struct how {
  unsigned long long flags;
  unsigned long long mode;
  unsigned long long resolve;
};
enum { NO_SYMLINKS = 0x04, MOST_TRIES = 100 };

int apicall_open_canonical(const char *path) {
#ifdef SYS_openat2
  struct how how = {.flags = (unsigned long long)flags, .resolve = NO_SYMLINKS};
  long descriptor = -1;
  // EAGAIN is not retried: without RESOLVE_BENEATH and RESOLVE_IN_ROOT, it means a lease.
  for (int tries = 0; tries < MOST_TRIES; tries++) {
    descriptor = syscall(SYS_openat2, AT_FDCWD, path, &how, sizeof how);
    if (descriptor >= 0 || errno != EINTR) break;
  }
  // A system call filter that does not know openat2 returns EPERM.
  if (descriptor >= 0 || (errno != ENOSYS && errno != EPERM)) return (int)descriptor;
#endif
  return apicall_open_by_names(path);
}

// Opens a name in a folder, and closes the folder.
static int step(int folder, const char *name, int how) {
  int next = openat(folder, name, how);
  int code = errno;
  close(folder);
  errno = code;
  return next;
}

// Returns whether a descriptor is that of a symbolic link itself.
static int is_link(int descriptor) {
  struct stat information;
  return fstat(descriptor, &information) == 0 && S_ISLNK(information.st_mode);
}

int apicall_open_by_names(const char *path) {
  if (path[0] != '/') {
    errno = EINVAL;
    return -1;
  }
  int folder = open("/", O_PATH | O_DIRECTORY | O_CLOEXEC);
  while (folder >= 0) {
    path += strspn(path, "/");
    size_t length = strcspn(path, "/");
    char name[NAME_MAX + 1];
    if (length > NAME_MAX) {
      close(folder);
      errno = ENAMETOOLONG;
      return -1;
    }
    memcpy(name, path, length);
    name[length] = 0;
    path += length;
    if (path[strspn(path, "/")] == 0) return step(folder, length ? name : ".", flags);
    folder = step(folder, name, O_PATH | O_NOFOLLOW | O_CLOEXEC);
    if (folder >= 0 && is_link(folder)) {
      close(folder);
      errno = ELOOP;
      return -1;
    }
  }
  return -1;
}

int apicall_exchange(int folder, const char *name, const char *other) {
#ifdef SYS_renameat2
  enum { EXCHANGE = 2 };
  return syscall(SYS_renameat2, folder, name, folder, other, EXCHANGE) == 0 ? 0 : errno;
#else
  return ENOSYS;
#endif
}

long long apicall_birth(int descriptor) {
  struct statx information;
  if (statx(descriptor, "", AT_EMPTY_PATH, STATX_BTIME, &information) != 0) return 0;
  if (!(information.stx_mask & STATX_BTIME)) return 0;
  return information.stx_btime.tv_sec * 1000000000LL + information.stx_btime.tv_nsec;
}
