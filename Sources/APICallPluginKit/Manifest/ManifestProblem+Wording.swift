extension ManifestProblem {
  /// The problem, in lower case and without a full stop: `'name' must be a string, not 5`.
  public var message: String {
    switch kind {
    case .tooLong(let limit): "the manifest is longer than \(limit) bytes"
    case .notJSON(let reason): reason
    case .wrongType(nil, let takes, let got): "the manifest must be \(takes), not \(got)"
    case .wrongType(let member?, let takes, let got): "'\(member)' must be \(takes), not \(got)"
    case .missing(let member, let owner): "\(owner.rawValue) needs '\(member)'"
    case .repeated(let member): "'\(member)' is set twice"
    case .unknownWord(let word, let member, _): "'\(member)' cannot be '\(word)'"
    case .notName(let text, _, let name): "'\(text)' is not a valid \(name.noun)"
    case .unknownSchema(let text):
      "the manifest has schema \(text), but apicall reads schema 1"
    case .absoluteProgram(let path): "the program '\(path)' is an absolute path"
    case .programOutside(let path): "the program '\(path)' is not a file in the plugin's folder"
    case .empty(let member): "'\(member)' is empty"
    case .notForRole(let member, let role, _): "the role '\(role.rawValue)' has no '\(member)'"
    case .wrongMode(let mode, let role):
      "the role '\(role.rawValue)' has the mode '\(role.mode)', not '\(mode)'"
    case .repeatedRole(let role, let name):
      "the role '\(role.rawValue)' has the name '\(name)' twice"
    case .repeatedOption(let name, nil): "the option '\(name)' is declared twice"
    case .repeatedOption(let name, let variable?):
      "the option '\(name)' shares the variable \(variable) with an earlier option"
    case .secretOfFilter(let name): "the option '\(name)' is secret, but a filter gets no secrets"
    case .wrongDefault(let value, let takes): "the value must be \(takes), not \(value)"
    case .needlessDefault(let name): "the option '\(name)' is required but has a default"
    case .uselessHosts: "'hosts' has no effect without the role 'auth'"
    case .unknownMember(let name, let owner, _): "\(owner.rawValue) has no '\(name)'"
    }
  }

  /// The hint; nil without one, or if ``guess`` provides it.
  public var hint: String? {
    switch kind {
    case .missing("exec", _): #"name the program: "exec": "./NAME""#
    case .missing("name", .manifest): "write the name of the plugin's folder"
    case .missing("roles", _): #"list the plugin's roles: "roles": [{"role": "formatter"}]"#
    case .notName(_, _, let name): name.rule
    case .unknownSchema: "a newer apicall may read it"
    case .absoluteProgram, .programOutside:
      "write a path within the folder, such as './NAME', without '..'"
    case .empty("names"): "leave out 'names' to use the plugin's own name"
    case .empty("roles"): #"list the plugin's roles: "roles": [{"role": "formatter"}]"#
    case .wrongMode: "leave out 'mode'"
    case .secretOfFilter: "decoders and formatters run without secrets"
    case .needlessDefault: "leave out 'required' or 'default'"
    case .uselessHosts: "leave out 'hosts'"
    default: nil
    }
  }

  /// An unknown word and the known words that it is compared with; nil if no word is unknown.
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
    case .plugin: "plugin name"
    case .role: "role name"
    case .option: "option name"
    case .variable: "variable name"
    case .reservedVariable: "variable for a plugin"
    case .host: "host"
    case .mediaType: "media type"
    case .page: "manual page file name"
    }
  }

  fileprivate var rule: String {
    switch self {
    case .plugin: "use up to 32 lower-case letters, digits and '-', starting with a letter"
    case .role, .option:
      "use up to 32 lower-case letters, digits, '-' and '_', starting with a letter"
    case .variable: "use letters, digits and '_', not starting with a digit, such as DISPLAY"
    case .reservedVariable: "names that begin with APICALL_ are reserved for apicall"
    case .host: "write a name such as 'api.example.com', or '*.example.com' for its subdomains"
    case .mediaType: "write a type such as 'text/csv', 'text/*' or '*/*+json', without parameters"
    case .page: "name a file in the plugin's folder, such as 'apicall-NAME.1'"
    }
  }
}

extension PluginRole.Kind {
  /// The mode of its program: `filter` or `framed`.
  public var mode: String { isFilter ? "filter" : "framed" }
}
