/// Reads and writes the file of secrets; who holds it sees to it that it is the user's alone.
package struct SecretStorage: Sendable {
  /// The most octets of the file.
  package static let limit = 1 << 20

  /// The file's path, for messages.
  package var place: String
  /// Whether there is such a path, or the environment lacks what would name it.
  package var hasPlace: Bool
  /// Reads the file; no octets where there is none.
  package var read: @Sendable () throws(SecretProblem) -> [UInt8]
  /// Changes the file, alone among the programs that do so; nil leaves it as it is.
  package var update: @Sendable (_ change: ([UInt8]) -> [UInt8]?) throws(SecretProblem) -> Void

  /// Creates a storage.
  ///
  /// - Parameters:
  ///   - place: the file's path, for messages.
  ///   - hasPlace: whether there is such a path.
  ///   - read: reads the file; no octets where there is none.
  ///   - update: changes the file, alone among the programs that do so; nil leaves it as it is.
  package init(
    place: String, hasPlace: Bool = true,
    read: @escaping @Sendable () throws(SecretProblem) -> [UInt8],
    update: @escaping @Sendable (_ change: ([UInt8]) -> [UInt8]?) throws(SecretProblem) -> Void
  ) {
    self.place = place
    self.hasPlace = hasPlace
    self.read = read
    self.update = update
  }
}
