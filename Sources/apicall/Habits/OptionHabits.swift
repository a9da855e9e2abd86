/// What other programs' options are called here.
enum OptionHabits {
  /// The hint for an option that is known from elsewhere; nil for any other.
  static func hint(for option: String) -> String? {
    HabitTable.hint(for: option, in: PackageResources.run_options_txt)
  }
}

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
