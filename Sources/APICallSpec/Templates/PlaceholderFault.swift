/// Why what begins like a placeholder cannot be read as one.
package enum PlaceholderFault: Error, Sendable {
  /// The end of the line, or of the placeholder, comes before this bracket or quote.
  case missing(Character)
  /// Something stands where it cannot.
  case unexpected(String)
  /// No filter stands behind a `|`.
  case noFilter
  /// No value stands between parentheses where one has to.
  case noArgument
  /// Nothing stands between brackets.
  case noIndex
  /// What stands in brackets is neither a number nor text in quotes.
  case notIndex(String)
  /// A backslash in quotes, and what stands behind it.
  case unknownEscape(String)
  /// A word of digits that is no number in JSON.
  case notNumber(String)
  case unknownFilter(String)
  case unknownFunction(String)
  /// The number of arguments that were given.
  case argumentCount(TemplateCallee, Int)
  /// An argument of another type than the parameter's.
  case argumentType(TemplateCallee, TemplateParameter)
  /// A kind of data that `fake` does not make.
  case unknownKind(String)
  /// A format of `date` that is neither one of its words nor holds a conversion.
  case unknownDateFormat(String)
  /// A conversion, such as `%Q`, that `date` does not know.
  case unknownConversion(String)
}
