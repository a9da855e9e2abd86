import APICall
import Glibc
import Testing

/// A folder with endpoints, and a server that responds with their examples: those in
/// Tests/Fixtures/library, or others.
final class ServedLibrary: Sendable {
  /// The server that the tests share.
  static let shared = Result { try ServedLibrary() }

  /// The URL of the server.
  let url: String
  private let lifeline: Int32

  /// Starts a server for the endpoints in a folder.
  init(_ endpoints: String = folder) throws {
    let program = try #require(realpath("/proc/self/exe", nil))
    defer { free(program) }
    let folder = String(cString: program).split(separator: "/").dropLast().joined(separator: "/")
    // A shell ends the server when the tests are gone, however they ended.
    let script = """
      '/\(folder)/apicall-serve' '\(endpoints)' & read -r _; kill $!
      """
    var (input, output): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
    try #require(pipe(&input) == 0 && pipe(&output) == 0)
    for end in input + output { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawn_file_actions_adddup2(&actions, input[0], 0)
    posix_spawn_file_actions_adddup2(&actions, output[1], 1)
    defer { posix_spawn_file_actions_destroy(&actions) }
    let words = ["sh", "-c", script]
    let arguments = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var process = pid_t()
    try #require(posix_spawn(&process, "/bin/sh", &actions, nil, arguments, environ) == 0)
    close(input[0])
    close(output[1])
    lifeline = input[1]
    var line: [UInt8] = []
    var byte: UInt8 = 0
    while read(output[0], &byte, 1) == 1, byte != 10 { line.append(byte) }
    let announced = String(decoding: line, as: UTF8.self).split(separator: " ")
    url = String(try #require(announced.first { $0.hasPrefix("http://") }))
  }

  deinit { close(lifeline) }

  /// The folder of the endpoints.
  static let folder =
    #filePath.split(separator: "/").dropLast(3).reduce("") { "\($0)/\($1)" } + "/Fixtures/library"

  /// Reads an endpoint.
  static func endpoint(_ name: String) throws -> Endpoint {
    try Endpoint(contentsOf: "\(folder)/\(name).yaml")
  }

  /// A client that sends everything to the server.
  static func client(
    _ change: (inout ClientConfiguration) -> Void = { _ in }
  ) throws -> Client {
    var configuration = ClientConfiguration()
    try configuration.useMock(at: shared.get().url)
    change(&configuration)
    return Client(configuration: configuration)
  }
}
