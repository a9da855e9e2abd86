package import APICallBase
import APICallLanguage

extension Columns {
  /// Reads the value of `--columns`: `id,who=owner.login,tags[0],"a.b"`.
  ///
  /// Throws a ``Failure`` with exit status 64 for a column that is empty, cannot be read, or has
  /// the name of another one.
  package init(option text: String, after earlier: Columns? = nil) throws(Failure) {
    var reader = ColumnsReader(text)
    var items = earlier?.items ?? []
    // String treats canonically equivalent names as equal, but they are different members.
    var names = Set(items.map { Array($0.name.utf8) })
    repeat {
      let column = try reader.column()
      guard names.insert(Array(column.name.utf8)).inserted else {
        throw Failure(
          .usage, "--columns: two columns have the name '\(column.name)'",
          hint: "name one of them, such as --columns id,owner=owner.id")
      }
      items.append(column)
    } while try reader.skipComma()
    self.init(items)
  }
}

/// Reads the columns of an option, one after the other.
private struct ColumnsReader {
  private let bytes: [UInt8]
  private var index = 0
  /// The beginning of the current column.
  private var start = 0

  init(_ text: String) { bytes = Array(text.utf8) }

  mutating func column() throws(Failure) -> Column {
    skipSpaces()
    start = index
    guard let byte = next, byte != UInt8(ascii: ",") else {
      throw Failure(
        .usage, "--columns: a column is empty in '\(String(decoding: bytes, as: UTF8.self))'",
        hint: "write a path for each column, such as --columns id,who=owner.login")
    }
    let first = try path()
    skipSpaces()
    guard next == UInt8(ascii: "=") else { return Column(first.name, at: MemberPath(first.steps)) }
    guard first.steps.count == 1, case .member(let name)? = first.steps.first else {
      throw unreadable("a name that contains '.' or '[' must be in double quotes")
    }
    index += 1
    skipSpaces()
    guard let byte = next, byte != UInt8(ascii: ",") else {
      throw unreadable("there is no path after '='")
    }
    return Column(name, at: MemberPath(try path().steps))
  }

  /// Returns whether there is one, so that another column follows.
  mutating func skipComma() throws(Failure) -> Bool {
    skipSpaces()
    guard let byte = next else { return false }
    guard byte == UInt8(ascii: ",") else {
      throw unreadable("a name that contains a space, '=', ']' or '\"' must be in double quotes")
    }
    index += 1
    return true
  }

  /// Reads a path; its name is the text of the path, without quotes if it is a single name.
  private mutating func path() throws(Failure) -> (name: String, steps: [MemberPath.Step]) {
    let start = index
    var steps: [MemberPath.Step] = []
    repeat {
      if steps.isEmpty, next == UInt8(ascii: "[") {
        steps.append(try item())
      } else {
        steps.append(.member(try name(isFirst: steps.isEmpty)))
      }
      while next == UInt8(ascii: "[") { steps.append(try item()) }
    } while skip(UInt8(ascii: "."))
    if steps.count == 1, case .member(let name)? = steps.first { return (name, steps) }
    return (String(decoding: bytes[start..<index], as: UTF8.self), steps)
  }

  private mutating func name(isFirst: Bool) throws(Failure) -> String {
    if skip(UInt8(ascii: "\"")) { return try quotedName() }
    let start = index
    while let byte = next, !MemberPath.endsName(byte) { index += 1 }
    let name = String(decoding: bytes[start..<index], as: UTF8.self)
    if name.isEmpty { throw unreadable("a name is missing") }
    if name == "*" { throw unreadable("'*' leads to more than one value") }
    if isFirst, name == "$" { throw unreadable("it must not begin with '$'") }
    return name
  }

  private mutating func quotedName() throws(Failure) -> String {
    var name: [UInt8] = []
    while let byte = next {
      index += 1
      if byte == UInt8(ascii: "\"") { return String(decoding: name, as: UTF8.self) }
      if byte == UInt8(ascii: "\\") {
        guard let escaped = next, escaped == byte || escaped == UInt8(ascii: "\"") else {
          throw unreadable("'\\' in quotes must be followed by '\"' or '\\'")
        }
        index += 1
        name.append(escaped)
      } else {
        name.append(byte)
      }
    }
    throw unreadable("a double quote is missing")
  }

  private mutating func item() throws(Failure) -> MemberPath.Step {
    index += 1
    let start = index
    while let byte = next, UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte { index += 1 }
    guard let position = Int(String(decoding: bytes[start..<index], as: UTF8.self)),
      skip(UInt8(ascii: "]"))
    else {
      throw unreadable("'[' must be followed by the position of an item, such as [0]")
    }
    return .item(position)
  }

  private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

  private mutating func skip(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    index += 1
    return true
  }

  private mutating func skipSpaces() { while next == UInt8(ascii: " ") { index += 1 } }

  private func unreadable(_ reason: String) -> Failure {
    let rest = bytes[start...]
    let end = rest[index...].firstIndex(of: UInt8(ascii: ",")) ?? rest.endIndex
    return Failure(
      .usage,
      "--columns: cannot read '\(String(decoding: rest[..<end], as: UTF8.self))': \(reason)",
      hint: "join names with dots, such as owner.login or tags[0]; put other names in double "
        + "quotes, such as '\"a.b\"'")
  }
}
