package import APICallBase

/// A parameter of a function or a filter.
package struct TemplateParameter: Sendable {
  /// The type of the literal; a name is always allowed.
  package enum Kind: Sendable {
    case text, integer, any
    /// An expression that is evaluated for each item, which is `.` in it.
    case item
    /// A path into each item, such as `.a.b`.
    case itemPath
    case memberPath

    var words: String {
      switch self {
      case .text: "text in quotes"
      case .integer: "a whole number"
      case .any: "a value"
      case .item: "an expression"
      case .itemPath: "the path of a member or an item"
      case .memberPath: "the path of a member"
      }
    }

    var example: String {
      switch self {
      case .text: "or the name of a value, without quotes"
      case .integer, .any: "such as 10, or a name"
      case .item, .itemPath, .memberPath: "such as .id or .owner.login"
      }
    }

    /// Whether `.` is the item in it.
    var takesItem: Bool { self == .item || self == .itemPath || self == .memberPath }
  }

  package typealias Check = @Sendable (String) throws(PlaceholderFault) -> Void
  package typealias FileCheck = @Sendable (String, any FileSystem) throws(PlaceholderFault) -> Void

  package let name: String
  package let kind: Kind
  /// The types of the values that a name may stand for.
  let takes: ValueKinds
  /// Whether the argument may be left out; optional parameters come last.
  package let isOptional: Bool
  /// Checks a literal before anything is sent; nil if any text is valid.
  package let check: Check?
  /// Checks a literal with the machine's files before anything is sent; nil if it needs none.
  package let fileCheck: FileCheck?

  init(
    _ name: String, _ kind: Kind, takes: ValueKinds? = nil, isOptional: Bool = false,
    checkingWith check: Check? = nil, checkingIn fileCheck: FileCheck? = nil
  ) {
    self.name = name
    self.kind = kind
    self.takes = takes ?? (kind == .text || kind == .integer ? .plain : .any)
    self.isOptional = isOptional
    self.check = check
    self.fileCheck = fileCheck
  }
}

extension TemplateParameter {
  static func integer(
    _ name: String, _ range: ClosedRange<Int>? = nil, isOptional: Bool = false
  ) -> TemplateParameter {
    TemplateParameter(
      name, .integer, isOptional: isOptional,
      checkingWith: { (text) throws(PlaceholderFault) in
        guard let range, let number = Int(text), !range.contains(number) else { return }
        throw PlaceholderFault(
          "\(number) is not a number from \(range.lowerBound) to \(range.upperBound)", hint: nil)
      })
  }
}
