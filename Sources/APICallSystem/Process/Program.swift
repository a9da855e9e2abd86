import Glibc

/// The running program, and the programs beside it.
package enum Program {
  /// The folder of the running program, with links resolved; nil without /proc.
  package static var folder: String? {
    // The kernel names the program itself, so this one call resolves all links.
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    guard count > 0 else { return nil }
    let path = buffer[..<count].map(UInt8.init(bitPattern:))
    return path.lastIndex(of: UInt8(ascii: "/")).map {
      String(decoding: path[..<$0], as: UTF8.self)
    }
  }

  package static func environment(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  package static var variableNames: [String] {
    var names: [String] = []
    var entry = environ
    while let text = entry.pointee {
      names.append(String(String(cString: text).prefix { $0 != "=" }))
      entry += 1
    }
    return names
  }

  /// Replaces this process with another program; returns only if that fails.
  ///
  /// Returns why the program cannot be run.
  package static func become(_ path: String, _ arguments: [String]) -> String {
    var pointers: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
    pointers.append(nil)
    execv(path, pointers)
    return SystemError.words(for: errno)
  }
}

/// The system's own words.
package enum SystemError {
  /// Returns the words for an error number, in lower case.
  package static func words(for code: Int32) -> String {
    let words = String(cString: strerror(code))
    return words.prefix(1).lowercased() + words.dropFirst()
  }
}

/// Writes bytes to open files.
enum DescriptorWriting {
  /// Returns 0, or the number of the error.
  static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
    var position = 0
    while position < bytes.count {
      let count = bytes[position...].withUnsafeBytes {
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
