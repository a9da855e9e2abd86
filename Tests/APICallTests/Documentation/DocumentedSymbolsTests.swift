import Testing

@Suite("What the documentation covers")
struct DocumentedSymbolsTests {
  @Test("Each public type is in a group of topics, and so are the members of types with many")
  func symbols() throws {
    var links: [String: Set<String>] = [:]
    let folders = [ProjectFiles.documentation, ProjectFiles.foundation]
    for path in folders.flatMap({ ProjectFiles.files(in: $0, suffix: ".md") }) {
      for match in try ProjectFiles.text(path).matches(of: /``([^`]+)``/) {
        // Overloads and types beside a property have an ending that tells them apart.
        let link = match.1.split(separator: "-", maxSplits: 1)[0]
        links[String(link), default: []].insert(String(match.1))
      }
    }
    var declared: [String: Int] = [:]
    for line in try ProjectFiles.text("\(ProjectFiles.root)/make/api.txt").split(separator: "\n") {
      guard !line.hasPrefix("#"), !line.contains(": conforms to "),
        let end = line.firstRange(of: ": ")
      else { continue }
      declared[String(line[..<end.lowerBound]), default: 0] += 1
    }
    #expect(declared.count > 300)
    let grouped = ProjectFiles.files(in: ProjectFiles.documentation, suffix: ".md")
      .filter { $0.contains("/Symbols/") }
      .compactMap { $0.split(separator: "/").last.map { $0.dropLast(".md".count) } }
    // The members of other types are listed by their kind.
    declared = declared.filter { name, _ in
      guard let dot = name.split(separator: "(")[0].lastIndex(of: ".") else { return true }
      return grouped.contains(name[..<dot])
    }
    let missing = declared.filter { name, count in
      let path = name.replacing(/\.(?=[A-Za-z=<])/, with: "/")
      // Extensions are below the module of their type.
      let modules = ["", "Swift/", "APICall/", "FoundationEssentials/"]
      let known = modules.reduce(into: Set<String>()) { $0.formUnion(links[$1 + path] ?? []) }
      return known.count < count
    }
    #expect(missing.keys.sorted() == [])
  }
}
