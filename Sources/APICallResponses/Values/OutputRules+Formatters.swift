package import APICallBase
package import APICallContracts
package import APICallModel

extension OutputRules {
  /// Creates a formatter with the options of the command line, and those that the file gives with a
  /// format.
  ///
  /// Throws a ``Failure`` with exit status 64 if it does not take its options.
  package func make(
    _ entry: FormatterEntry, of registry: Registry, given format: WrittenName?,
    _ settings: FormatSettings
  ) throws(Failure) -> any ValueFormatting {
    var settings = settings
    if entry.isExternal {
      settings.options = try registry.values(
        of: entry.options, for: entry.name, .formatter, given: format)
    }
    return make(entry, settings)
  }

  package func make(
    _ entry: FormatterEntry, _ settings: FormatSettings
  ) -> any ValueFormatting {
    var settings = settings
    guard let columns = asked.columns else {
      if entry.hasColumns { settings.columnNames = asked.rowColumns }
      return entry.make(settings)
    }
    if entry.hasColumns { settings.columnNames = columns.names }
    return ColumnFormatter(
      columns, before: entry.make(settings), omitsMissing: entry.hasColumns,
      limit: settings.limit)
  }
}
