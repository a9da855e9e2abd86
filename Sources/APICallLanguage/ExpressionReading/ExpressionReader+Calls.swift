import APICallBase
import APICallText

extension ExpressionReader {
  mutating func call(_ name: String, from begin: Int) throws(Found) -> Expression {
    guard let function = TemplateFunction(rawValue: name) else {
      let fault = PlaceholderFault(
        "unknown function '\(name)'",
        hint: TemplateFilter.named(name) != nil
          ? "\(name) is a filter: "
            + (openItems > 0 ? "write . | \(name)(…)" : "<name | \(name)>")
          : JQNames.hint(for: name)
            ?? Nearest.hint(
              for: name, among: TemplateFunction.allCases.map(\.rawValue), noun: "functions"))
      faults.append(Found(fault: fault, range: begin..<position))
      // The arguments do not matter, as long as they can be read.
      let arguments = try arguments(of: nil)
      return Expression(.call(.now, arguments), at: begin - start..<position - start)
    }
    let arguments = try arguments(of: nil)
    check(arguments, of: function, begin..<position)
    return Expression(.call(function, arguments), at: begin - start..<position - start)
  }

  /// Reads a filter and its arguments, after the `|` and white space.
  mutating func filtered(_ input: Expression) throws(Found) -> Expression {
    let begin = position
    guard let name = identifier() else {
      if take("@"), let name = identifier() {
        let hint =
          JQNames.hint(for: "@\(name)")
          ?? Nearest.hint(for: name, among: TemplateFilter.all.map(\.name), noun: "filters")
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
    let end = position
    let arguments = peek == UInt8(ascii: "(") ? try arguments(of: filter ?? .unknown) : []
    if let filter {
      check(arguments, of: filter, begin..<position)
    } else {
      let names = TemplateFilter.all.map(\.name)
      let hint =
        TemplateFunction(rawValue: name) != nil
        ? "\(name) is a function: <\(name)()>"
        : JQNames.hint(for: name) ?? Nearest.hint(for: name, among: names, noun: "filters")
      let fault = PlaceholderFault("unknown filter '\(name)'", hint: hint)
      faults.append(Found(fault: fault, range: begin..<end))
    }
    let use = Expression.FilterUse(
      filter: filter ?? .unknown, arguments: arguments, range: begin - start..<position - start)
    return Expression(
      .filtered(input, use), at: input.range.lowerBound..<position - start)
  }

  private mutating func arguments(of filter: TemplateFilter?) throws(Found) -> [Expression] {
    position += 1
    openBrackets += 1
    defer { openBrackets -= 1 }
    var arguments: [Expression] = []
    skipSpaces()
    if take(")") { return arguments }
    while true {
      skipSpaces()
      // So does an argument too many, which is reported as such.
      let takesItem =
        filter?.parameter(arguments.count)?.kind.takesItem ?? filter?.takesItems ?? false
      if takesItem {
        guard openItems < Self.mostItems
        else { throw Found(fault: .tooManyItems, range: position..<position + 1) }
        openItems += 1
      }
      arguments.append(try expression())
      if takesItem { openItems -= 1 }
      skipSpaces()
      if take(",") { continue }
      guard take(")") else { throw closing(")") }
      return arguments
    }
  }

  private mutating func check(
    _ arguments: [Expression], of callee: any TemplateCallee, _ range: Range<Int>
  ) {
    guard callee.arity.contains(arguments.count) else {
      let words = callee.arityWords
      let fault = PlaceholderFault(
        "\(callee.title) takes \(words), not \(arguments.count)", hint: "write \(callee.usage)")
      return faults.append(Found(fault: fault, range: range))
    }
    for (index, argument) in arguments.enumerated() {
      guard let parameter = callee.parameter(index),
        let fault = argument.fault(as: parameter, of: callee)
      else { continue }
      let range = argument.range.lowerBound + start..<argument.range.upperBound + start
      faults.append(Found(fault: fault, range: range))
    }
  }
}

extension Expression {
  fileprivate func fault(
    as parameter: TemplateParameter, of callee: any TemplateCallee
  ) -> PlaceholderFault? {
    if parameter.kind == .itemPath || parameter.kind == .memberPath {
      let isValid =
        parameter.kind == .itemPath
        ? itemPath?.isEmpty == false : itemPath.map { !$0.isEmpty && $0.allSatisfy(\.isMember) }
      return isValid == true ? nil : .argumentType(callee, parameter)
    }
    guard case .literal(let value) = form else { return nil }
    let kinds = ValueKinds(of: value)
    switch parameter.kind {
    case .any, .item, .itemPath, .memberPath: return nil
    case .text:
      guard kinds == .text else { return .argumentType(callee, parameter) }
    case .integer:
      guard kinds == .number, value.plainText.flatMap({ Int($0) }) != nil
      else { return .argumentType(callee, parameter) }
    }
    do throws(PlaceholderFault) { try parameter.check?(value.plainText ?? "") } catch {
      return error
    }
    return nil
  }
}
