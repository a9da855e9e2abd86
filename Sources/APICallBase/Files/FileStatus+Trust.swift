extension FileStatus {
  /// Why it is not trusted; nil where it is.
  package var trustFault: TrustFault? {
    guard ReadRule.trustedOwner.holds else { return nil }
    if !isOwnedByUserOrRoot { return .foreign }
    guard isWorldWritable || isGroupWritable else { return nil }
    return kind == .folder && isSticky ? nil : .writable
  }

  /// Why the user cannot trust all that lies below a folder; nil where that can be.
  package var faultAsTrustedFolder: TrustFault? {
    trustFault ?? (isWorldWritable ? .shared : nil)
  }
}

extension FileSystem {
  /// Finds out whether a file can be trusted, and each folder from its own up to another one.
  ///
  /// - Parameters:
  ///   - path: a canonical path.
  ///   - top: a folder that holds it: the last one that is looked at.
  /// - Returns: the first that cannot be trusted, and why; nil where all can.
  package func trustFault(
    of path: String, upTo top: String
  ) -> (path: String, fault: TrustFault)? {
    var place = path
    while true {
      if let fault = status(of: place)?.trustFault { return (place, fault) }
      if place == top || place == "/" || place == "." { return nil }
      place = FilePath.folder(of: place)
    }
  }
}
