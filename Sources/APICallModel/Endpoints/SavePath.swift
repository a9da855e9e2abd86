import APICallBase
import APICallSafety
import APICallText

/// The path of a file that a step saves, in segments, each with its source.
package struct SavePath: Sendable, Hashable {
  /// A name between slashes.
  package struct Segment: Sendable, Hashable {
    package var name: String
    /// Whether the user typed the whole segment.
    package var isTyped: Bool

    package init(_ name: String, isTyped: Bool) {
      self.name = name
      self.isTyped = isTyped
    }
  }

  /// The source of a part of the path.
  package enum Author: Sendable {
    case user
    /// A file: the text of the script, a default, a profile.
    case file
    /// A value that is not known in advance: one name, or a part of one.
    case value
  }

  /// The problem of a path.
  package struct Fault: Sendable, Hashable {
    /// The problem, as a predicate.
    package let words: String
    package let hint: String?

    fileprivate static let isNothing = Fault(words: "is empty", hint: nil)
    fileprivate static let holdsNull = Fault(words: "contains NUL", hint: nil)
    fileprivate static let noFile = Fault(
      words: "does not name a file", hint: "write the name of the file after the last slash")

    /// A path that the user may choose, but a file may not.
    fileprivate static func reserved(_ words: String) -> Fault {
      Fault(words: words, hint: freePath)
    }
  }

  /// The hint for a place that a script may not choose.
  package static let freePath = "only an input that is set on the command line may lead there"

  package private(set) var text = ""
  /// The complete segments, without empty ones and without `.`.
  package private(set) var segments: [Segment] = []
  package private(set) var isAbsolute = false
  package private(set) var isInto = false
  /// Whether it may replace only a file that a step has saved: the script is not trusted.
  package var replacesSavedOnly = false
  package private(set) var fault: Fault?

  /// The incomplete segment, and how many characters at its beginning the user typed.
  private var segment = ""
  private var typedCount = 0
  private var isTyped = true
  private var holdsValue = false
  private var endsInValue = false

  package init() {}

  /// Whether the user typed the whole path.
  package var isFree: Bool { segments.allSatisfy(\.isTyped) }

  /// The same path below the folder of `--into`.
  ///
  /// Returns the path; an absolute one is unchanged.
  package func into(_ folder: String?) -> SavePath {
    guard let folder, !isAbsolute else { return self }
    var path = SavePath()
    path.append(folder.hasSuffix("/") ? folder : folder + "/", by: .user)
    path.segments += segments
    path.text += text
    path.isInto = true
    path.fault = fault
    return path
  }

  package mutating func append(_ new: String, by author: Author) {
    if author == .value, new.isEmpty { fault = fault ?? .isNothing }
    for scalar in new.unicodeScalars {
      if scalar == "\0" { fault = fault ?? .holdsNull }
      guard scalar == "/" else {
        if author == .user, isTyped { typedCount += 1 }
        if author != .user { isTyped = false }
        segment.unicodeScalars.append(scalar)
        text.unicodeScalars.append(scalar)
        continue
      }
      if author == .value { fault = fault ?? .reserved("contains a slash") }
      if text.isEmpty {
        isAbsolute = true
        if author != .user, WriteRule.absolutePath.holds {
          fault = fault ?? .reserved("is an absolute path")
        }
      }
      endSegment()
      text += "/"
    }
    if author == .value { holdsValue = true }
    if !new.isEmpty { endsInValue = author == .value }
    if holdsValue, segment.begins(with: "."), typedCount == 0, WriteRule.dotName.holds {
      fault = fault ?? .reserved("starts the name with a dot")
    }
  }

  package mutating func end() -> Fault? {
    let hasName = !segment.isEmpty && segment != "."
    if namesSpec, WriteRule.specName.holds {
      fault = fault ?? .reserved("names a file that apicall itself would read")
    }
    endSegment()
    return fault ?? (hasName ? nil : .noFile)
  }

  /// Whether a value makes the name that of a file that apicall reads.
  ///
  /// Any part of the name counts for a project file, the end of the name for another file.
  private var namesSpec: Bool {
    guard holdsValue else { return false }
    return segment.lowercased() == ProjectFile.name || endsInValue && ProjectSpec.reads(segment)
  }

  private mutating func endSegment() {
    defer { (segment, typedCount, isTyped, holdsValue) = ("", 0, true, false) }
    // An empty segment and `.` are not names.
    guard !segment.isEmpty, segment != "." else { return }
    if !isTyped {
      if segment == "..", WriteRule.parentFolder.holds {
        fault = fault ?? .reserved("contains '..'")
      }
      // A single dot that the user typed is a folder, not the beginning of a name.
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
