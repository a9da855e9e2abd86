import APICallBase

/// An entry with what it depends on, as a file keeps it.
package struct SessionRecord: Sendable, Hashable {
  /// The canonical path of the spec.
  package let spec: String
  /// The name of the profile; nil where there was none.
  package let profile: String?
  /// The origin that the call went to.
  package let origin: String
  /// What a file keeps of the inputs: 64 hexadecimal digits.
  package let inputs: String
  /// The outputs.
  package let entry: SessionEntry

  /// Tells whether the record is of a call with the same key.
  ///
  /// - Parameters:
  ///   - key: the key.
  ///   - digest: what the file keeps of its inputs.
  /// - Returns: whether it is.
  func matches(_ key: SessionKey, _ digest: String) -> Bool {
    // Octet by octet: to String, two paths with the same letters in other code points are one.
    spec.utf8.elementsEqual(key.spec.utf8) && inputs == digest
      && profile.map { Array($0.utf8) } == key.profile.map { Array($0.utf8) }
      && origin.utf8.elementsEqual(key.origin.utf8)
  }

  /// Tells whether it is kept no longer: it is expired, or too old, or from a day that is yet to come.
  func isOver(at now: Timestamp) -> Bool {
    if let expires = entry.expires, !now.isBefore(expires) { return true }
    return entry.taken.isBefore(now.advanced(by: .zero - SessionBook.longestAge))
      || now.advanced(by: .seconds(86_400)).isBefore(entry.taken)
  }
}
