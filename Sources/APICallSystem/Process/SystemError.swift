import Glibc

/// The system's own words.
package enum SystemError {
  /// The words for an error number, in lower case.
  package static func words(for code: Int32) -> String {
    let words = String(cString: strerror(code))
    return words.prefix(1).lowercased() + words.dropFirst()
  }
}
