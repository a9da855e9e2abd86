import APICallBase
import APICallContracts
import APICallLanguage
import APICallPlugins
import APICallReading
import APICallSafety
import CommandOptions
import Testing

@testable import apicall

/// The generated parts of the manual, which pages include: they are made from the program's own
/// tables.
struct Reference: CustomTestStringConvertible {
  /// The name of the part: `options-run`.
  let name: String
  private let make: @Sendable () -> ReferenceText

  private init(_ name: String, _ make: @escaping @Sendable () -> ReferenceText) {
    self.name = name
    self.make = make
  }

  var testDescription: String { name }
  /// The path of its file.
  var path: String { "docs/reference/\(name).md" }

  /// The text of its file.
  var text: String {
    "<!-- Made from the tables of the program by the tests: APICALL_RECORD=1 writes it. -->\n\n"
      + make().text
  }

  /// All parts.
  static let all =
    commands.map(\.path).map { path in
      let words = path.split(separator: " ").dropFirst()
      return Reference(words.reduce("options") { "\($0)-\($1)" }) {
        commands.first { $0.path == path }.map(options) ?? ReferenceText()
      }
    } + [
      Reference("fields-endpoint") {
        // An example has the fields of its file.
        fields(EndpointFields.descriptions) { $0.hasPrefix("examples.NAME.test.") }
      },
      Reference("fields-script") {
        fields(ScriptFields.descriptions) { path in shared.contains { path.contains($0) } }
      },
      Reference("fields-project") { fields(ProjectFields.descriptions) { _ in false } },
      Reference("auth-types", authTypes), Reference("matchers", matchers),
      Reference("filters", filters), Reference("functions", functions),
      Reference("decoders", decoders), Reference("formats", formats),
      Reference("exit-status", exitStatus), Reference("secret-sources", secretSources),
    ]

  /// The commands that have options; those that make a request have the same ones.
  private static var commands: [Command] {
    let others = Command.requests.dropFirst().map(\.path) + ["apicall", "apicall auth token"]
    return Command.every.filter { !others.contains($0.path) && !$0.forms.isEmpty }
  }

  /// Fields of scripts that an endpoint has as well.
  private static let shared = [
    "inputs.NAME.", ".expect.", ".retry.", ".timeout.", ".until.", ".fail.", ".cleanup.",
    "on_failure.NAME.", "finally.NAME.", "test.",
  ]
}

/// The parts.
extension Reference {
  private static func options(of command: Command) -> ReferenceText {
    var text = ReferenceText()
    let sections = command.sections().filter { section in
      // The other options are those of apicall run.
      if section.forms.isEmpty { return false }
      if command.path.hasPrefix("apicall auth ") { return section.title == "OPTIONS" }
      return command.name != "get" || section.title == "ITEMS"
    }
    for section in sections {
      if sections.count > 1 {
        let title = section.title == "OPTIONS" ? "OTHER OPTIONS" : section.title
        text.group(title.prefix(1) + title.dropFirst().lowercased())
      }
      for form in section.forms {
        var term = form.names.map { ReferenceText.bold($0) }.joined(separator: ", ")
        if let name = form.placeholder {
          let value = ReferenceText.placeholder(name)
          term += form.usual == nil ? " \(value)" : "\\[=\(value)\\]"
        }
        text.entry(term, ReferenceText.escaped(form.help()))
      }
    }
    return text
  }

  /// The fields on the first level, and those below each of them under a heading of their own.
  private static func fields(
    _ fields: [FieldDescription], without isLeftOut: (String) -> Bool
  ) -> ReferenceText {
    var text = ReferenceText()
    for field in fields { entry(field.name, field, &text) }
    for field in fields {
      let inner = field.flattened.dropFirst().filter { !isLeftOut($0.path) }
      guard !inner.isEmpty else { continue }
      text.heading("Fields of \(field.name)")
      for (path, field) in inner { entry(path, field, &text) }
    }
    return text
  }

  private static func entry(_ path: String, _ field: FieldDescription, _ text: inout ReferenceText)
  {
    var takes = sentence(field.takes)
    if case .words(let words) = field.shape, !words.allSatisfy(field.summary.contains) {
      takes = sentence(words.joined(separator: ", "))
    }
    takes = ReferenceText.escaped(takes)
    text.entry(ReferenceText.bold(path), "*\(takes)* \(ReferenceText.escaped(field.summary))")
  }

