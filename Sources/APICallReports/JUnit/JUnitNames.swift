import APICallText

/// The names of cases in JUnit: a class name and a name, which are unique together, because GitLab
/// counts only the first case of those with equal names.
struct JUnitNames {
  struct Name: Hashable {
    var className: String
    var name: String
  }

  private var used: Set<Name> = []

  /// Returns names that no case before it has.
  mutating func next(for testCase: ReportCase, in file: String) -> Name {
    let name = ShownText.line(testCase.name)
    var unique = Name(className: Self.className(of: file), name: name)
    var number = 2
    while !used.insert(unique).inserted {
      unique.name = "\(name) (\(number))"
      number += 1
    }
    return unique
  }

  /// `checks.smoke_test` for `checks/smoke.test.yaml`: Jenkins takes what follows the last dot as
  /// the class and the rest as its package.
  static func className(of file: String) -> String {
    var names = ShownText.line(file).split(atByte: "/").filter { $0 != "." }
    if let last = names.last, let dot = last.utf8.lastIndex(of: UInt8(ascii: ".")),
      dot > last.startIndex
    {
      names[names.count - 1] = String(last[..<dot])
    }
    let joined = names.map { name in
      ShownText.replacing(in: name) { $0 == "." ? "_" : nil }
    }.joined(separator: ".")
    return joined.isEmpty ? "apicall" : joined
  }
}
