import Foundation
import TestServers
import Testing

@Suite("A library that is loaded into the program")
struct PreloadTests {
  private static func library(_ source: String) throws -> String {
    let path = "\(Place.scratch)/preloaded-\(UUID().uuidString)"
    try source.write(toFile: "\(path).c", atomically: true, encoding: .utf8)
    let run = CommandRun(
      try ChildProcess(
        ["clang", "-shared", "-fPIC", "-o", "\(path).so", "\(path).c"],
        environment: ProcessInfo.processInfo.environment), limit: .seconds(60))
    guard run.ending == .exit(0) else { throw SetupError(run.error) }
    return "\(path).so"
  }

  @Test("It does not take the arguments away")
  func arguments() throws {
    // It sets a variable before the program begins, which moves the environment.
    let library = try Self.library(
      """
      #include <stdlib.h>
      __attribute__((constructor)) static void begin(void) { setenv("PRELOADED", "1", 1); }
      """)
    let variables = Surroundings.variables.merging(["LD_PRELOAD": library]) { $1 }
    let run = CommandRun(
      try ChildProcess(
        [Place.program("apicall"), "run", "no such file.yaml"], environment: variables))
    #expect(
      run
        == CommandRun(
          ending: .exit(66), output: "",
          error: """
            apicall: file 'no such file.yaml' does not exist
              hint: 'apicall list' lists the endpoints of this project

            """
        ))
  }

  @Test("A plugin that kills apicall as soon as it begins ends with it")
  func slowStart() throws {
    // Whatever prepares the plugin takes long: it is done before the plugin begins.
    let library = try Self.library(
      """
      #define _GNU_SOURCE
      #include <dlfcn.h>
      #include <fcntl.h>
      #include <stdarg.h>
      #include <unistd.h>
      int fcntl64(int end, int command, ...) {
        va_list rest;
        va_start(rest, command);
        long value = va_arg(rest, long);
        va_end(rest);
        if (command == F_SETOWN) usleep(500 * 1000);
        int (*next)(int, int, ...) = dlsym(RTLD_NEXT, "fcntl64");
        return next(end, command, value);
      }
      int fcntl(int end, int command, ...) {
        va_list rest;
        va_start(rest, command);
        long value = va_arg(rest, long);
        va_end(rest);
        return fcntl64(end, command, value);
      }
      """)
    let place = try HostilePlace { _, _ in HostilePlace.text("[1]") }
    _ = try place.shell("mkdir -p plugins/odd")
    try place.write(
      "#!/bin/bash\necho $BASHPID >~/pid\nkill -KILL $PPID\nexec sleep 600\n",
      "project/plugins/odd/odd")
    try place.write(
      #"{"name": "odd", "exec": "./odd", "roles": [{"role": "formatter"}]}"#,
      "project/plugins/odd/plugin.json")
    try place.write("url: \(place.server.url)/\n", "project/call.yaml")
    let run = try place.shell(
      """
      chmod +x plugins/odd/odd
      APICALL_PLUGIN_PATH=$PWD/plugins LD_PRELOAD=\(library) apicall run call.yaml --format odd \
        >/dev/null 2>&1
      echo $?
      alive() { grep -qs '^State:.[^ZX]' /proc/$(cat ~/pid)/status; }
      for i in {1..100}; do alive || break; sleep 0.05; done
      alive && echo alive && kill -KILL $(cat ~/pid)
      """)
    #expect(run.output == "137\n", "\(run)")
  }
}
