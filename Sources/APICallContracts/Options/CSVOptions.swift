import APICallSafety
package import APICallText

/// The options of a table of values, for a response and for the file of a loop.
package enum CSVOptions {
  package static let all = [
    RoleOption(
      "delimiter", .delimiter, "The character between fields, or tab; default a comma.",
      isRequired: false),
    RoleOption(
      "quote", .words(["double", "single", "none"]), "The quotes around fields; default double.",
      isRequired: false),
    RoleOption(
      "header", .boolean, "Whether the first row has names; default true, with columns false.",
      isRequired: false),
    RoleOption(
      "columns", .names, "The names of the columns, in place of those of a first row.",
      isRequired: false),
  ]
}

extension CSVDialect {
  /// Creates a dialect of valid options; `hasHeader` holds if no option decides.
  package init(_ options: OptionValues, hasHeader: Bool = true) {
    self.init()
    columns = (options["columns"]?.revealed).flatMap { RoleOption.names($0) }
    self.hasHeader = columns == nil && hasHeader
    if let text = options["header"]?.revealed { self.hasHeader = text == "true" }
    delimiter = (options["delimiter"]?.revealed).flatMap { Self.delimiter($0) } ?? delimiter
    switch options["quote"]?.revealed {
    case "single": quote = UInt8(ascii: "'")
    case "none": quote = nil
    default: break
    }
  }
}
