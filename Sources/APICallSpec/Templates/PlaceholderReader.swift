import APICallBase
import YAMLTree

/// Reads one placeholder.
///
/// Anything outside the grammar is text, not a fault, unless it is unlikely as text: it continues
/// with `(`, `[` or `|` and has a `>` on its line, or it names a known function or filter. Sent as
/// text, such a mistake would go unnoticed.
struct PlaceholderReader {
  /// A fault and its place, in bytes of the template.
  struct Found: Error {
    let fault: PlaceholderFault
    let range: Range<Int>
  }

  let bytes: [UInt8]
  let start: Int
  let lineEnd: Int
  let hasClose: Bool
  var position: Int
  /// Faults outside the grammar, such as an unknown filter.
  var faults: [Found] = []

  /// Creates a reader at a `<`.
  ///
  /// - Parameters:
  ///   - bytes: the template.
  ///   - start: the place of the `<`.
  ///   - lineEnd: the end of its line.
  ///   - hasClose: whether a `>` follows on the line.
  init(_ bytes: [UInt8], at start: Int, lineEnd: Int, hasClose: Bool) {
    self.bytes = bytes
    self.start = start
    self.lineEnd = lineEnd
    self.hasClose = hasClose
    position = start
  }

  /// Reads the placeholder and moves past it.
  ///
  /// - Returns: the placeholder; nil if it is text.
  mutating func placeholder(in container: Mark) throws(Found) -> Placeholder? {
    position = start + 1
    let keepsSlashes = take("+")
    guard let first = identifier() else { return nil }
    var isCommitted = false
    let origin: Placeholder.Origin
    if peek == UInt8(ascii: "(") {
      let range = position - first.utf8.count..<position
      guard let call = try function(first, range) else { return nil }
      origin = call
      isCommitted = true
    } else {
      guard let steps = try steps(isCommitted: &isCommitted) else { return nil }
      origin = .reference(Reference(name: first, steps: steps))
    }
    var filters: [Placeholder.FilterUse] = []
    while true {
      let end = position
      skipSpaces()
      guard take("|") else {
        if peek == UInt8(ascii: ">"), isCommitted || position == end { break }
        guard isCommitted else { return nil }
        throw unexpected(at: end)
      }
      guard peek != UInt8(ascii: "|") || isCommitted else { return nil }
      skipSpaces()
      guard let filter = try filter(isCommitted: &isCommitted) else { return nil }
      filters.append(filter)
    }
    position += 1
    return Placeholder(
      origin: origin, filters: filters, keepsSlashes: keepsSlashes,
      text: String(decoding: bytes[start..<position], as: UTF8.self), container: container)
  }

  /// Reads a function after its name; nil if the name and its parenthesis are text.
  private mutating func function(
    _ name: String, _ range: Range<Int>
  ) throws(Found) -> Placeholder.Origin? {
    guard let function = TemplateFunction(rawValue: name) else {
      guard hasClose else { return nil }
      let fault = PlaceholderFault(
        "unknown function '\(name)'",
        hint: TemplateFilter.named(name) != nil
          ? "\(name) is a filter: <name | \(name)>"
          : Nearest.hint(
            for: name, among: TemplateFunction.allCases.map(\.rawValue), noun: "functions"))
      faults.append(Found(fault: fault, range: range))
      // The arguments do not matter, as long as they can be read.
      return .function(.now, try arguments())
    }
    let arguments = try arguments()
    check(arguments, of: .function(function), range.lowerBound..<position)
    return .function(function, arguments)
  }

  /// Reads a filter; nil if it is text.
  private mutating func filter(isCommitted: inout Bool) throws(Found) -> Placeholder.FilterUse? {
    let begin = position
    guard let name = identifier() else {
      guard hasClose || isCommitted else { return nil }
      if take("@"), let name = identifier(), let hint = JQNames.hint(for: "@\(name)") {
        let fault = PlaceholderFault("unknown filter '@\(name)'", hint: hint)
        throw Found(fault: fault, range: begin..<position)
      }
      position = begin
      let bar = bytes[..<begin].lastIndex(of: UInt8(ascii: "|")) ?? start
      let fault = PlaceholderFault(
        "a filter is missing after the | of the placeholder", inPlaceholder: true,
        hint: PlaceholderFault.form)
      throw Found(fault: fault, range: bar..<bar + 1)
    }
    let filter = TemplateFilter.named(name)
    guard hasClose || isCommitted || filter != nil else { return nil }
    isCommitted = true
    let end = position
    let arguments = peek == UInt8(ascii: "(") ? try arguments() : []
    if let filter {
      check(arguments, of: .filter(filter), begin..<position)
    } else {
      let names = TemplateFilter.all.map(\.name)
      let hint =
        TemplateFunction(rawValue: name) != nil
        ? "\(name) is a function: <\(name)()>"
        : JQNames.hint(for: name) ?? Nearest.hint(for: name, among: names, noun: "filters")
      let fault = PlaceholderFault("unknown filter '\(name)'", hint: hint)
      faults.append(Found(fault: fault, range: begin..<end))
    }
    let range = begin - start..<position - start
    return Placeholder.FilterUse(filter: filter ?? .unknown, arguments: arguments, range: range)
  }

