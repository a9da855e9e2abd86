package import APICallBase
package import APICallModel
package import APICallSafety
package import APICallText
package import JSONText
package import YAMLTree

/// What is wrong with the value of an input, or why it has none.
package enum InputProblem: Error {
  /// A text that is not a value of the type.
  case notOfType(InputDeclaration, String)
  /// A JSON value of another type.
  case otherType(InputDeclaration, Value)
  /// A value of a profile of another type.
  case inProfile(InputDeclaration, Value, Mark)
  case notJSON(InputDeclaration, JSONSyntaxError)
  /// A JSON list was given as one text.
  case listAsText(InputDeclaration)
  /// A JSON map was given as text.
  case mapAsText(InputDeclaration)
  /// A whole list was given together with single items.
  case listAndMore(InputDeclaration)
  /// JSON was given instead of a file.
  case jsonForFile(InputDeclaration)
  case refused(InputDeclaration, InputRule.Refusal)
  /// A file cannot be read; the nearest name in its folder, if there is a similar one.
  case unreadable(InputDeclaration, String, FileError, nearest: String?)
  /// A file is not text.
  case notText(InputDeclaration, String)
  /// A path does not lead to a regular file.
  case notFile(InputDeclaration, String, FileStatus.Kind)
  /// A path of a profile cannot be used.
  case confined(FileRootProblem, Mark)
  /// The problem includes whether the input would have been asked for on a terminal, and why its
  /// variable may not be read.
  case missing(InputDeclaration, isAsked: Bool, Distrust? = nil)
  /// An environment variable has the value, but the file may not read it.
  case unread(InputDeclaration, Distrust)

  /// The exit status if nothing else is wrong.
  package var status: ExitStatus {
    switch self {
    case .unreadable: .noInput
    case .unread: .noPermission
    default: .badInput
    }
  }
}

extension Failure {
  /// Creates the failure of several problems, with their status if all have the same, otherwise 65.
  package init<Found>(
    _ problems: [Found], problem: (Found) -> InputProblem, diagnostic: (Found) -> Message
  ) {
    let status = problems.first.map { problem($0).status } ?? .badInput
    let isOne = problems.allSatisfy { problem($0).status == status }
    self.init(isOne ? status : .badInput, problems.map(diagnostic))
  }

  package init(_ problems: [InputProblem]) {
    self.init(problems, problem: { $0 }, diagnostic: \.diagnostic)
  }
}

extension InputProblem {
  /// The problem in words, without any part of a secret value.
  package var diagnostic: Message {
    var diagnostic = words
    diagnostic.input = input?.name
    diagnostic.hintInProgram = hintInProgram
    return diagnostic
  }

  /// The hint in a program, if that of the command line does not apply there.
  private var hintInProgram: String?? {
    switch self {
    case .missing(_, _, _?):
      .some("give it in the inputs of the call, or trust the file to read the variable")
    case .missing(let input, _, nil):
      .some(
        "give it in the inputs of the call"
          + (input.variable.map { ", or set the variable \($0.text)" } ?? ""))
    case .unread: .some("trust the file, or give the input in the inputs of the call")
    case .otherType, .notJSON, .listAsText, .mapAsText, .listAndMore, .jsonForFile, .notFile,
      .notOfType:
      .some(nil)
    default: nil
    }
  }

  /// The input; nil if the problem is a path of a profile.
  private var input: InputDeclaration? {
    switch self {
    case .notOfType(let input, _), .otherType(let input, _), .inProfile(let input, _, _),
      .notJSON(let input, _), .listAsText(let input), .mapAsText(let input),
      .listAndMore(let input), .jsonForFile(let input), .refused(let input, _),
      .unreadable(let input, _, _, _), .notText(let input, _), .notFile(let input, _, _),
      .missing(let input, _, _), .unread(let input, _):
      input
    case .confined: nil
    }
  }

