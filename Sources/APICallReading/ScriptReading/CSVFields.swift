import APICallContracts
import APICallSafety
import APICallText
import YAMLTree

/// The fields beside `csv`: the options of the decoder `csv`.
enum CSVFields {
  static let all = (CSVOptions.all + [DecodeSettings.charsetOption]).map { option in
    Field<LoopSourceDraft>(option.name, words(for: option), shape(of: option), option.summary) {
      $0.table.entries.append($1)
      if let text = $2.optionText($1, of: option) {
        $0.table.options[option.name] = ProtectedText(text)
      }
    }
  }

  private static func words(for option: RoleOption) -> String {
    switch option.kind {
    case .delimiter: "a character"
    case .boolean: "true or false"
    case .names: "a list of names"
    case .words(let words) where words.count < 4: WordList.alternatives(words)
    default: "the name of a charset"
    }
  }

  private static func shape(of option: RoleOption) -> FieldShape {
    switch option.kind {
    case .delimiter: .textMatching(SchemaPattern.delimiter)
    case .boolean: .boolean
    case .names: .either([.list(of: .text, isNeeded: true), .text])
    case .words(let words): .words(words)
    default: .text
    }
  }
}

/// How a file of comma-separated values is written, while that is being read.
struct CSVTableDraft: Sendable {
  var entries: [Node.Entry] = []
  var options = OptionValues()

  var dialect: CSVDialect { CSVDialect(options) }
  var charset: Charset? {
    options[DecodeSettings.charsetOption.name].flatMap { Charset(rawValue: $0.revealed) }
  }
}

extension SpecReading {
  fileprivate mutating func optionText(_ entry: Node.Entry, of option: RoleOption) -> String? {
    guard entry.value.items == nil || option.kind == .names else {
      return reject(entry, takes: "text")
    }
    guard let text = optionText(entry) else { return nil }
    guard let wanted = option.wanted(inPlaceOf: text) else { return text }
    return reject("'\(entry.key)' takes \(wanted), not '\(text)'", at: entry.value.mark)
  }

  /// Reports fields that have no effect beside the source of a loop.
  mutating func check(
    _ table: CSVTableDraft, beside source: Node.Entry, types: Node.Entry?
  ) {
    if source.key != "csv" {
      for field in table.entries {
        report(
          "'\(field.key)' has no effect with '\(source.key)'", at: field.keyMark,
          hint: "it describes a CSV file")
      }
    } else if let types, !table.dialect.hasNames {
      report(
        "'types' names columns, but the file has no names", at: types.keyMark,
        hint: "add 'columns: […]'")
    }
  }
}
