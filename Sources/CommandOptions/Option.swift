package import APICallBase

/// An option of a command, in the one place that knows of it: how it is written, what it means, and
/// what it does to the settings of the command.
package struct Option<Settings> {
  /// What it does.
  package enum Action {
    /// It stands alone.
    case set((inout Settings) throws(Failure) -> Void)
    /// It stands alone, and says yes or no.
    case choose((inout Settings, Bool) throws(Failure) -> Void)
    /// It takes a value.
    case take((inout Settings, String) throws(Failure) -> Void)
  }

  package let form: OptionForm
  package let action: Action

  @inlinable
  package init(_ form: OptionForm, _ action: Action) {
    self.form = form
    self.action = action
  }

  /// An option that stands alone.
  @inlinable
  package static func flag(
    _ long: String, short: String = "", _ help: @autoclosure @escaping () -> String,
    _ apply: @escaping (inout Settings) throws(Failure) -> Void
  ) -> Self {
    Self(OptionForm(long: long, short: short, help: help), .set(apply))
  }

  /// An option that stands alone, and the one that means the opposite.
  @inlinable
  package static func choice(
    _ long: String, opposite: String, _ help: @autoclosure @escaping () -> String,
    _ apply: @escaping (inout Settings, Bool) throws(Failure) -> Void
  ) -> Self {
    Self(OptionForm(long: long, opposite: opposite, help: help), .choose(apply))
  }

  /// An option with a value, which most may have several times.
  ///
  /// - Parameters:
  ///   - long: the name with its dashes.
  ///   - short: the name of one letter; empty for none.
  ///   - placeholder: what the help calls the value.
  ///   - help: a sentence or more; completion shows what stands before the first stop or colon.
  ///   - candidates: what completion knows of the value.
  ///   - usual: the value where none is written; one that is stands after a `=` then.
  ///   - isJoinable: whether the value may follow the short name at once.
  ///   - apply: what it does.
  /// - Returns: the option.
  @inlinable
  package static func value(
    _ long: String, short: String = "", _ placeholder: String,
    _ help: @autoclosure @escaping () -> String, _ candidates: Candidates = .unknown,
    usual: String? = nil, isJoinable: Bool = false,
    _ apply: @escaping (inout Settings, String) throws(Failure) -> Void
  ) -> Self {
    Self(
      OptionForm(
        long: long, short: short, placeholder: placeholder, usual: usual, isJoinable: isJoinable,
        candidates: candidates, help: help),
      .take(apply))
  }
}

/// Options that belong together.
package struct OptionSection<Settings> {
  /// Their heading in the help.
  package let title: String
  package let options: [Option<Settings>]
  /// Is told the name of each that is given, as it is written.
  package let note: ((inout Settings, String) -> Void)?

  @inlinable
  package init(
    _ title: String, _ options: [Option<Settings>],
    noting note: ((inout Settings, String) -> Void)? = nil
  ) {
    self.title = title
    self.options = options
    self.note = note
  }
}

extension Failure {
  /// A mistake on a command line.
  ///
  /// - Parameters:
  ///   - message: what is wrong.
  ///   - path: the command as it is typed: `apicall run`.
  ///   - hint: the way out; nil for the command's help.
  package init(usage message: String, of path: String, hint: String? = nil) {
    self.init(.usage, message, hint: hint ?? "'\(path) --help' lists the options")
  }
}
