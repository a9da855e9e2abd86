import APICallBase
package import APICallLanguage
import APICallText
import JSONText

/// The values in which a path is followed, in words.
package struct PathSubject {
  /// What one value is: `the response`; nil for a page, which a message already names.
  var one: String?
  var none: String?
  var first: String

  static let document = PathSubject(one: "the response", first: "the response")
  static let stream = PathSubject(none: "value of the response", first: "the first value")
  package static let page = PathSubject(first: "the page")

  /// The message of a place whose values all lack something.
  func noValue(at place: String, _ verb: String, _ joint: String, _ what: String) -> String {
    one == nil && none == nil
      ? "has no value at \(place) \(joint) \(what)" : "no value at \(place) \(verb) \(what)"
  }

  static func part(_ name: String) -> PathSubject {
    PathSubject(none: "'\(name)'", first: "the first '\(name)'")
  }
}

extension JSONPathDeadEnd {
  /// The message of a path that ends here, and its hint.
  package func words(
    of path: ParameterPath, in subject: PathSubject, showingContents showsContents: Bool = true
  ) -> (message: String, hint: String?) {
    guard path.parameters.isEmpty, path.provenance == nil else {
      // The path contains values of the call.
      let place = steps == 0 ? subject.first : "the place before that"
      return (
        nothing(at: path.description, in: subject),
        showsContents ? contents.hint(in: place) : nil
      )
    }
    let isBeforeSeveral = steps <= path.path.singularSteps
    let place = path.path.prefix(steps).description
    let noun = isBeforeSeveral ? steps == 0 ? subject.first : place : "the first one"
    let hint = showsContents ? contents.hint(in: noun) : nil
    switch path.path.words(ofStep: steps) {
    case .member(let name):
      let message =
        isBeforeSeveral
        ? nothing(at: path.path.prefix(steps + 1).description, in: subject)
        : subject.noValue(at: place, "has", "with", "a member '\(name)'")
      return (message, showsContents ? contents.hint(without: name, in: noun) : nil)
    case .item(let index):
      let message =
        isBeforeSeveral
        ? nothing(at: path.path.prefix(steps + 1).description, in: subject)
        : subject.noValue(at: place, "has", "with", "an item [\(index)]")
      return (message, hint)
    case .places:
      let whole = path.path.prefix(steps + 1).description
      let message =
        isBeforeSeveral
        ? nothing(at: whole, in: subject)
        : subject.noValue(at: place, "has", "with", "anything at \(whole.dropFirst(place.count))")
      return (message, hint)
    case .several(let isOfList):
      let wanted = isOfList ? "a list" : "a list or a map"
      guard isBeforeSeveral else {
        return (subject.noValue(at: place, "is", "that is", wanted), hint)
      }
      guard let none = subject.none else {
        let subject = subject.one.map { $0 + " " } ?? ""
        let kind = contents.kind.typeName
        let message =
          steps == 0
          ? "\(subject)is \(kind), not \(wanted)"
          : "\(subject)has \(kind) at \(place), not \(wanted)"
        return (
          message, contents.kind == .object ? "\(place).* selects the members of a map" : nil
        )
      }
      return (
        steps == 0 ? "no \(none) is \(wanted)" : "no \(none) has \(wanted) at \(place)", hint
      )
    }
  }

  private func nothing(at place: String, in subject: PathSubject) -> String {
    if let none = subject.none { return "no \(none) has anything at \(place)" }
    return "\(subject.one.map { $0 + " " } ?? "")has nothing at \(place)"
  }
}
