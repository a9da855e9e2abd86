import APICallBase

/// The path of a file that a step saves, segment by segment, each with who said it.
package struct SavePath: Sendable, Hashable {
  /// A name between slashes.
  package struct Segment: Sendable, Hashable {
    package var name: String
    /// Whether the user typed all of it.
    package var isTyped: Bool

    package init(_ name: String, isTyped: Bool) {
      self.name = name
      self.isTyped = isTyped
    }
  }

  /// Who said a part of the path.
  package enum Speaker: Sendable {
    /// The user, on the command line.
    case user
    /// A file: the text of the script, a default, a profile.
    case file
    /// A value that is not known: it is one name, or a part of one.
    case value
  }

  /// What is wrong with a path.
  package struct Fault: Sendable, Hashable {
    /// What is wrong, as a predicate.
    package let words: String
    /// The way out; nil if the words say it.
    package let hint: String?

    fileprivate static let isNothing = Fault(words: "is empty", hint: nil)
    fileprivate static let holdsNull = Fault(words: "contains NUL", hint: nil)
    fileprivate static let noFile = Fault(
      words: "does not name a file", hint: "write the name of the file after the last slash")

    /// What the user may do, and a file may not.
    fileprivate static func reserved(_ words: String) -> Fault {
      Fault(words: words, hint: freePath)
    }
  }

  /// The way to a place that a script may not choose.
  package static let freePath = "only an input that is set on the command line may lead there"

  /// All of it, as messages show it.
  package private(set) var text = ""
  /// The names that are over, without empty ones and without `.`.
  package private(set) var segments: [Segment] = []
  /// Whether it begins at the root of the machine's files.
  package private(set) var isAbsolute = false
  /// What is wrong with it; nil if nothing is, so far.
  package private(set) var fault: Fault?

  /// The segment that is not over yet, and how much of it the user typed at its beginning.
  private var segment = ""
  private var typedCount = 0
  private var isTyped = true
  private var holdsValue = false
  /// Whether the last of it was a value.
  private var endsInValue = false

  package init() {}

  /// Whether the user typed the whole path.
  package var isFree: Bool { segments.allSatisfy(\.isTyped) }

  /// Adds text.
  ///
  /// - Parameters:
  ///   - new: the text; of a value, one segment or a part of one.
  ///   - speaker: who said it.
  package mutating func append(_ new: String, by speaker: Speaker) {
    if speaker == .value, new.isEmpty { fault = fault ?? .isNothing }
    for scalar in new.unicodeScalars {
      if scalar == "\0" { fault = fault ?? .holdsNull }
      guard scalar == "/" else {
        if speaker == .user, isTyped { typedCount += 1 }
        if speaker != .user { isTyped = false }
        segment.unicodeScalars.append(scalar)
        text.unicodeScalars.append(scalar)
        continue
      }
      if speaker == .value { fault = fault ?? .reserved("contains a slash") }
      if text.isEmpty {
        isAbsolute = true
        if speaker != .user, WriteRule.absolutePath.holds {
          fault = fault ?? .reserved("is an absolute path")
        }
      }
      endSegment()
      text += "/"
    }
    if speaker == .value { holdsValue = true }
    if !new.isEmpty { endsInValue = speaker == .value }
    if holdsValue, segment.begins(with: "."), typedCount == 0, WriteRule.dotName.holds {
      fault = fault ?? .reserved("starts the name with a dot")
    }
  }

  /// Ends it.
  ///
  /// - Returns: what is wrong with it; nil if nothing is.
  package mutating func end() -> Fault? {
    let hasName = !segment.isEmpty && segment != "."
    if namesSpec, WriteRule.specName.holds {
      fault = fault ?? .reserved("names a file that apicall itself would read")
    }
    endSegment()
    return fault ?? (hasName ? nil : .noFile)
  }

  /// Whether a value has made the name that of a file of apicall's: of a project file by any part of it,
  /// of another one by its ending.
  private var namesSpec: Bool {
    guard holdsValue else { return false }
    return segment.lowercased() == ProjectFile.name || endsInValue && Project.reads(segment)
  }

  private mutating func endSegment() {
    defer { (segment, typedCount, isTyped, holdsValue) = ("", 0, true, false) }
    // Nothing, and where one is already, is no name.
    guard !segment.isEmpty, segment != "." else { return }
    if !isTyped {
      if segment == "..", WriteRule.parentFolder.holds {
        fault = fault ?? .reserved("leads to the parent folder")
      }
      // A dot alone that the user typed is a folder, and no beginning of a name.
      let typed = segment.unicodeScalars.prefix(typedCount)
      if segment.begins(with: "."), segment != "..", WriteRule.dotName.holds,
        typed.allSatisfy({ $0 == "." })
      {
        fault = fault ?? .reserved("starts a name with a dot")
      }
    }
    segments.append(Segment(segment, isTyped: isTyped))
  }
}
