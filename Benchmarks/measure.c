// Times whole processes against each other and reads their peak memory.
//
//   measure -n RUNS [-w ITERATIONS] [-b BYTES] [-o FILE] -- [NAME=VALUE…] COMMAND… [-- …]…
//
// The output of a command goes to a pipe, which is read meanwhile, or to a file that is emptied
// first. With -b, the output must have this many bytes, except for a command after --any instead of
// --.
//
// Each iteration runs every command once, in alternating order, so that a change of the machine's
// speed affects all of them. Warm-up iterations, three without -w, come first. A command that takes
// twenty times as long as the first one is skipped in nine of ten iterations, so that it does not
// delay the others for minutes. The first command is the reference: a ratio is a command's time
// divided by the first command's time in the same iteration. Prints one line for each command:
//
//   median-ms  median-ratio  lower-quartile  upper-quartile  peak-KiB
//
// The program is small on purpose: on Linux, a process inherits its parent's peak memory over fork
// and exec, so the parent must be smaller than the commands. Link it statically.

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

enum { max_commands = 8, max_runs = 10000, slow = 20, seldom = 10 };

struct command {
  char **argv;
  char **environment;
  double *ms;
  double *ratios;
  int count;    // the number of both
  long octets;  // the expected output; -1 for any
  int every;    // the number of iterations from one run to the next
  long peak;
};

static void die(const char *what) {
  fprintf(stderr, "measure: %s: %s\n", what, strerror(errno));
  exit(1);
}

static void usage(void) {
  fputs("usage: measure -n RUNS [-w ITERATIONS] [-b BYTES] [-o FILE] -- COMMAND… [-- COMMAND…]…\n",
        stderr);
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

// The environment of this process with the assignments before a command.
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

// Runs a command once and returns the milliseconds from its start until it is reaped.
static double run(struct command *command, const char *file) {
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
    fprintf(stderr, "measure: %s failed with %s %d\n", command->argv[0],
            WIFEXITED(status) ? "exit status" : "signal",
            WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status));
    exit(1);
  }
  if (command->octets >= 0 && octets != command->octets) {
    fprintf(stderr, "measure: %s wrote %ld bytes instead of %ld\n", command->argv[0],
            octets, command->octets);
    exit(1);
  }
  if (usage.ru_maxrss > command->peak) command->peak = usage.ru_maxrss;
  return ms;
}

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

// The quantile of sorted values.
static double quantile(const double *sorted, int count, double part) {
  double place = part * (count - 1);
  int below = (int)place;
  int above = below + 1 < count ? below + 1 : below;
  return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
}

static int is_mark(const char *word) {
  return strcmp(word, "--") == 0 || strcmp(word, "--any") == 0;
}

// Reads the commands after their marks.
static int read_commands(char **words, int count, int runs, long octets, struct command *commands) {
  int number = 0;
  for (int i = 0; i < count; number++) {
    int is_any = strcmp(words[i], "--any") == 0, assignments = 0, length = 0;
    if (!is_mark(words[i])) usage();
    words[i++] = NULL;
    while (i + length < count && !is_mark(words[i + length])) length++;
    while (assignments < length && strchr(words[i + assignments], '=')) assignments++;
    if (assignments == length || number == max_commands) usage();
    commands[number] = (struct command){
        .argv = words + i + assignments,
        .environment = environment_with(words + i, assignments),
        .ms = zeroed(runs, sizeof(double)),
        .ratios = zeroed(runs, sizeof(double)),
        .octets = is_any ? -1 : octets,
        .every = 1,
    };
    i += length;
  }
  return number;
}

// Runs every command that is due, and keeps the times from iteration 0.
static void run_round(int round, struct command *commands, int count, const char *file) {
  double ms[max_commands];
  for (int i = 0; i < count; i++) {
    int turn = round & 1 ? count - 1 - i : i;
    struct command *command = &commands[turn];
    if (round > 0 && round % command->every != 0) continue;
    ms[turn] = run(command, file);
  }
  for (int i = 0; i < count && round >= 0; i++) {
    struct command *command = &commands[i];
    if (round % command->every != 0) continue;
    command->ms[command->count] = ms[i];
    command->ratios[command->count++] = ms[i] / ms[0];
    if (round == 0 && ms[i] > slow * ms[0]) command->every = seldom;
  }
}

int main(int argc, char **argv) {
  int runs = 0, warm_up = 3, option;
  const char *file = NULL;
  long octets = -1;
  // getopt would remove the first mark.
  int end = 1;
  while (end < argc && !is_mark(argv[end])) end++;
  while ((option = getopt(end, argv, "+n:w:b:o:")) != -1) {
    if (option == 'n') runs = atoi(optarg);
    else if (option == 'w') warm_up = atoi(optarg);
    else if (option == 'b') octets = atol(optarg);
    else if (option == 'o') file = optarg;
    else usage();
  }
  if (optind != end || runs < 1 || runs > max_runs || warm_up < 0) usage();

  struct command commands[max_commands];
  int count = read_commands(argv + end, argc - end, runs, octets, commands);
  if (count == 0) usage();
  for (int round = -warm_up; round < runs; round++) run_round(round, commands, count, file);

  for (int i = 0; i < count; i++) {
    struct command *command = &commands[i];
    qsort(command->ms, command->count, sizeof(double), ascending);
    qsort(command->ratios, command->count, sizeof(double), ascending);
    printf("%.3f %.3f %.3f %.3f %ld\n", quantile(command->ms, command->count, 0.5),
           quantile(command->ratios, command->count, 0.5),
           quantile(command->ratios, command->count, 0.25),
           quantile(command->ratios, command->count, 0.75), command->peak);
  }
  return 0;
}
