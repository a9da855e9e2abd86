/// Paths as text: what is needed of them is joining and going up.
package enum FilePath {
  /// Joins a path to the folder it is relative to.
  ///
  /// - Returns: the path itself where it is absolute or the folder is `.` or empty.
  package static func join(_ folder: String, _ path: String) -> String {
    if path.hasPrefix("/") || folder.isEmpty || folder == "." { return path }
    return folder.hasSuffix("/") ? folder + path : "\(folder)/\(path)"
  }

  /// The folder that holds a path: `.` for a bare name, `/` for the root itself.
  package static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The last component.
  package static func name(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return path }
    return String(path[path.index(after: slash)...])
  }

  /// The path without `.` and `..` components, resolved as text alone.
  package static func normalized(_ path: String) -> String {
    var parts: [Substring] = []
    for part in path.split(separator: "/") {
      switch part {
      case ".": continue
      case ".." where !parts.isEmpty && parts.last != "..": parts.removeLast()
      case ".." where path.hasPrefix("/"): continue
      default: parts.append(part)
      }
    }
    let joined = parts.reduce(path.hasPrefix("/") ? "/" : "") { join($0, String($1)) }
    return joined.isEmpty ? "." : joined
  }
}
