extension Int {
  /// The number with a noun, as a sentence has it: `1 row`, `2 rows`.
  package func counted(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}
