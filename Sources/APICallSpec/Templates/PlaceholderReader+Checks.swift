extension PlaceholderReader {
  /// Notes what is wrong with the arguments of a function or a filter, as far as they are written
  /// out.
  ///
  /// - Parameters:
  ///   - arguments: what is given.
  ///   - callee: what takes them.
  ///   - range: the place of all of it, in octets of the template.
  mutating func check(
    _ arguments: [Placeholder.Argument], of callee: TemplateCallee, _ range: Range<Int>
  ) {
    let parameters = callee.parameters
    guard arguments.count == parameters.count else {
      faults.append(Found(fault: .argumentCount(callee, arguments.count), range: range))
      return
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
      return Int(number) == nil ? .argumentType(callee, parameter) : nil
    case (.text(let text), .text):
      switch callee {
      case .function(.fake): return FakeData(rawValue: text) == nil ? .unknownKind(text) : nil
      case .filter(.date):
        do { _ = try DateFormat(text) } catch { return error }
        return nil
      default: return nil
      }
    case (.reference, _), (_, .any): return nil
    }
  }
}
