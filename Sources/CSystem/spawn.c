#define _GNU_SOURCE
#include "CSystem.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
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

// Lets the kernel kill the process group of this process when nobody writes to the pipe any more,
// that is, when apicall has ended, however it ended (fcntl(2), "Signals").
//
// Nothing is written to the pipe, so no other event sends the signal. PR_SET_PDEATHSIG would depend
// on the thread that starts the program, and would spare the children of the program.
static int bind_life(int end) {
  if (fcntl(end, F_SETOWN, -getpid()) != 0 || fcntl(end, F_SETSIG, SIGKILL) != 0) return errno;
  if (fcntl(end, F_SETFL, O_ASYNC) != 0) return errno;
  // The signal does not come any more if apicall ended before this.
  struct pollfd life = {.fd = end, .events = POLLIN};
  return poll(&life, 1, 0) == 0 ? 0 : ECANCELED;
}

static void lower_limit(int resource, rlim_t most) {
  struct rlimit limit;
  if (getrlimit(resource, &limit) != 0) return;
  if (limit.rlim_max > most) limit.rlim_max = most;
  if (limit.rlim_cur > limit.rlim_max) limit.rlim_cur = limit.rlim_max;
  setrlimit(resource, &limit);
}

static int is_ignored_by_us(int number) {
  const int ours[] = {SIGPIPE, SIGXFSZ, SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGCHLD};
  for (unsigned index = 0; index < sizeof ours / sizeof *ours; index++) {
    if (ours[index] == number) return 1;
  }
  return 0;
}

// Makes the child ready for the program; it still has the memory of apicall. Returns the number of
// an error, or 0.
static int set_up(const int ends[ENDS]) {
  if (setpgid(0, 0) != 0) return errno;
  const int theirs[] = {ends[INPUT_READ], ends[OUTPUT_WRITE], ends[ERRORS_WRITE], ends[LIFE_READ]};
  for (int number = 0; number < 4; number++) {
    // A descriptor that has its number already is only kept when the program begins.
    int kept = theirs[number] == number ? fcntl(number, F_SETFD, 0) : dup2(theirs[number], number);
    if (kept < 0) return errno;
  }
  // A core file would hold what the program was given.
  lower_limit(RLIMIT_CORE, 0);
  lower_limit(RLIMIT_DATA, most_data);
  if (close_range(4, ~0U, 0) != 0) closefrom(4);
  int code = bind_life(3);
  if (code != 0) return code;

  // No handler may run here, and what apicall ignores has its default in the program.
  const struct sigaction defaults = {.sa_handler = SIG_DFL};
  for (int number = 1; number < NSIG; number++) {
    struct sigaction now;
    if (sigaction(number, NULL, &now) != 0 || now.sa_handler == SIG_DFL) continue;
    if (now.sa_handler == SIG_IGN && !is_ignored_by_us(number)) continue;
    if (sigaction(number, &defaults, NULL) != 0) return errno;
  }
  sigset_t none;
  sigemptyset(&none);
  return sigprocmask(SIG_SETMASK, &none, NULL) == 0 ? 0 : errno;
}

// Starts the program in a child that is bound to the life of apicall before the program begins:
// posix_spawn(3) could only bind it afterwards, when apicall may have ended.
static int start(const char *path, char *const arguments[], char *const environment[],
                 const int ends[ENDS], pid_t *child) {
  sigset_t all, before;
  sigfillset(&all);
  // No handler of apicall runs in the child.
  pthread_sigmask(SIG_BLOCK, &all, &before);
  volatile int code = 0;
  pid_t started = vfork();
  if (started == 0) {
    code = set_up(ends);
    if (code == 0) {
      execve(path, arguments, environment);
      code = errno;
    }
    _exit(127);
  }
  if (started < 0) code = errno;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (started > 0 && code != 0) {
    while (waitpid(started, NULL, 0) < 0 && errno == EINTR) continue;
  }
  if (code == 0) *child = started;
  return code;
}

int apicall_spawn(const char *path, char *const arguments[], char *const environment[],
                  struct apicall_child *child) {
  int ends[ENDS];
  int code = open_pipes(ends);
  if (code == 0) code = start(path, arguments, environment, ends, &child->pid);
  if (code != 0) {
    close_all(ends);
    return code;
  }
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