  /// Reads members and items after a name; nil if a dot does not begin a member.
  mutating func steps(isCommitted: inout Bool) throws(Found) -> [Reference.Step]? {
    var steps: [Reference.Step] = []
    while true {
      if take(".") {
        guard let name = identifier() else {
          guard isCommitted else { return nil }
          throw unexpected(at: position)
        }
        steps.append(.member(name))
      } else if peek == UInt8(ascii: "[") {
        guard hasClose || isCommitted else { return nil }
        isCommitted = true
        steps.append(try bracketed())
      } else {
        return steps
      }
    }
  }

  /// Reads `[0]` or `["First Name"]`.
  private mutating func bracketed() throws(Found) -> Reference.Step {
    position += 1
    let begin = position
    let step: Reference.Step
    if let quoted = try quoted() {
      step = .member(quoted)
    } else {
      while let byte = peek, byte != UInt8(ascii: "]"), byte != UInt8(ascii: ">"),
        byte != UInt8(ascii: "|"), byte != UInt8(ascii: " ")
      {
        position += 1
      }
      let word = String(decoding: bytes[begin..<position], as: UTF8.self)
      guard let index = Int(word), index >= 0, String(index) == word else {
        let hint = "write [0] for the first item of a list, [\"a b\"] for a member of a map"
        if word.isEmpty {
          let fault = PlaceholderFault(
            "an index is missing between the brackets of", inPlaceholder: true, hint: hint)
          throw Found(fault: fault, range: begin - 1..<begin)
        }
        let fault = PlaceholderFault(
          "'\(word)' is neither a number nor text in quotes", hint: hint)
        throw Found(fault: fault, range: begin..<position)
      }
      step = .item(index)
    }
    guard take("]") else { throw missing("]") }
    return step
  }

  /// Checks the literal arguments of a function or a filter.
  ///
  /// - Parameters:
  ///   - arguments: the arguments.
  ///   - callee: the function or filter.
  ///   - range: the place of the call, in bytes of the template.
  mutating func check(
    _ arguments: [Placeholder.Argument], of callee: TemplateCallee, _ range: Range<Int>
  ) {
    let parameters = callee.parameters
    let arity = callee.arity
    guard arity.contains(arguments.count) else {
      let taken = parameters.count
      let words =
        arity.count > 1
        ? "\(arity.lowerBound) \(arity.count == 2 ? "or" : "to") \(taken) arguments"
        : taken == 0 ? "no arguments" : taken == 1 ? "1 argument" : "\(taken) arguments"
      let fault = PlaceholderFault(
        "\(callee.title) takes \(words), not \(arguments.count)", hint: "write \(callee.usage)")
      return faults.append(Found(fault: fault, range: range))
    }
    for (argument, parameter) in zip(arguments, parameters) {
      if let fault = Self.fault(of: argument.content, as: parameter, of: callee) {
        let range = argument.range.lowerBound + start..<argument.range.upperBound + start
        faults.append(Found(fault: fault, range: range))
      }
    }
  }

  private static func fault(
    of content: Placeholder.Argument.Content, as parameter: TemplateParameter,
    of callee: TemplateCallee
  ) -> PlaceholderFault? {
    switch (content, parameter.kind) {
    case (.number, .text), (.text, .integer): return .argumentType(callee, parameter)
    case (.number(let number), .integer):
      guard Int(number) != nil else { return .argumentType(callee, parameter) }
      do { try parameter.check?(number) } catch { return error }
      return nil
    case (.text(let text), .text):
      do { try parameter.check?(text) } catch { return error }
      return nil
    case (.reference, _), (_, .any): return nil
    }
  }
}
