/// A table of names from elsewhere, in a file of this folder: each row has several names, an arrow,
/// and the hint for them.
enum HabitTable {
  static func hint(for name: String, in table: [UInt8]) -> String? {
    for row in String(decoding: table, as: UTF8.self).split(separator: "\n") {
      let words = row.split(separator: " ")
      guard let arrow = words.firstIndex(of: "=>"), words[..<arrow].contains(name[...])
      else { continue }
      return words[(arrow + 1)...].joined(separator: " ")
    }
    return nil
  }
}
