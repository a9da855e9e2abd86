package import APICallBase
package import APICallSpec
package import JSONText
package import YAMLTree

/// What is wrong with the value of an input, or with there being none.
package enum InputProblem: Error {
  /// A text that is no value of the type.
  case notOfType(InputDeclaration, String)
  /// A value of JSON that is of another type.
  case otherType(InputDeclaration, Value)
  /// The value of a profile is of another type.
  case inProfile(InputDeclaration, Value, Mark)
  /// What should be JSON is none.
  case notJSON(InputDeclaration, JSONSyntaxError)
  /// A list of JSON was given as if it were one text.
  case listAsText(InputDeclaration)
  /// A map of JSON was given as if it were text.
  case mapAsText(InputDeclaration)
  /// A whole list was given, and more items.
  case listAndMore(InputDeclaration)
  /// JSON was given where a file is needed.
  case jsonForFile(InputDeclaration)
  /// The value breaks a rule.
  case refused(InputDeclaration, InputRule.Refusal)
  /// A file cannot be read; the nearest name in its folder, if any is near.
  case unreadable(InputDeclaration, String, FileError, nearest: String?)
  /// A file is not text.
  case notText(InputDeclaration, String)
  /// What stands at a path is no regular file.
  case notFile(InputDeclaration, String, FileStatus.Kind)
  /// A path of a profile cannot be used.
  case confined(FileRootProblem, Mark)
  /// There is no value; whether it would have been asked for on a terminal, and why its variable may
  /// not be read.
  case missing(InputDeclaration, isAsked: Bool, Distrust? = nil)
  /// There is a variable with the value, which the file may not have read.
  case unread(InputDeclaration, Distrust)

  /// The exit status where nothing else is wrong.
  package var status: ExitStatus {
    switch self {
    case .unreadable: .noInput
    case .unread: .noPermission
    default: .badInput
    }
  }
}

extension Failure {
  /// The failure that problems make: with their own status where all have the same, else 65.
  ///
  /// - Parameters:
  ///   - problems: what is wrong.
  ///   - problem: finds the problem in each.
  ///   - diagnostic: puts each in words.
  package init<Found>(
    _ problems: [Found], problem: (Found) -> InputProblem, diagnostic: (Found) -> Diagnostic
  ) {
    let status = problems.first.map { problem($0).status } ?? .badInput
    let isOne = problems.allSatisfy { problem($0).status == status }
    self.init(isOne ? status : .badInput, problems.map(diagnostic))
  }

  /// The failure that problems make.
  init(_ problems: [InputProblem]) {
    self.init(problems, problem: { $0 }, diagnostic: \.diagnostic)
  }
}

