/// A single value, as text and as what the YAML 1.2 core schema makes of that text.
package struct Scalar: Sendable, Hashable {
  /// How the value was written.
  package enum Style: Sendable, Hashable {
    /// Without quotes: the core schema decides on the type.
    case plain
    /// In quotes or as a block (`|`, `>`): always text.
    case quoted
  }

  /// The type that the core schema gives a value (YAML 1.2.2, section 10.3.2).
  package enum Kind: Sendable, Hashable {
    /// Nothing at all, `~`, `null`, `Null` or `NULL`, without quotes.
    case null
    /// `true` or `false`, also capitalised or in capitals.
    case boolean(Bool)
    /// Decimal digits with an optional sign, `0o` octal or `0x` hexadecimal.
    case integer
    /// A decimal fraction, an exponent, `.inf` or `.nan`.
    case float
    /// Everything else.
    case text
  }

  /// The text, with quotes and escapes resolved.
  package let text: String
  /// How the value was written.
  package let style: Style
  /// What the core schema makes of it.
  package let kind: Kind

  /// Creates a scalar and resolves its kind.
  ///
  /// - Parameters:
  ///   - text: the text, with quotes and escapes resolved.
  ///   - style: how it was written; only plain scalars can be anything but text.
  package init(_ text: String, style: Style) {
    self.text = text
    self.style = style
    self.kind = style == .plain ? CoreSchema.kind(of: text) : .text
  }
}
