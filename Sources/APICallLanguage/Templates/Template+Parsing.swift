import APICallText
package import YAMLTree

extension Template {
  /// The maximum number of problems reported for one text; a page of markup could have many.
  private static let problemLimit = 16

  package init(
    _ text: String, at mark: Mark, naming names: [String]? = nil
  ) throws(TemplateProblems) {
    guard text.utf8.contains(UInt8(ascii: "<")) else {
      self.init(parts: text.isEmpty ? [] : [.text(text)], mark: mark)
      if names == nil { doubts = DoubtfulText.ofOtherTools(in: self) }
      return
    }
    var reader = TemplateReader(text: text, mark: mark, names: names)
    let parts = reader.parts(problemLimit: Self.problemLimit)
    var template = Template(parts: parts, mark: mark)
    if names == nil {
      let others = DoubtfulText.ofOtherTools(in: template)
      template.doubts = reader.doubts + others
    }
    guard reader.problems.isEmpty
    else { throw TemplateProblems(all: reader.problems, template: template) }
    self = template
  }
}

extension Template {
  /// Reads a field that is one placeholder, from its first `<` to its last `>`.
  ///
  /// Returns the template; nil if the text does not begin with `<` and end with `>`.
  package static func whole(_ text: String, at mark: Mark) throws(TemplateProblems) -> Template? {
    let bytes = Array(text.utf8)
    guard bytes.count > 2, bytes.first == UInt8(ascii: "<"), bytes.last == UInt8(ascii: ">")
    else { return nil }
    var reader = ExpressionReader(
      bytes, at: 0, lineEnd: bytes.count - 1, hasClose: true, isWhole: true)
    let placeholder: Placeholder
    do throws(ExpressionReader.Found) {
      placeholder = try reader.placeholder(in: mark)
    } catch {
      let span = reader.span(error.range, in: mark)
      throw TemplateProblems(
        all: [TemplateProblem(error.fault, at: span)],
        template: Template(Placeholder(unreadable: span), at: mark))
    }
    guard reader.faults.isEmpty else {
      let problems = reader.faults.map {
        TemplateProblem($0.fault, at: reader.span($0.range, in: mark))
      }
      throw TemplateProblems(all: problems, template: Template(placeholder, at: mark))
    }
    return Template(placeholder, at: mark)
  }
}

/// The problems of one template.
package struct TemplateProblems: Error, Sendable {
  /// At least one, from left to right.
  package let all: [TemplateProblem]
  /// The template as far as it could be read, for other checks.
  package let template: Template
}

/// Reads the parts of a template, from left to right.
private struct TemplateReader {
  /// The maximum number of doubtful texts that are noted.
  private static let mostDoubts = 16

  private let bytes: [UInt8]
  private let mark: Mark
  private let names: [String]?
  private var position = 0
  private var literal: [UInt8] = []
  private var found: [Template.Part] = []
  /// The end of the current line, and the last `>` on it.
  private var lineEnd = 0
  private var lastClose = -1
  private(set) var problems: [TemplateProblem] = []
  /// Names after a `<` without a `>`, and the last `>` of the text.
  private(set) var doubts: [DoubtfulText] = []
  private var lastCloseOfText: Int?

  init(text: String, mark: Mark, names: [String]?) {
    bytes = Array(text.utf8)
    self.mark = mark
    self.names = names
    lastCloseOfText = bytes.lastIndex(of: UInt8(ascii: ">"))
  }

  mutating func parts(problemLimit: Int) -> [Template.Part] {
    while position < bytes.count, problems.count < problemLimit {
      let byte = bytes[position]
      if byte == UInt8(ascii: "\\"), position + 1 < bytes.count,
        bytes[position + 1] == UInt8(ascii: "<"), isWanted(at: position + 1)
      {
        literal.append(UInt8(ascii: "<"))
        position += 2
      } else if byte == UInt8(ascii: "<"), isWanted(at: position), readPlaceholder() {
        continue
      } else {
        literal.append(byte)
        position += 1
      }
    }
    endText()
    return found
  }

  private mutating func endText() {
    guard !literal.isEmpty else { return }
    found.append(.text(String(decoding: literal, as: UTF8.self)))
    literal.removeAll()
  }

