import Glibc

/// The words after the name of the running program.
package enum ProgramArguments {
  /// The words; nil if they cannot be read.
  ///
  /// Swift's runtime finds them beside the environment, and finds none after a preloaded library has
  /// moved the environment by adding a variable. The kernel keeps them, too (proc(5)).
  package static let known: [String]? = {
    let words = CommandLine.arguments.isEmpty ? kept : CommandLine.arguments
    return words.isEmpty ? nil : Array(words.dropFirst())
  }()

  /// The number of the first word that is not UTF-8, which Swift's runtime would have changed; nil
  /// if all are.
  package static var firstThatIsNotText: Int? {
    let words = CommandLine.unsafeArgv
    return (1..<max(1, Int(CommandLine.argc))).first { index in
      words[index].map { String(validatingCString: $0) == nil } ?? false
    }
  }

  /// The words; none if they cannot be read.
  package static var all: [String] { known ?? [] }

  /// The limit for their length in bytes; that of Linux is smaller (execve(2)).
  private static let limit = 16 << 20

  /// The words with the name of the program, as the kernel keeps them.
  private static var kept: [String] {
    let file = open("/proc/self/cmdline", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return [] }
    defer { close(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while bytes.count < limit {
      let count = read(file, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      bytes += buffer[..<count]
    }
    // Each word ends with a NUL.
    return bytes.split(separator: 0, omittingEmptySubsequences: false).dropLast()
      .map { String(decoding: $0, as: UTF8.self) }
  }
}