  private var words: Message {
    switch self {
    case .notOfType(let input, let text):
      let shown = Value.text(text).excerpt(isSecret: input.isSecret)
      return Message(
        "the input '\(input.name)' takes \(input.type.words), not '\(shown)'",
        hint: Self.hint(for: text, of: input))
    case .otherType(let input, let value):
      return Message(
        "the input '\(input.name)' takes \(input.type.words), not \(Self.described(value, input))",
        hint: input.type == .string && !input.isSecret && value.plainText != nil
          ? "write \(input.name)=… to give it as text" : nil)
    case .inProfile(let input, let value, let mark):
      return Message(
        "the input '\(input.name)' takes \(input.type.words), not \(Self.described(value, input))",
        at: mark)
    case .notJSON(let input, let error):
      // The error may reveal a letter of the text.
      let reason = input.isSecret ? "" : ": \(error)"
      return Message(
        "the value of the input '\(input.name)' is not JSON\(reason)",
        hint: input.type == .string
          ? "write \(input.name)=… for plain text; text in JSON has double quotes" : nil)
    case .listAsText(let input):
      return Message(
        "the list for the input '\(input.name)' is given as one text",
        hint: "write \(input.name):=… for the list; each \(input.name)=… adds one item of text")
    case .mapAsText(let input):
      return Message(
        "a map for the list '\(input.name)' is given as text",
        hint: "write \(input.name):=… for an item that is a map; \(input.name)=… adds text")
    case .listAndMore(let input):
      return Message(
        "the input '\(input.name)' is given both a whole list and single items",
        hint: "give one list as \(input.name):=[…], or its items one by one")
    case .jsonForFile(let input):
      return Message(
        "the input '\(input.name)' takes the path of a file, not JSON",
        hint: "write \(input.name)=PATH, or \(input.name)=- for standard input")
    case .refused(let input, let refusal):
      let help = input.help.map { " (\($0))" } ?? ""
      return Message("the input '\(input.name)'\(help) \(refusal.predicate)", hint: refusal.hint)
    case .confined(let problem, let mark): return problem.diagnostic(at: mark)
    case .unreadable(let input, let path, let error, let nearest):
      return Self.unreadable(path, error, nearest, for: input)
    case .notText(let input, let path):
      return Message(
        "'\(path == "-" ? "standard input" : path)' is not UTF-8 text, which the input"
          + " '\(input.name)' takes",
        hint: "to send other bytes, declare an input of type file")
    case .notFile(let input, let path, let kind):
      return Message(
        "'\(path)' is \(kind == .folder ? "a folder" : "not a regular file"), but the input"
          + " '\(input.name)' takes a file",
        hint: kind == .folder ? nil : "\(input.name)=- reads standard input")
    case .missing(let input, let isAsked, let distrust):
      return Self.missing(input, isAsked: isAsked, distrust)
    case .unread(let input, let distrust):
      let variable = input.variable?.text ?? ""
      let hint = distrust.hint("lets files below that folder read variables")
      var problem = Message(
        "the input '\(input.name)' is missing: the file may not read the variable \(variable)",
        hint: hint + ", '--allow-env \(variable)' allows this one")
      problem.hintInFile = hint
      return problem
    }
  }

  private static func unreadable(
    _ path: String, _ error: FileError, _ nearest: String?, for input: InputDeclaration
  ) -> Message {
    guard path != "-" else {
      return Message(
        "cannot read standard input for the input '\(input.name)': \(error.reason)")
    }
    let tilde =
      path.hasPrefix("~/") ? "the shell did not expand ~; write \"$HOME\(path.dropFirst())\"" : nil
    return Message(
      "cannot read '\(path)' for the input '\(input.name)': \(error.reason)",
      hint: nearest.map { "did you mean '\($0)'?" } ?? tilde)
  }

  private static func missing(
    _ input: InputDeclaration, isAsked: Bool, _ distrust: Distrust?
  ) -> Message {
    let help = input.help.map { " (\($0))" } ?? ""
    // Other users see a command line.
    let value =
      switch input.type {
      case .file: "=PATH"
      case _ where input.isSecret: "@=FILE, where - is standard input"
      default: "=VALUE"
      }
    let variable = input.variable?.text ?? ""
    let permission =
      switch distrust {
      case nil: ""
      case let distrust?:
        " and allow it: \(distrust.command.map { "\($0) or " } ?? "")'--allow-env \(variable)'"
      }
    let asking = isAsked ? "; there is no terminal to ask on" : ""
    var problem = Message(
      "the input '\(input.name)' is missing\(help)",
      hint: "give it as \(input.name)\(value)"
        + (variable.isEmpty ? "" : ", or set \(variable)\(permission)") + asking)
    if !variable.isEmpty {
      let command = distrust?.command.map { ", and allow it: \($0)" } ?? ""
      problem.hintInFile = "set \(variable)\(command)\(asking)"
    }
    return problem
  }

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
    // Half of a surrogate pair is valid JSON, but not text.
    case .string: "half of a surrogate pair"
    case .null, .array, .object: value.typeName
    }
  }
}
