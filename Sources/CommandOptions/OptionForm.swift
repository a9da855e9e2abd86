import APICallBase

/// How an option is written and what it means, for the help and for completion.
package struct OptionForm {
  /// The name with its dashes.
  package let long: String
  /// The one-letter name; empty for none.
  package let short: String
  /// The name of the opposite; empty for none.
  package let opposite: String
  /// The name of the value in the help; nil for a flag.
  package let placeholder: String?
  /// The value to use if none is written; nil if the value is required.
  package let usual: String?
  /// Whether the value may follow the short name directly.
  package let isJoinable: Bool
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

  /// Finds the option that was probably meant; dashes do not make two names alike.
  ///
  /// Returns its name with dashes; nil if none is near.
  package static func name(nearestTo name: String, among forms: [OptionForm]) -> String? {
    // A name of one or two letters is close to every other one.
    guard name.utf8.count > 3 else { return nil }
    let known = forms.flatMap(\.names).filter { $0.hasPrefix("--") } + ["--help"]
    let near = Nearest.word(
      to: String(name.drop { $0 == "-" }), among: known.lazy.map { String($0.dropFirst(2)) })
    return near.map { "--\($0)" }
  }

  package var needsValue: Bool { placeholder != nil && usual == nil }

  package var summary: String { Command.firstSentence(of: help()) }

  var term: String {
    let names = short.isEmpty ? long : "\(short), \(long)"
    if !opposite.isEmpty { return "\(names)/\(opposite)" }
    guard let placeholder else { return names }
    return usual == nil ? "\(names) <\(placeholder)>" : "\(names)[=<\(placeholder)>]"
  }
}

/// An operand of a command: an argument that is not an option.
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

/// What completion suggests for a value or an operand.
package enum Candidates {
  case words(() -> [String])
  case formatter, decoder, requester, profile
  case parts
  case header, query, field
  case variable
  case source, secret
  case origin
  case session, plugin
  case path
  case files
  /// A call and then its inputs, or several calls and the inputs of any of them.
  case call, calls
  case unknown
}
