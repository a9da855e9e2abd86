import APICallBase
import APICallText
import YAMLTree

extension Source {
  /// Whether a file that the user did not name begins as one of apicall's, so that its errors may be
  /// reported with its text; any other file may be private.
  ///
  /// Returns whether the first key is one of the fields, or nearly one; true for a file without any
  /// text.
  func begins(withOneOf fields: [String], _ yaml: YAMLReading) -> Bool {
    guard yaml.root != nil || !yaml.problems.isEmpty else { return true }
    let key = yaml.root.map { $0.entries.map { $0.first?.key ?? fields[0] } } ?? firstKey
    guard let key else { return false }
    return fields.contains(key) || Nearest.word(to: key, among: fields) != nil
  }

  /// The key on the first line with content, of a text that may not be YAML.
  private var firstKey: String? {
    let text = String(decoding: ByteOrderMark.removed(from: bytes), as: UTF8.self)
    let lines = text.split(whereSeparator: \.isNewline)
    let isContent = { (line: Substring) in
      let start = line.first { !$0.isWhitespace }
      return start != nil && start != "#" && line != "---" && !line.hasPrefix("%")
    }
    guard let line = lines.first(where: isContent), let end = line.firstIndex(of: ":")
    else { return nil }
    return String(line[..<end].filter { !$0.isWhitespace && !"{\"'".contains($0) })
  }
}
