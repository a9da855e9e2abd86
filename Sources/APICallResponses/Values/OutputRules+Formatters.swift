package import APICallContracts

extension OutputRules {
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
