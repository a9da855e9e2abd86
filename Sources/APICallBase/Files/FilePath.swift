import APICallText

/// Paths as text: joining, splitting and going up.
///
/// To the system, a path is bytes. A slash or a dot with a combining mark after it is one character
/// to Swift, but still a slash or a dot to the system. So this code works on bytes, not on
/// characters.
package enum FilePath {
  /// Returns the path itself if it is absolute or the folder is `.` or empty.
  package static func join(_ folder: String, _ path: String) -> String {
    if path.begins(with: "/") || folder.isEmpty || folder == "." { return path }
    return folder.utf8.last == UInt8(ascii: "/") ? folder + path : "\(folder)/\(path)"
  }

  /// The folder that contains a path: `.` for a bare name, `/` for the root itself.
  package static func folder(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.utf8.startIndex
      ? "/" : String(decoding: path.utf8[..<slash], as: UTF8.self)
  }

  package static func name(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path }
    return String(decoding: path.utf8[slash...].dropFirst(), as: UTF8.self)
  }

  /// The names in a path, without empty ones.
  package static func names(in path: String) -> [String] { path.split(atByte: "/") }

  /// Whether a path is the folder or lies below it, judged by the text alone.
  package static func holds(_ folder: String, _ path: String) -> Bool {
    if folder == "/" { return path.begins(with: "/") }
    guard path.utf8.starts(with: folder.utf8) else { return false }
    let rest = path.utf8.dropFirst(folder.utf8.count)
    return rest.isEmpty || rest.first == UInt8(ascii: "/")
  }

  /// The path without `.` and `..` components, resolved by the text alone.
  package static func normalized(_ path: String) -> String {
    let isAbsolute = path.begins(with: "/")
    var parts: [String] = []
    for part in names(in: path) {
      switch part {
      case ".": continue
      case ".." where !parts.isEmpty && parts.last != "..": parts.removeLast()
      case ".." where isAbsolute: continue
      default: parts.append(part)
      }
    }
    let joined = parts.reduce(isAbsolute ? "/" : "") { join($0, $1) }
    return joined.isEmpty ? "." : joined
  }
}

/// The project file, by its name.
package enum ProjectFile {
  package static let name = "apicall.yaml"
}
