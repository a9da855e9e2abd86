/// When styles are shown in colour.
package enum ColorChoice: String, Sendable, CaseIterable {
  /// On a terminal, unless the environment says otherwise.
  case automatic = "auto"
  case always
  case never

  /// Finds the choice on a command line that need not be a good one: what is wrong with it is told
  /// in colour or not, too.
  ///
  /// - Parameter arguments: the words of the command line.
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

  /// Decides about one stream.
  ///
  /// - Parameters:
  ///   - isTerminal: whether the stream is a terminal.
  ///   - environment: what the environment says.
  /// - Returns: whether styles are shown.
  package func showsStyles(onTerminal isTerminal: Bool, in environment: ColorEnvironment) -> Bool {
    switch (self, environment) {
    case (.always, _), (.automatic, .forced): true
    case (.never, _), (.automatic, .refused): false
    case (.automatic, .silent): isTerminal
    }
  }
}

/// What the environment says of colour, in the variables that programs agree on.
package enum ColorEnvironment: Sendable, CaseIterable {
  /// Nothing: a terminal gets colours, and nothing else does.
  case silent
  /// Colour wherever the output goes: CLICOLOR_FORCE is set, and not to 0.
  case forced
  /// None: NO_COLOR is set, CLICOLOR is 0, or TERM is `dumb` or not set.
  case refused

  /// Reads the variables; an empty one is as if it were not set.
  ///
  /// - Parameters:
  ///   - isTerminal: whether there is a terminal to be coloured; if not, what refuses colour is not
  ///     looked for.
  ///   - variable: finds the value of a variable.
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

/// Where the output goes, as far as the rules want to know.
package struct OutputSurroundings: Sendable {
  /// Whether standard output is a terminal.
  package var isTerminal: Bool
  /// The columns of the terminal; nil where it is none, or nobody knows.
  package var columns: Int?
  /// What the environment says of colour.
  package var colors: ColorEnvironment

  package init(isTerminal: Bool, columns: Int? = nil, colors: ColorEnvironment = .silent) {
    self.isTerminal = isTerminal
    self.columns = columns
    self.colors = colors
  }
}
