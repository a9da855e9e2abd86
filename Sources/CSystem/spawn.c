#define _GNU_SOURCE
#include "CSystem.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

// The ends of the four pipes: the even ones are for reading.
enum {
  INPUT_READ, INPUT_WRITE, OUTPUT_READ, OUTPUT_WRITE, ERRORS_READ, ERRORS_WRITE, LIFE_READ,
  LIFE_WRITE, ENDS
};

// The most memory that a program may use for its data, in bytes.
static const rlim_t most_data = 2ULL << 30;

static void close_all(const int ends[ENDS]) {
  for (int index = 0; index < ENDS; index++) {
    if (ends[index] >= 0) close(ends[index]);
  }
}

// Moves up a descriptor below 3, which would conflict with the child's own.
static int move_up(int *end) {
  if (*end > 2) return 0;
  int moved = fcntl(*end, F_DUPFD_CLOEXEC, 3);
  if (moved < 0) return errno;
  close(*end);
  *end = moved;
  return 0;
}

static int open_pipes(int ends[ENDS]) {
  for (int index = 0; index < ENDS; index++) ends[index] = -1;
  for (int index = 0; index < ENDS; index += 2) {
    if (pipe2(ends + index, O_CLOEXEC) != 0) return errno;
    int code = move_up(ends + index);
    if (code == 0) code = move_up(ends + index + 1);
    if (code != 0) return code;
  }
  const int ours[] = {ends[INPUT_WRITE], ends[OUTPUT_READ], ends[ERRORS_READ]};
  for (int index = 0; index < 3; index++) {
    if (fcntl(ours[index], F_SETFL, O_NONBLOCK) != 0) return errno;
  }
  return 0;
}

static int set_up(posix_spawn_file_actions_t *actions, posix_spawnattr_t *attributes,
                  const int ends[ENDS]) {
  const int theirs[] = {ends[INPUT_READ], ends[OUTPUT_WRITE], ends[ERRORS_WRITE]};
  int code = 0;
  for (int number = 0; number < 3 && code == 0; number++) {
    code = posix_spawn_file_actions_adddup2(actions, theirs[number], number);
  }
  if (code == 0) code = posix_spawn_file_actions_adddup2(actions, ends[LIFE_READ], 3);
  if (code == 0) code = posix_spawn_file_actions_addclosefrom_np(actions, 4);
  if (code != 0) return code;

  sigset_t none, defaults;
  sigemptyset(&none);
  sigemptyset(&defaults);
  const int signals[] = {SIGPIPE, SIGXFSZ, SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGCHLD};
  for (unsigned index = 0; index < sizeof signals / sizeof *signals; index++) {
    sigaddset(&defaults, signals[index]);
  }
  code = posix_spawnattr_setsigmask(attributes, &none);
  if (code == 0) code = posix_spawnattr_setsigdefault(attributes, &defaults);
  if (code == 0) code = posix_spawnattr_setpgroup(attributes, 0);
  if (code == 0) {
    code = posix_spawnattr_setflags(
        attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
  }
  return code;
}

// Lets the kernel kill the process group of a child when no process writes to the pipe any more,
// that is, when this one has ended, however it ended (fcntl(2), "Signals").
//
// Nothing is written to the pipe, so no other event sends the signal. PR_SET_PDEATHSIG would depend on
// the thread that starts the child, and would spare the child's own children.
static void bind_life(int end, pid_t child) {
  fcntl(end, F_SETOWN, -child);
  fcntl(end, F_SETSIG, SIGKILL);
  fcntl(end, F_SETFL, O_ASYNC);
}

static void lower_limit(pid_t child, int resource, rlim_t most) {
  struct rlimit limit;
  if (prlimit(child, resource, NULL, &limit) != 0) return;
  if (limit.rlim_max > most) limit.rlim_max = most;
  if (limit.rlim_cur > limit.rlim_max) limit.rlim_cur = limit.rlim_max;
  prlimit(child, resource, &limit, NULL);
}

int apicall_spawn(const char *path, char *const arguments[], char *const environment[],
                  struct apicall_child *child) {
  int ends[ENDS];
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;

  int code = open_pipes(ends);
  if (code != 0) {
    close_all(ends);
    return code;
  }
  code = posix_spawn_file_actions_init(&actions);
  if (code == 0) {
    code = posix_spawnattr_init(&attributes);
    if (code == 0) {
      code = set_up(&actions, &attributes, ends);
      if (code == 0) {
        // A process that has just written the program may have passed its descriptor to a child,
        // which keeps the program busy until the child executes another one: mostly some
        // microseconds.
        const struct timespec pause = {.tv_nsec = 5 * 1000 * 1000};
        for (int attempt = 0; attempt < 20; attempt++) {
          code = posix_spawn(&child->pid, path, &actions, &attributes, arguments, environment);
          if (code != ETXTBSY) break;
          nanosleep(&pause, NULL);
        }
      }
      posix_spawnattr_destroy(&attributes);
    }
    posix_spawn_file_actions_destroy(&actions);
  }
  if (code != 0) {
    close_all(ends);
    return code;
  }
  bind_life(ends[LIFE_READ], child->pid);
  lower_limit(child->pid, RLIMIT_DATA, most_data);
  // A core file would hold what the program was given.
  lower_limit(child->pid, RLIMIT_CORE, 0);
  close(ends[INPUT_READ]);
  close(ends[OUTPUT_WRITE]);
  close(ends[ERRORS_WRITE]);
  close(ends[LIFE_READ]);
  child->input = ends[INPUT_WRITE];
  child->output = ends[OUTPUT_READ];
  child->errors = ends[ERRORS_READ];
  child->life = ends[LIFE_WRITE];
#ifdef SYS_pidfd_open
  child->end = (int)syscall(SYS_pidfd_open, child->pid, 0);
#else
  child->end = -1;
#endif
  return 0;
}

ssize_t apicall_write(int descriptor, const void *bytes, size_t count) {
  sigset_t broken, before, pending;
  sigemptyset(&broken);
  sigaddset(&broken, SIGPIPE);
  sigpending(&pending);
  pthread_sigmask(SIG_BLOCK, &broken, &before);
  ssize_t written = write(descriptor, bytes, count);
  int code = errno;
  if (written < 0 && code == EPIPE && !sigismember(&pending, SIGPIPE)) {
    // The signal is this thread's own; it is taken before it is unblocked.
    const struct timespec none = {0};
    while (sigtimedwait(&broken, NULL, &none) < 0 && errno == EINTR) continue;
  }
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  errno = code;
  return written;
}
