extension ManifestProblem {
  /// What is wrong, in lower case and without a full stop: `'name' takes text, not 5`.
  public var message: String {
    switch kind {
    case .tooLong(let limit): "a manifest is not longer than \(limit) octets"
    case .notJSON(let reason): reason
    case .wrongType(nil, let takes, let got): "a manifest is \(takes), not \(got)"
    case .wrongType(let member?, let takes, let got): "'\(member)' takes \(takes), not \(got)"
    case .missing(let member, let owner): "\(owner.rawValue) needs '\(member)'"
    case .repeated(let member): "'\(member)' stands here before"
    case .unknownWord(let word, let member, _): "'\(member)' cannot be '\(word)'"
    case .notName(let text, _, let name): "'\(text)' is no \(name.noun)"
    case .unknownSchema(let text):
      "this is a manifest of schema \(text), and apicall reads schema 1"
    case .absoluteProgram(let path): "the program '\(path)' is an absolute path"
    case .programOutside(let path): "the program '\(path)' is no file of the plugin's folder"
    case .empty(let member): "'\(member)' is empty"
    case .notForRole(let member, let role, _): "the role '\(role.rawValue)' has no '\(member)'"
    case .wrongMode(let mode, let role):
      "the role '\(role.rawValue)' has the mode '\(role.mode)', not '\(mode)'"
    case .repeatedRole(let role, let name):
      "the role '\(role.rawValue)' has the name '\(name)' before"
    case .repeatedOption(let name, nil): "there is an option '\(name)' before"
    case .repeatedOption(let name, let variable?):
      "the option '\(name)' shares the variable \(variable) with one before"
    case .secretOfFilter(let name): "the option '\(name)' is secret, and a filter cannot be told it"
    case .wrongDefault(let value, let takes): "the option takes \(takes), not \(value)"
    case .needlessDefault(let name): "the option '\(name)' is required, and has a default"
    case .uselessHosts: "'hosts' says whose requests are authorised, and there is no role 'auth'"
    case .unknownMember(let name, let owner, _): "\(owner.rawValue) has no '\(name)'"
    }
  }

  /// The way out; nil where ``guess`` has it, or where the message says all.
  public var hint: String? {
    switch kind {
    case .missing("exec", _): #"it names the program: "exec": "./NAME""#
    case .missing("name", .manifest): "it is the name of the plugin's folder"
    case .missing("roles", _): #"it says what the plugin is: "roles": [{"role": "formatter"}]"#
    case .notName(_, _, let name): name.rule
    case .unknownSchema: "a newer apicall may read it"
    case .absoluteProgram, .programOutside:
      "it is a path within the folder, such as './NAME', and may not hold '..'"
    case .empty("names"): "leave 'names' out where it is the plugin's own name"
    case .empty("roles"): #"it says what the plugin is: "roles": [{"role": "formatter"}]"#
    case .wrongMode: "'mode' may be left out"
    case .secretOfFilter: "decoders and formatters are run without any secret"
    case .needlessDefault: "leave out 'required' or 'default'"
    case .uselessHosts: "leave it out"
    default: nil
    }
  }

  /// The word that was met, and those that are known there; nil where it is no word that is wrong.
  public var guess: (word: String, known: [String], noun: String)? {
    switch kind {
    case .unknownWord(let word, _, let known): (word, known, "words")
    case .notForRole(let member, _, let known): (member, known, "members")
    case .unknownMember(let name, _, let known): (name, known, "members")
    default: nil
    }
  }
}

extension ManifestProblem.Name {
  fileprivate var noun: String {
    switch self {
    case .plugin: "name of a plugin"
    case .role: "name for a role"
    case .option: "name of an option"
    case .variable: "name of a variable"
    case .reservedVariable: "variable that a plugin can ask for"
    case .host: "host"
    case .mediaType: "media type"
    case .page: "file name of a manual page"
    }
  }

  fileprivate var rule: String {
    switch self {
    case .plugin: "small letters, digits and '-', a letter first, 32 at most"
    case .role, .option: "small letters, digits, '-' and '_', a letter first, 32 at most"
    case .variable: "letters, digits and '_', no digit first, such as DISPLAY"
    case .reservedVariable: "those that begin with APICALL_ are apicall's own"
    case .host: "a host is a name such as 'api.example.com', or '*.example.com' for all below it"
    case .mediaType: "such as 'text/csv', 'text/*' or '*/*+json', without parameters"
    case .page: "a file of the plugin's folder, such as 'apicall-NAME.1'"
    }
  }
}

extension PluginRole.Kind {
  /// How its program is spoken to: `filter` or `framed`.
  public var mode: String { isFilter ? "filter" : "framed" }
}
