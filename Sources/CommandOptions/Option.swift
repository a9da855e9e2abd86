package import APICallBase

/// An option of a command: how it is written, what it means, and how it changes the command's
/// settings.
package struct Option<Settings> {
  /// The effect of the option.
  package enum Action {
    case set((inout Settings) throws(Failure) -> Void)
    /// A flag with an opposite; the value is false for the opposite.
    case choose((inout Settings, Bool) throws(Failure) -> Void)
    case take((inout Settings, String) throws(Failure) -> Void)
  }

  package let form: OptionForm
  package let action: Action

  @inlinable
  package init(_ form: OptionForm, _ action: Action) {
    self.form = form
    self.action = action
  }

  @inlinable
  package static func flag(
    _ long: String, short: String = "", _ help: @autoclosure @escaping () -> String,
    _ apply: @escaping (inout Settings) throws(Failure) -> Void
  ) -> Self {
    Self(OptionForm(long: long, short: short, help: help), .set(apply))
  }

  @inlinable
  package static func choice(
    _ long: String, opposite: String, _ help: @autoclosure @escaping () -> String,
    _ apply: @escaping (inout Settings, Bool) throws(Failure) -> Void
  ) -> Self {
    Self(OptionForm(long: long, opposite: opposite, help: help), .choose(apply))
  }

  /// Declares an option with a value; most can be given several times.
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

/// A group of options with a heading in the help.
package struct OptionSection<Settings> {
  package let title: String
  package let options: [Option<Settings>]
  /// Called with the name of each option that is given, as it is written.
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
  package init(usage message: String, of path: String, hint: String? = nil) {
    self.init(.usage, message, hint: hint ?? "'\(path) --help' lists the options")
  }
}