  /// Reads a placeholder, if there is one, and moves past it; leaves the position otherwise.
  private mutating func readPlaceholder() -> Bool {
    findLineEnd()
    var reader = ExpressionReader(
      bytes, at: position, lineEnd: lineEnd, hasClose: lastClose > position)
    let beginning = reader.beginning()
    switch beginning {
    case .text:
      noteUnclosed()
      return false
    case .doubt(let fault, let range, let name):
      return take(ExpressionReader.Found(fault: fault, range: range), name, by: reader)
    case .foreign(let fault, let range):
      guard names == nil else { return false }
      return take(ExpressionReader.Found(fault: fault, range: range), by: reader)
    case .lookalike(let fault, let range, let name):
      guard names == nil else { return false }
      noteUnclosed()
      note(
        .lookalike(fault), at: name,
        ExpressionReader.Found(fault: fault, range: range), by: reader)
      return false
    case .expression, .likely, .possible: break
    }
    let placeholder: Placeholder
    do {
      placeholder = try reader.placeholder(in: mark)
    } catch {
      switch beginning {
      case .likely, .possible: return take(error, by: reader)
      default: return report(error, by: reader)
      }
    }
    if case .possible = beginning,
      !placeholder.expression.computes(areFiltersKnown: reader.faults.isEmpty)
    {
      return false
    }
    problems += reader.faults.map {
      TemplateProblem($0.fault, at: reader.span($0.range, in: mark))
    }
    endText()
    found.append(.placeholder(placeholder))
    position = reader.position
    return true
  }

  private mutating func report(
    _ found: ExpressionReader.Found, by reader: ExpressionReader
  ) -> Bool {
    let span = reader.span(found.range, in: mark)
    problems.append(TemplateProblem(found.fault, at: span))
    endText()
    self.found.append(.placeholder(Placeholder(unreadable: span)))
    position = reader.resumption
    return true
  }

  /// Reports a fault of something that is text if its name has no value.
  private mutating func take(
    _ found: ExpressionReader.Found, _ name: Int? = nil, by reader: ExpressionReader
  ) -> Bool {
    guard names == nil else { return report(found, by: reader) }
    noteUnclosed()
    if let name {
      note(.expression(found.fault), at: name, found, by: reader)
      return false
    }
    var begin = position + 1
    // `<(n >5)>`
    while begin < lastClose, bytes[begin] == UInt8(ascii: "(") { begin += 1 }
    if begin < lastClose, !Identifier.allows(bytes[begin], first: true),
      let name = firstName(from: begin)
    {
      note(.possible(found.fault), at: name, found, by: reader)
    } else {
      note(.expression(found.fault), at: begin, found, by: reader)
    }
    return false
  }

  /// The place of the first name after quotes, numbers and operators, on the same line.
  private func firstName(from start: Int) -> Int? {
    var index = start
    while index < lastClose {
      let byte = bytes[index]
      if byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"") {
        guard let end = bytes[(index + 1)..<lastClose].firstIndex(of: byte) else { return nil }
        index = end + 1
      } else if Identifier.allows(byte, first: true) {
        return index
      } else {
        index += 1
      }
    }
    return nil
  }

  private mutating func note(
    _ form: DoubtfulText.Form, at begin: Int, _ found: ExpressionReader.Found,
    by reader: ExpressionReader
  ) {
    guard doubts.count < Self.mostDoubts, doubts.last?.place != position else { return }
    guard var (name, path, _) = DoubtfulText.path(at: begin, in: bytes) else { return }
    // `<.name>` is a part of the row.
    if bytes[begin - 1] == UInt8(ascii: ".") {
      (name, path) = (Scope.nameOfRow, "\(Scope.nameOfRow).\(path)")
    }
    doubts.append(
      DoubtfulText(
        name: name, path: path, span: reader.span(found.range, in: mark), form: form,
        place: position))
  }

  /// Notes a name after the `<` at the position, if no `>` follows in the rest of the text.
  private mutating func noteUnclosed() {
    guard lastCloseOfText ?? -1 < position, doubts.count < Self.mostDoubts else { return }
    guard let (name, path, _) = DoubtfulText.path(at: position + 1, in: bytes) else { return }
    let line = String(decoding: bytes[position..<lineEnd], as: UTF8.self)
    doubts.append(
      DoubtfulText(
        name: name, path: path,
        span: TemplateSpan(
          container: mark, placeholder: line, range: 0..<(1 + name.utf8.count)),
        form: .unclosed, place: position))
  }

  /// Whether a `<` may begin a placeholder: if names are restricted, one of them has to follow.
  private func isWanted(at position: Int) -> Bool {
    guard let names else { return true }
    var start = position + 1
    if start < bytes.count, bytes[start] == UInt8(ascii: "+") { start += 1 }
    let end = Identifier.end(from: start, in: bytes)
    guard end > start else { return false }
    return names.contains(String(decoding: bytes[start..<end], as: UTF8.self))
  }

  /// Finds the end of the line once, so that a line with many `<` is read in linear time.
  private mutating func findLineEnd() {
    guard position >= lineEnd else { return }
    lineEnd = position
    lastClose = -1
    while lineEnd < bytes.count, bytes[lineEnd] != 0x0A {
      if bytes[lineEnd] == UInt8(ascii: ">") { lastClose = lineEnd }
      lineEnd += 1
    }
  }
}
