import APICallReports

/// The rules that readers of JUnit's XML need.
enum JUnitRules {
  struct Fault: Error {
    var words: String
  }

  static func check(_ text: String, _ report: Report, isStrict: Bool) throws {
    let root = try MarkupReader.read(text)
    try require(root.name == "testsuites", "the root is \(root.name)")
    try require(
      root.attributes.map(\.name) == ["name", "tests", "failures", "errors", "time"],
      "the attributes of the root are \(root.attributes)")
    let cases = root.children.flatMap(\.children)
    try require(root["tests"] == String(cases.count), "the count of cases is wrong")
    for (name, element) in [("failures", "failure"), ("errors", "error")] {
      let count = cases.count { !$0.children(element).isEmpty }
      try require(root[name] == String(count), "the count of \(name) is wrong")
    }
    var names: Set<[String]> = []
    let seconds = /[0-9]+\.[0-9]{3}/
    let date = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/
    for element in root.all {
      if let time = element["time"] {
        try require(time.wholeMatch(of: seconds) != nil, "the time is \(time)")
      }
      if let time = element["timestamp"] {
        try require(time.wholeMatch(of: date) != nil, "the timestamp is \(time)")
      }
      try require(
        element["message"]?.contains("\n") != true, "a message has several lines")
      if element.name == "failure" || element.name == "error" {
        try require(element.text.utf8.first == 0x20, "the text does not begin with a space")
      }
      if element.name == "system-out" {
        try require(!element.text.contains("[[ATTACHMENT"), "a path for GitLab")
        try require(element.text.utf8.count < 70_000, "the output is long")
      }
      guard element.name == "testcase" else { continue }
      let name = [element["classname"] ?? "", element["name"] ?? ""]
      try require(names.insert(name).inserted, "two cases are \(name)")
      let isPath = !name[0].isEmpty && !name[0].hasSuffix(".") && !name[0].hasPrefix(".")
      try require(isPath, "the class is '\(name[0])'")
      if isStrict {
        try require(element["file"] == nil && element["line"] == nil, "a case has a file")
      }
    }
  }

  private static func require(_ condition: Bool, _ words: @autoclosure () -> String) throws {
    guard condition else { throw Fault(words: words()) }
  }
}
