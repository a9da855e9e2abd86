/// How an option is written and what it means: all that help and completion have to know.
package struct OptionForm {
  /// The name with its dashes.
  package let long: String
  /// The name of one letter; empty for none.
  package let short: String
  /// The name that means the opposite; empty for none.
  package let opposite: String
  /// What the help calls the value; nil where there is none.
  package let placeholder: String?
  /// The value where none is written; nil where one has to be.
  package let usual: String?
  /// Whether the value may follow the short name at once.
  package let isJoinable: Bool
  /// What completion knows of the value.
  package let candidates: Candidates
  package let help: () -> String

  @inlinable
  package init(
    long: String, short: String = "", opposite: String = "", placeholder: String? = nil,
    usual: String? = nil, isJoinable: Bool = false, candidates: Candidates = .unknown,
    help: @escaping () -> String
  ) {
    self.long = long
    self.short = short
    self.opposite = opposite
    self.placeholder = placeholder
    self.usual = usual
    self.isJoinable = isJoinable
    self.candidates = candidates
    self.help = help
  }

  /// All names, the short one first.
  package var names: [String] { [short, long, opposite].filter { !$0.isEmpty } }

  /// Whether what follows it is its value.
  package var needsValue: Bool { placeholder != nil && usual == nil }

  /// What completion says of it.
  package var summary: String { Command.firstClause(of: help()) }

  /// The names and the value, as the help has them.
  var term: String {
    let names = short.isEmpty ? long : "\(short), \(long)"
    if !opposite.isEmpty { return "\(names)/\(opposite)" }
    guard let placeholder else { return names }
    return usual == nil ? "\(names) <\(placeholder)>" : "\(names)[=<\(placeholder)>]"
  }
}

/// What stands beside the options of a command.
package struct Operand {
  package enum Count { case one, upToOne, any }

  package let name: String
  package let help: String
  package let count: Count
  package let candidates: Candidates

  package init(
    _ name: String, _ help: String, _ count: Count = .one, _ candidates: Candidates = .unknown
  ) {
    self.name = name
    self.help = help
    self.count = count
    self.candidates = candidates
  }
}

/// What completion knows of a value or an operand.
package enum Candidates {
  case words(() -> [String])
  case formatter, decoder, requester, profile
  /// A part of the answer, or several with commas between.
  case parts
  /// A header field, an item of the query, or a field of the file.
  case header, query, field
  /// A variable that an input of the file names.
  case variable
  /// A source of secrets, or the name of a secret.
  case source, secret
  case session, plugin
  /// Any file or folder.
  case path
  /// Files and names of calls.
  case files
  /// A call and then its inputs, or several calls and the inputs of any of them.
  case call, calls
  /// Text that cannot be foretold.
  case unknown
}
