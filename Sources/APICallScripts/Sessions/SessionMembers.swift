import APICallBase
import APICallSpec
import JSONText

/// The members of a map in the file of a session: all of them known, and none of them twice.
struct SessionMembers {
  private let value: JSONValue
  private let title: String

  /// Looks through a map.
  ///
  /// - Parameters:
  ///   - value: the map.
  ///   - names: what it may have.
  ///   - title: what it is in messages.
  /// - Throws: a ``SessionBook/Problem`` where it is none, or has something else or something twice.
  init(
    _ value: JSONValue, among names: [String], of title: String
  ) throws(SessionBook.Problem) {
    guard value.kind == .object else { throw .broken("\(title) is no map") }
    var met: [String] = []
    for (name, _) in value.members {
      guard names.contains(name) else { throw .broken("\(title) has a member that is not known") }
      guard !met.contains(name) else { throw .broken("\(title) has a member twice") }
      met.append(name)
    }
    self.value = value
    self.title = title
  }

  /// The value of a member; nil where there is none.
  subscript(name: String) -> JSONValue? { value[name] }

  /// The text of a member that has to be there.
  func text(_ name: String) throws(SessionBook.Problem) -> String {
    guard let text = self[name]?.string, !text.isEmpty else {
      throw .broken("\(title) has no \(name)")
    }
    return text
  }

  /// The text of a member that may be missing.
  func optionalText(_ name: String) throws(SessionBook.Problem) -> String? {
    self[name] == nil ? nil : try text(name)
  }

  /// The moment that a member names.
  func time(_ name: String) throws(SessionBook.Problem) -> Timestamp {
    guard let moment = Timestamp(iso8601: try text(name)) else {
      throw .broken("\(title) has no time in '\(name)'")
    }
    return moment
  }
}