extension InputProblem {
  /// The problem in words, without anything of a secret value.
  package var diagnostic: Diagnostic {
    switch self {
    case .notOfType(let input, let text):
      let shown = Value.text(text).excerpt(isSecret: input.isSecret)
      return Diagnostic(
        "the input '\(input.name)' takes \(input.type.words), not '\(shown)'",
        hint: Self.hint(for: text, of: input))
    case .otherType(let input, let value):
      return Diagnostic(
        "the input '\(input.name)' takes \(input.type.words), not \(Self.described(value, input))",
        hint: input.type == .string && !input.isSecret && value.plainText != nil
          ? "write \(input.name)=… to give it as text" : nil)
    case .inProfile(let input, let value, let mark):
      return Diagnostic(
        "the input '\(input.name)' takes \(input.type.words), not \(Self.described(value, input))",
        at: mark)
    case .notJSON(let input, let error):
      // What is wrong with the text may tell a letter of it.
      let reason = input.isSecret ? "" : ": \(error)"
      return Diagnostic(
        "the value of the input '\(input.name)' is not JSON\(reason)",
        hint: input.type == .string
          ? "write \(input.name)=… for plain text; text in JSON has double quotes" : nil)
    case .listAsText(let input):
      return Diagnostic(
        "the list for the input '\(input.name)' is given as one text",
        hint: "write \(input.name):=… for the list; each \(input.name)=… adds one item of text")
    case .mapAsText(let input):
      return Diagnostic(
        "a map for the list '\(input.name)' is given as text",
        hint: "write \(input.name):=… for an item that is a map; \(input.name)=… adds text")
    case .listAndMore(let input):
      return Diagnostic(
        "the input '\(input.name)' is given both a whole list and single items",
        hint: "give one list as \(input.name):=[…], or its items one by one")
    case .jsonForFile(let input):
      return Diagnostic(
        "the input '\(input.name)' takes the path of a file, not JSON",
        hint: "write \(input.name)=PATH, or \(input.name)=- for standard input")
    case .refused(let input, let refusal):
      let help = input.help.map { " (\($0))" } ?? ""
      return Diagnostic("the input '\(input.name)'\(help) \(refusal.predicate)", hint: refusal.hint)
    case .confined(let problem, let mark): return problem.diagnostic(at: mark)
    case .unreadable(let input, let path, let error, let nearest):
      return Self.unreadable(path, error, nearest, for: input)
    case .notText(let input, let path):
      return Diagnostic(
        "'\(path == "-" ? "standard input" : path)' is not UTF-8 text, which the input"
          + " '\(input.name)' takes",
        hint: "to send other bytes, declare an input of type file")
    case .notFile(let input, let path, let kind):
      return Diagnostic(
        "'\(path)' is \(kind == .folder ? "a folder" : "not a regular file"), but the input"
          + " '\(input.name)' takes a file",
        hint: kind == .folder ? nil : "\(input.name)=- reads standard input")
    case .missing(let input, let isAsked, let distrust):
      return Self.missing(input, isAsked: isAsked, distrust)
    case .unread(let input, let distrust):
      let variable = input.variable?.text ?? ""
      return Diagnostic(
        "the input '\(input.name)' is missing: the file may not read the variable \(variable)",
        hint: distrust.hint("lets files below that folder read variables")
          + ", '--allow-env \(variable)' allows this one")
    }
  }

  private static func unreadable(
    _ path: String, _ error: FileError, _ nearest: String?, for input: InputDeclaration
  ) -> Diagnostic {
    guard path != "-" else {
      return Diagnostic(
        "cannot read standard input for the input '\(input.name)': \(error.reason)")
    }
    let tilde =
      path.hasPrefix("~/") ? "the shell did not expand ~; write \"$HOME\(path.dropFirst())\"" : nil
    return Diagnostic(
      "cannot read '\(path)' for the input '\(input.name)': \(error.reason)",
      hint: nearest.map { "did you mean '\($0)'?" } ?? tilde)
  }

  private static func missing(
    _ input: InputDeclaration, isAsked: Bool, _ distrust: Distrust?
  ) -> Diagnostic {
    let help = input.help.map { " (\($0))" } ?? ""
    let value = input.type == .file ? "PATH" : "VALUE"
    let variable = input.variable?.text ?? ""
    let permission =
      switch distrust {
      case nil: ""
      case let distrust?:
        " and allow it: \(distrust.command.map { "\($0) or " } ?? "")'--allow-env \(variable)'"
      }
    return Diagnostic(
      "the input '\(input.name)' is missing\(help)",
      hint: "give it as \(input.name)=\(value)"
        + (variable.isEmpty ? "" : ", or set \(variable)\(permission)")
        + (isAsked ? "; there is no terminal to ask on" : ""))
  }

  /// The way out for a text that is no value of a type.
  private static func hint(for text: String, of input: InputDeclaration) -> String? {
    guard !input.isSecret else { return nil }
    if text.hasPrefix("=") { return "write one = between the name and the value" }
    guard input.type == .boolean else { return nil }
    switch text.lowercased() {
    case "yes", "on", "y", "1", "true": return "write \(input.name)=true"
    case "no", "off", "n", "0", "false": return "write \(input.name)=false"
    default: return nil
    }
  }

  private static func described(_ value: Value, _ input: InputDeclaration) -> String {
    let shown = value.excerpt(isSecret: input.isSecret)
    if input.isSecret { return "'\(shown)'" }
    guard case .json(let json) = value else { return "the text '\(shown)'" }
    return switch json.kind {
    case .number: "the number \(shown)"
    case .boolean: shown
    // Half a surrogate pair is JSON, but no text.
    case .string: "half of a surrogate pair"
    case .null, .array, .object: value.typeName
    }
  }
}
