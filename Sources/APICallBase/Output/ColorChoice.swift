/// When styles are shown in colour.
package enum ColorChoice: String, Sendable, CaseIterable {
  /// On a terminal, unless environment variables override it.
  case automatic = "auto"
  case always
  case never

  /// Finds the choice on a command line that may be invalid: its errors are coloured by the same
  /// choice.
  package init(in arguments: [String]) {
    self = .automatic
    for (index, word) in arguments.enumerated() {
      if word == "--" { return }
      if word == "--color", index + 1 < arguments.count {
        self = Self(rawValue: arguments[index + 1]) ?? self
      } else if word.hasPrefix("--color=") {
        self = Self(rawValue: String(word.dropFirst(8))) ?? self
      }
    }
  }

  package func showsStyles(onTerminal isTerminal: Bool, in environment: ColorEnvironment) -> Bool {
    switch (self, environment) {
    case (.always, _), (.automatic, .forced): true
    case (.never, _), (.automatic, .refused): false
    case (.automatic, .silent): isTerminal
    }
  }
}

/// The choice of colour in the environment variables that programs agree on.
package enum ColorEnvironment: Sendable, CaseIterable {
  /// No choice: colours on a terminal only.
  case silent
  /// Always colour: CLICOLOR_FORCE is set, and not to 0.
  case forced
  /// Never colour: NO_COLOR is set, CLICOLOR is 0, or TERM is `dumb` or not set.
  case refused

  /// Reads the variables; an empty one counts as not set.
  package init(onTerminal isTerminal: Bool = true, _ variable: (String) -> String?) {
    func value(_ name: String) -> String? {
      let value = variable(name)
      return value == "" ? nil : value
    }
    if let force = value("CLICOLOR_FORCE"), force != "0" {
      self = .forced
    } else if !isTerminal {
      self = .silent
    } else if value("NO_COLOR") != nil || value("CLICOLOR") == "0"
      || (value("TERM") ?? "dumb") == "dumb"
    {
      self = .refused
    } else {
      self = .silent
    }
  }
}

/// The properties of standard output that rules may depend on.
package struct OutputContext: Sendable {
  package var isTerminal: Bool
  /// The columns of the terminal; nil if it is not a terminal or they are not known.
  package var columns: Int?
  package var colors: ColorEnvironment

  package init(isTerminal: Bool, columns: Int? = nil, colors: ColorEnvironment = .silent) {
    self.isTerminal = isTerminal
    self.columns = columns
    self.colors = colors
  }
}
