import APICallBase
import APICallRequests
import APICallSystem
import APICallText
import CommandOptions

/// The messages for operands that are neither a file nor an input, by what was probably meant.
///
/// A malformed operand may be a part of an input, and so a secret: messages do not repeat it.
enum OperandSlips {
  /// Finds an operand that cannot be a file.
  ///
  /// Returns the failure; nil if each operand may be a file.
  static func failure(_ files: [String]) -> Failure? {
    if let failure = failureOfHabits(files) { return failure }
    for operand in files where operand.utf8.contains(UInt8(ascii: "=")) {
      let name = operand.prefix { $0 != "=" }
      // "name :=x" and "name: =x" in quotes.
      let trimmed = name.filter { !" \t:@".contains($0) }
      guard files.count > 1 || name != trimmed, !name.contains("/") else { continue }
      if name.isEmpty || trimmed.isEmpty {
        return Failure(.usage, "an argument has no name before its '='", hint: spaces)
      }
      return Failure(
        .usage, "'\(name)' cannot be the name of an input",
        hint: name != trimmed && InputResolver.Assignment("\(trimmed)=") != nil
          ? spaces : "a name has only letters, digits, _ and -, and begins with a letter or _")
    }
    return nil
  }

  /// The failure for what other programs take: a URL, a file of Hurl, a header field.
  private static func failureOfHabits(_ files: [String]) -> Failure? {
    if let url = files.first, url.hasPrefix("http://") || url.hasPrefix("https://") {
      return Failure(
        .usage, "'\(url)' is a URL, not a file",
        hint:
          "'apicall get URL' makes a call without a file; with --save FILE.yaml it also writes one")
    }
    if let file = files.first(where: { $0.hasSuffix(".hurl") || $0.hasSuffix(".http") }) {
      return Failure(
        .usage, "'\(file)' is not a file of apicall",
        hint: "write each request as a YAML file: 'apicall help tutorial' shows how")
    }
    guard files.count > 1 else { return nil }
    for operand in files.dropFirst() {
      guard let colon = operand.firstIndex(of: ":"), !operand.contains("/"),
        !operand.hasSuffix(".yaml")
      else { continue }
      let name = operand[..<colon]
      guard !name.isEmpty,
        name.utf8.allSatisfy({ $0.isASCIILetterOrDigit || $0 == 0x2D || $0 == 0x5F })
      else { continue }
      return Failure(
        .usage, "an argument after '\(files[0])' has a ':' after its name",
        hint: "write an input as \(name)=VALUE, and a header field as -H '\(name): VALUE'")
    }
    return nil
  }

  static func failureOfMany(_ files: [String]) -> Failure? {
    guard files.count > 1, let file = files.first else { return nil }
    return Failure(
      .usage,
      "an argument after '\(file)' is not an input: show takes one endpoint", hint: spaces)
  }

  /// Explains an operand after the first that names neither a file nor an endpoint.
  ///
  /// Returns the failure; nil if the operand looks like a file.
  static func failure(_ operand: String, after first: String, with inputs: [String]) -> Failure? {
    guard !operand.hasSuffix(".yaml") else { return nil }
    let isNumber = operand.count < 5 && operand.allSatisfy(\.isNumber)
    let hint =
      isNumber && ProgramArguments.all.contains("--follow")
      ? "write the number of redirects after an =: --follow=\(operand)"
      : inputs.first.map { "write an input as name=value, such as \($0)=VALUE" } ?? spaces
    return Failure(
      .usage, "an argument after '\(first)' is neither an input nor an endpoint", hint: hint)
  }

  private static let spaces = "write an input as name=value, without spaces around the ="
}

/// The hint for an option that was probably meant as an input.
enum InputSlip {
  /// The hint for an unknown option that does not resemble a known one.
  ///
  /// Returns the hint; nil if a known option resembles it.
  static func advice(on option: String, of command: Command) -> String? {
    if let hint = HabitTable.hint(forOptionOfRun: option) { return hint }
    let name = String(option.drop { $0 == "-" })
    guard option.hasPrefix("--"), InputResolver.Assignment("\(name)=") != nil else { return nil }
    let near = OptionForm.name(nearestTo: option, among: command.forms)
    if let near, near.drop(while: { $0 == "-" }).first == name.first { return nil }
    return "write an input without dashes: \(name)=VALUE; "
      + "'\(command.path) --help' lists the options"
  }
}
