import APICallModel
import APICallText
import JSONText

/// A column of comma-separated values: converts its fields to members of the row's map.
struct CSVColumn {
  /// The name in messages.
  private let name: String
  private let type: InputType
  private let isSecret: Bool
  /// The text before each value: a brace or a comma, the key and a colon.
  private let prefix: [UInt8]

  init(_ name: String, isFirst: Bool, type: InputType, isSecret: Bool) {
    self.name = "'\(name)'"
    self.type = type
    self.isSecret = isSecret
    var prefix = [isFirst ? UInt8(ascii: "{") : UInt8(ascii: ",")]
    JSONWriter.append(string: name, to: &prefix)
    prefix.append(UInt8(ascii: ":"))
    self.prefix = prefix
  }

  /// Creates a column without a name, whose fields are items of the row's list.
  init(at position: Int) {
    name = "column \(position + 1)"
    type = .string
    isSecret = false
    prefix = [position == 0 ? UInt8(ascii: "[") : UInt8(ascii: ",")]
  }

  /// Writes a field; an empty one that is not text is null.
  func append(_ field: [UInt8], to row: inout [UInt8], line: Int) throws(RowFault) {
    if field.contains(where: { $0 >= 0x80 }),
      String(validating: field, as: UTF8.self) == nil
    {
      throw RowFault("the field of \(name) is not UTF-8", line: line)
    }
    row += prefix
    if type == .string {
      row.append(UInt8(ascii: "\""))
      JSONWriter.append(content: field.span, to: &row)
      return row.append(UInt8(ascii: "\""))
    }
    guard !field.isEmpty else { return row += "null".utf8 }
    let text = String(decoding: field, as: UTF8.self)
    guard let value = type.value(from: text) else {
      throw RowFault(
        "\(name) takes \(type.words), not '\(Value.text(text).excerpt(isSecret: isSecret))'",
        line: line)
    }
    row += value.jsonText
  }
}
