import Foundation
import TestServers
import Testing

@Suite("A library that is loaded into the program")
struct PreloadTests {
  /// A library that sets a variable before the program begins, which moves the environment.
  private static func library() throws -> String {
    let path = "\(Place.scratch)/preloaded-\(UUID().uuidString)"
    try """
    #include <stdlib.h>
    __attribute__((constructor)) static void begin(void) { setenv("PRELOADED", "1", 1); }
    """.write(toFile: "\(path).c", atomically: true, encoding: .utf8)
    let run = CommandRun(
      try ChildProcess(
        ["clang", "-shared", "-fPIC", "-o", "\(path).so", "\(path).c"],
        environment: ProcessInfo.processInfo.environment), limit: .seconds(60))
    guard run.ending == .exit(0) else { throw SetupError(run.error) }
    return "\(path).so"
  }

  @Test("It does not take the arguments away")
  func arguments() throws {
    let variables = Surroundings.variables.merging(["LD_PRELOAD": try Self.library()]) { $1 }
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
}