  private static func sentence(_ words: String) -> String {
    words.prefix(1).uppercased() + words.dropFirst() + "."
  }

  @Sendable private static func authTypes() -> ReferenceText {
    var text = ReferenceText()
    for type in Builtins.authTypes {
      text.entry(ReferenceText.bold(type.name), ReferenceText.escaped(type.summary))
      for option in type.options {
        var facts = [words(option.kind)]
        if let value = option.defaultValue { facts.append("default \(value)") }
        if !option.isRequired, option.defaultValue == nil { facts.append("optional") }
        let kind = ReferenceText.escaped(sentence(facts.joined(separator: ", ")))
        text.entry(
          ReferenceText.bold("\(type.name).\(option.name)"),
          "*\(kind)* \(ReferenceText.escaped(option.summary))")
      }
    }
    return text
  }

  private static func words(_ kind: RoleOption.Kind) -> String {
    switch kind {
    case .template: "text with placeholders"
    case .secret: "secret text with placeholders"
    case .text: "text"
    case .integer: "a whole number"
    case .number: "a number"
    case .boolean: "true or false"
    case .words(let words): words.joined(separator: " or ")
    case .name: "a name"
    case .delimiter: "a character"
    case .names: "a list of names"
    case .url: "a URL"
    case .list: "texts with placeholders, as a list or with spaces between them"
    case .map: "a map of texts with placeholders"
    }
  }

  @Sendable private static func matchers() -> ReferenceText {
    var text = ReferenceText()
    for matcher in MatcherFields.descriptions { entry(matcher.name, matcher, &text) }
    return text
  }

  @Sendable private static func filters() -> ReferenceText {
    var text = ReferenceText()
    for filter in TemplateFilter.all.sorted(by: { $0.name < $1.name }) {
      let parts = filter.example.split(separator: " → ")
      text.entry(
        use(filter.name, filter.parameters, repeatsLast: filter.repeatsLast),
        ReferenceText.escaped(filter.summary), example: "`\(parts[0])` → `\(parts[1])`")
    }
    return text
  }

  @Sendable private static func functions() -> ReferenceText {
    var text = ReferenceText()
    for function in TemplateFunction.allCases {
      let term = use(
        function.rawValue, function.parameters, repeatsLast: function.repeatsLast, isFunction: true)
      text.entry(term, ReferenceText.escaped(function.summary))
    }
    return text
  }

  /// A filter or a function with its parameters: `split(separator)`.
  private static func use(
    _ name: String, _ parameters: [TemplateParameter], repeatsLast: Bool, isFunction: Bool = false
  ) -> String {
    guard isFunction || !parameters.isEmpty else { return ReferenceText.bold(name) }
    var list = ""
    for (index, parameter) in parameters.enumerated() {
      let item = (index == 0 ? "" : ", ") + "*\(ReferenceText.escaped(parameter.name))*"
      list += parameter.isOptional ? "\\[\(item)\\]" : item
    }
    return "\(ReferenceText.bold(name))(\(list)\(repeatsLast ? ", ..." : ""))"
  }

  @Sendable private static func decoders() -> ReferenceText {
    var text = ReferenceText()
    for decoder in Builtins.decoders {
      let types = decoder.mediaTypes.map { "`\($0)`" }.joined(separator: ", ")
      text.entry(
        ReferenceText.bold(decoder.name),
        ReferenceText.escaped(decoder.summary) + (types.isEmpty ? "" : " Selected by \(types)."))
    }
    return text
  }

  @Sendable private static func formats() -> ReferenceText {
    var text = ReferenceText()
    for format in Builtins.formatters {
      text.entry(ReferenceText.bold(format.name), ReferenceText.escaped(format.summary))
    }
    return text
  }

  @Sendable private static func exitStatus() -> ReferenceText {
    var text = ReferenceText()
    for status in ExitStatus.allCases {
      text.entry(
        "**\(status.rawValue)** *\(ReferenceText.escaped(status.name))*",
        ReferenceText.escaped(status.summary))
    }
    return text
  }

  @Sendable private static func secretSources() -> ReferenceText {
    let storage = SecretStorage(
      place: "", read: { () throws(SecretProblem) in [] }, update: { _ throws(SecretProblem) in })
    var text = ReferenceText()
    for source in Builtins.secretSources(variable: { _ in nil }, variables: { [] }, file: storage) {
      text.entry(ReferenceText.bold(source.name), ReferenceText.escaped(source.summary))
    }
    return text
  }
}
