import Glibc

/// The program that runs, and those beside it.
package enum Program {
  /// The folder that holds the running program, links followed; nil where /proc is not there.
  package static var folder: String? {
    guard let path = realpath("/proc/self/exe", nil) else { return nil }
    defer { free(path) }
    let text = String(cString: path)
    return text.lastIndex(of: "/").map { String(text[..<$0]) }
  }

  /// A variable of the environment.
  package static func environment(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  /// The names of the variables of the environment.
  package static var variableNames: [String] {
    var names: [String] = []
    var entry = environ
    while let text = entry.pointee {
      names.append(String(String(cString: text).prefix { $0 != "=" }))
      entry += 1
    }
    return names
  }

  /// Becomes another program; returns only where that fails.
  ///
  /// - Parameters:
  ///   - path: the program's file.
  ///   - arguments: its arguments, its own name first.
  /// - Returns: why it cannot be run.
  package static func become(_ path: String, _ arguments: [String]) -> String {
    var pointers: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
    pointers.append(nil)
    execv(path, pointers)
    return SystemError.words(for: errno)
  }
}

/// The system's own words.
package enum SystemError {
  /// The words for an error number, in lower case.
  package static func words(for code: Int32) -> String {
    let words = String(cString: strerror(code))
    return words.prefix(1).lowercased() + words.dropFirst()
  }
}

/// Octets written to open files.
enum DescriptorWriting {
  /// Writes all octets.
  ///
  /// - Parameters:
  ///   - octets: what to write.
  ///   - descriptor: an open file descriptor.
  /// - Returns: 0, or the number of the error.
  static func write(_ octets: [UInt8], to descriptor: Int32) -> Int32 {
    var position = 0
    while position < octets.count {
      let count = octets[position...].withUnsafeBytes {
        Glibc.write(descriptor, $0.baseAddress, $0.count)
      }
      if count < 0 {
        guard errno == EINTR, Signals.received == nil else { return errno }
      } else {
        position += count
      }
    }
    return 0
  }
}
