import APICallBase
import APICallRun
import CommandOptions

/// Operands that are neither a file nor an input, told apart by what was probably meant.
///
/// What is no input may be a part of one, and so a secret: it is not repeated.
enum OperandSlips {
  /// Finds what is wrong.
  ///
  /// - Parameter files: the operands that are no inputs, the file that was meant among them.
  /// - Returns: what to tell; nil where each may be a file.
  static func failure(_ files: [String]) -> Failure? {
    for operand in files where operand.utf8.contains(UInt8(ascii: "=")) {
      let name = operand.prefix { $0 != "=" }
      // "name :=x" and "name: =x" in quotes.
      let trimmed = name.filter { !" \t:@".contains($0) }
      guard files.count > 1 || name != trimmed, !name.contains("/") else { continue }
      if name.isEmpty || trimmed.isEmpty {
        return Failure(.usage, "there is an = without a name before it", hint: spaces)
      }
      return Failure(
        .usage, "'\(name)' cannot be the name of an input",
        hint: name != trimmed && InputResolver.Assignment("\(trimmed)=") != nil
          ? spaces : "a name is letters, digits, _ and -, and begins with a letter or _")
    }
    return nil
  }

  /// What is wrong where there is room for one endpoint.
  ///
  /// - Parameter files: the operands that are no inputs.
  /// - Returns: what to tell; nil where there is one.
  static func failureOfMany(_ files: [String]) -> Failure? {
    guard files.count > 1, let file = files.first else { return nil }
    return Failure(
      .usage,
      "one endpoint at a time: there is something behind '\(file)' that is no input", hint: spaces)
  }

  /// What is wrong with an operand behind the first that no file or endpoint is found for.
  ///
  /// - Parameters:
  ///   - operand: the operand.
  ///   - first: the first one.
  ///   - inputs: the names of its inputs.
  /// - Returns: what to tell; nil where it looks like a file.
  static func failure(
    _ operand: String, after first: String, with inputs: [String]
  ) -> Failure? {
    guard !operand.hasSuffix(".yaml") else { return nil }
    let isNumber = operand.count < 5 && operand.allSatisfy(\.isNumber)
    let hint =
      isNumber && CommandLine.arguments.contains("--follow")
      ? "the number of redirects needs a sign: --follow=\(operand)"
      : inputs.first.map { "an input is written name=value, as in \($0)=VALUE" } ?? spaces
    return Failure(
      .usage, "an argument after '\(first)' is neither an input nor an endpoint", hint: hint)
  }

  private static let spaces = "an input is written name=value, without spaces around the ="
}

/// An option that was probably meant as an input.
enum InputSlip {
  /// The way out for an option that a command does not have, and that is not near to one that it has.
  ///
  /// - Parameters:
  ///   - option: the option as it is typed.
  ///   - command: the command.
  /// - Returns: the hint; nil where another option is nearer.
  static func advice(on option: String, of command: Command) -> String? {
    let name = String(option.drop { $0 == "-" })
    guard option.hasPrefix("--"), InputResolver.Assignment("\(name)=") != nil else { return nil }
    let near = Nearest.word(to: option, among: command.forms.flatMap(\.names))
    if let near, near.drop(while: { $0 == "-" }).first == name.first { return nil }
    return "an input is written without dashes: \(name)=VALUE; "
      + "'\(command.path) --help' lists the options"
  }
}
