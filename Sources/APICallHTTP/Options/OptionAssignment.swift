package import APICallBase

/// What the command line sets of an option: `--opt NAME.KEY=VALUE`.
package struct OptionAssignment: Sendable, Hashable {
  /// The name of what has the option.
  package var owner: String
  /// The option.
  package var option: String
  /// Its value.
  package var value: String

  package init(_ owner: String, _ option: String, _ value: String) {
    self.owner = owner
    self.option = option
    self.value = value
  }

  /// Reads what stands behind `--opt`.
  ///
  /// - Parameter text: such as `jq.expr=.items`.
  /// - Throws: a ``Failure`` with exit status 64 where it is something else.
  package init(_ text: String) throws(Failure) {
    let name = text.prefix { $0 != "=" }
    guard let dot = name.firstIndex(of: "."), dot > name.startIndex,
      name.index(after: dot) < name.endIndex, name.endIndex < text.endIndex
    else {
      throw Failure(
        .usage, "--opt: '\(text)' sets no option",
        hint: "write NAME.KEY=VALUE, such as --opt jq.expr=.items")
    }
    owner = String(name[..<dot])
    option = String(name[name.index(after: dot)...])
    value = String(text[text.index(after: name.endIndex)...])
  }
}
