/// Text taken as bytes: a slash with a combining mark after it is one character to Swift, and a slash all
/// the same to the system, and to servers.
///
/// What other modules call is not generic: Swift would look up types and conformances for it while a call
/// is made.
extension Substring {
  /// Whether the first byte is that of an ASCII character, whatever combines with it.
  package func begins(with character: Unicode.Scalar) -> Bool {
    utf8.first.map { UInt32($0) == character.value } ?? false
  }

  /// Whether the last byte is that of an ASCII character, whatever combines with it.
  package func ends(with character: Unicode.Scalar) -> Bool {
    utf8.last.map { UInt32($0) == character.value } ?? false
  }

  /// The parts between the bytes of an ASCII character, whatever combines with it.
  ///
  /// - Parameters:
  ///   - separator: the character.
  ///   - omittingEmpty: whether empty parts are left out.
  /// - Returns: the parts.
  package func split(
    atByte separator: Unicode.Scalar, omittingEmpty: Bool = true
  ) -> [String] {
    utf8.split(omittingEmptySubsequences: omittingEmpty) { UInt32($0) == separator.value }
      .map { String(decoding: $0, as: UTF8.self) }
  }
}

extension String {
  /// Whether the first byte is that of an ASCII character, whatever combines with it.
  package func begins(with character: Unicode.Scalar) -> Bool { self[...].begins(with: character) }

  /// Whether the last byte is that of an ASCII character, whatever combines with it.
  package func ends(with character: Unicode.Scalar) -> Bool { self[...].ends(with: character) }

  /// The parts between the bytes of an ASCII character, whatever combines with it.
  ///
  /// - Parameters:
  ///   - separator: the character.
  ///   - omittingEmpty: whether empty parts are left out.
  /// - Returns: the parts.
  package func split(
    atByte separator: Unicode.Scalar, omittingEmpty: Bool = true
  ) -> [String] {
    self[...].split(atByte: separator, omittingEmpty: omittingEmpty)
  }
}
