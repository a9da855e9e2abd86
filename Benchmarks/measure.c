// Times whole processes against each other and reads their peak memory.
//
//   measure -n RUNS [-b OCTETS] [-o FILE] -- [NAME=VALUE…] COMMAND… [-- [NAME=VALUE…] COMMAND…]…
//
// What a command prints goes into a pipe, which is read meanwhile, or into a file that is emptied
// first. With -b, it has to be as many octets.
//
// Each round runs every command once, in turn and back, so that a drift of the machine's speed
// meets all of them. The first command is the measure: a ratio is another command's time by the
// first one's time in the same round. Prints one line for each command:
//
//   median-ms  median-ratio  lower-quartile  upper-quartile  peak-KiB
//
// The program is small on purpose: Linux carries a parent's peak memory over fork and exec, so
// what starts the commands must be smaller than they are. Link it statically.

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { max_commands = 8, max_runs = 10000, warm_up = 3 };

struct command {
  char **argv;
  char **environment;
  double *ms;
  double *ratios;
  long peak;
};

static void die(const char *what) {
  fprintf(stderr, "measure: %s: %s\n", what, strerror(errno));
  exit(1);
}

static void usage(void) {
  fputs("usage: measure -n RUNS [-b OCTETS] [-o FILE] -- COMMAND… [-- COMMAND…]…\n", stderr);
  exit(64);
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e3 + t.tv_nsec / 1e6;
}

static void *zeroed(size_t count, size_t size) {
  void *memory = calloc(count, size);
  if (!memory) die("memory");
  return memory;
}

// The environment of this process, with the assignments before a command put in.
static char **environment_with(char **assignments, int count) {
  int length = 0;
  while (environ[length]) length++;
  char **list = zeroed(length + count + 1, sizeof *list);
  int kept = 0;
  for (int i = 0; i < length; i++) {
    size_t name = strcspn(environ[i], "=") + 1;
    int replaced = 0;
    for (int j = 0; j < count; j++) replaced |= strncmp(environ[i], assignments[j], name) == 0;
    if (!replaced) list[kept++] = environ[i];
  }
  for (int j = 0; j < count; j++) list[kept++] = assignments[j];
  return list;
}

// Runs a command once and returns its milliseconds, from before it is started until it is reaped.
static double run(struct command *command, const char *file, long expected) {
  int ends[2] = {-1, -1};
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  if (file) {
    posix_spawn_file_actions_addopen(&actions, 1, file, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  } else {
    if (pipe2(ends, O_CLOEXEC) != 0) die("pipe");
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
  }

  double start = now();
  pid_t child;
  errno = posix_spawnp(&child, command->argv[0], &actions, NULL, command->argv,
                       command->environment);
  if (errno) die(command->argv[0]);
  long octets = 0;
  if (!file) {
    static char buffer[65536];
    close(ends[1]);
    for (;;) {
      ssize_t count = read(ends[0], buffer, sizeof buffer);
      if (count < 0 && errno == EINTR) continue;
      if (count < 0) die("read");
      if (count == 0) break;
      octets += count;
    }
    close(ends[0]);
  }
  int status;
  struct rusage usage;
  while (wait4(child, &status, 0, &usage) < 0) {
    if (errno != EINTR) die("wait4");
  }
  double ms = now() - start;
  posix_spawn_file_actions_destroy(&actions);
  if (file) {
    struct stat written;
    if (stat(file, &written) != 0) die(file);
    octets = written.st_size;
  }

  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
    fprintf(stderr, "measure: %s ended with %s %d\n", command->argv[0],
            WIFEXITED(status) ? "exit status" : "signal",
            WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status));
    exit(1);
  }
  if (expected >= 0 && octets != expected) {
    fprintf(stderr, "measure: %s wrote %ld octets where %ld were expected\n", command->argv[0],
            octets, expected);
    exit(1);
  }
  if (usage.ru_maxrss > command->peak) command->peak = usage.ru_maxrss;
  return ms;
}

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

// The value below which a part of the sorted values lies.
static double quantile(const double *sorted, int count, double part) {
  double place = part * (count - 1);
  int below = (int)place;
  int above = below + 1 < count ? below + 1 : below;
  return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
}

int main(int argc, char **argv) {
  int runs = 0, option;
  const char *file = NULL;
  long expected = -1;
  while ((option = getopt(argc, argv, "+n:b:o:")) != -1) {
    if (option == 'n') runs = atoi(optarg);
    else if (option == 'b') expected = atol(optarg);
    else if (option == 'o') file = optarg;
    else usage();
  }
  if (runs < 1 || runs > max_runs) usage();

  struct command commands[max_commands];
  int count = 0;
  for (int i = optind; i < argc; count++) {
    int assignments = 0, length;
    for (length = 0; i + length < argc && strcmp(argv[i + length], "--") != 0;) length++;
    while (assignments < length && strchr(argv[i + assignments], '=')) assignments++;
    if (assignments == length || count == max_commands) usage();
    commands[count] = (struct command){
        .argv = argv + i + assignments,
        .environment = environment_with(argv + i, assignments),
        .ms = zeroed(runs, sizeof(double)),
        .ratios = zeroed(runs, sizeof(double)),
    };
    i += length;
    if (i < argc) argv[i++] = NULL;
  }
  if (count == 0) usage();

  for (int round = -warm_up; round < runs; round++) {
    double ms[max_commands];
    for (int i = 0; i < count; i++) {
      int turn = round & 1 ? count - 1 - i : i;
      ms[turn] = run(&commands[turn], file, expected);
    }
    for (int i = 0; i < count && round >= 0; i++) {
      commands[i].ms[round] = ms[i];
      commands[i].ratios[round] = ms[i] / ms[0];
    }
  }

  for (int i = 0; i < count; i++) {
    struct command *command = &commands[i];
    qsort(command->ms, runs, sizeof(double), ascending);
    qsort(command->ratios, runs, sizeof(double), ascending);
    printf("%.3f %.3f %.3f %.3f %ld\n", quantile(command->ms, runs, 0.5),
           quantile(command->ratios, runs, 0.5), quantile(command->ratios, runs, 0.25),
           quantile(command->ratios, runs, 0.75), command->peak);
  }
  return 0;
}
