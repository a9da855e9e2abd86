/// A text that was read, and the name by which messages speak of it.
///
/// Every mark of a file points at the one object, so that a node may travel into a tree that was
/// written elsewhere and still say where it came from.
package final class Source: Sendable {
  /// The path as the user knows it: as typed, or relative to the working directory.
  package let name: String

  /// The whole text, as the octets that were read.
  package let octets: [UInt8]

  /// Creates a source from octets that are already in memory.
  ///
  /// - Parameters:
  ///   - name: the path to show in messages.
  ///   - octets: the text; UTF-8 is checked by the reader, not here.
  package init(name: String, octets: [UInt8]) {
    self.name = name
    self.octets = octets
  }

  /// Creates a source from text, as tests and inline documents do.
  ///
  /// - Parameters:
  ///   - name: the path to show in messages.
  ///   - text: the text itself.
  package convenience init(name: String, text: String) {
    self.init(name: name, octets: Array(text.utf8))
  }
}
