import APICallBase
import APICallReading
import Foundation
import GoldenFiles
import SeededNumbers
import Testing
import YAMLTree

@Suite("The canonical form of specs")
struct SpecFormatterTests {
  private static let package = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The endpoints that the project ships.
  private static let shipped: [(path: String, text: String)] = {
    let folder = package.appending(path: "endpoints")
    let paths = FileManager.default.enumerator(atPath: folder.path)?.allObjects ?? []
    return paths.compactMap { $0 as? String }.filter { $0.hasSuffix(".yaml") }.sorted()
      .compactMap { path in
        (try? String(contentsOf: folder.appending(path: path), encoding: .utf8)).map { (path, $0) }
      }
  }()

  private func format(_ text: String, isProject: Bool = false) throws(Failure) -> String {
    try SpecFormatter.format(Source(name: "call.yaml", text: text), isProject: isProject)
  }

  @Test("Fields have the manual's order, at every depth")
  func order() throws {
    #expect(
      try format(
        """
        examples: {ok: {response: {json: {b: 1, a: 2}, status: 201}, with: {z: 1, a: 2}}}
        query: {z: 1, a: 2}
        inputs: {z: {help: x, type: integer}, a: }
        outputs: {n: {secret: true, from: $.n}, m: $.m}
        host: x
        summary: s
        """) == """
          summary: s
          host: x
          inputs:
            z: {type: integer, help: x}
            a:
          query: {z: 1, a: 2}
          outputs: {n: {from: $.n, secret: true}, m: $.m}
          examples: {ok: {with: {z: 1, a: 2}, response: {status: 201, json: {b: 1, a: 2}}}}

          """)
    #expect(
      try format("profiles: {b: {host: y}, a: {host: x}}\nprofile: a\n", isProject: true)
        == "profile: a\nprofiles: {b: {host: y}, a: {host: x}}\n")
  }

  @Test(
    "The project's files have this form, and golden files keep it once they have it")
  func goldens() throws {
    #expect(!Self.shipped.isEmpty)
    for (path, text) in Self.shipped {
      #expect(try format(text, isProject: path.hasSuffix("apicall.yaml")) == text, "\(path)")
    }
    var count = 0
    for golden in GoldenFile.all(in: "diagnostics", of: "APICallRunTests") {
      guard let text = golden.text, !text.hasPrefix("---- "),
        let spec = text.split(separator: "\n---- ", omittingEmptySubsequences: false).first,
        let formatted = try? format("\(spec)\n")
      else { continue }
      count += 1
      #expect(try format(formatted) == formatted, "\(golden)")
    }
    #expect(count > 150)
  }

  @Test(
    "However fields are shuffled and comments added, the form is the same, with each comment once")
  func shuffled() throws {
    let seed = TestSeed.picked()
    var random = SeededGenerator(seed: seed)
    for _ in 0..<CaseCount.picked(60) {
      let original = random.pick(Self.shipped.filter { !$0.path.hasSuffix("apicall.yaml") }).text
      let shuffled = Self.shuffled(original, &random)
      guard try format(shuffled) == original else {
        Issue.record("seed \(seed): another form of\n\(shuffled)\(try format(shuffled))")
        return
      }
      var count = 0
      let commented = Self.commented(shuffled, &count, &random)
      let formatted = try format(commented)
      let isWhole = (0..<count).allSatisfy { number in
        formatted.split(separator: "# c\(number);", omittingEmptySubsequences: false).count == 2
      }
      let bare = formatted.split(separator: "\n").compactMap { line in
        let text = line.prefix { $0 != "#" || line.hasPrefix("#!") }
        return text.allSatisfy { $0 == " " } ? nil : text.trimmingSuffix()
      }
      let same = bare == original.split(separator: "\n").map { String($0) }
      guard isWhole, same, try format(formatted) == formatted else {
        Issue.record("seed \(seed): all comments \(isWhole)\n\(commented)----\n\(formatted)")
        return
      }
    }
  }

  /// The file with its fields in another order.
  private static func shuffled(_ text: String, _ random: inout SeededGenerator) -> String {
    var lines = text.split(separator: "\n")
    let first = lines.removeFirst()
    var fields: [[Substring]] = []
    for line in lines {
      if line.hasPrefix(" ") {
        fields[fields.count - 1].append(line)
      } else {
        fields.append([line])
      }
    }
    fields.shuffle(using: &random)
    return "\(first)\n" + fields.joined().map { "\($0)\n" }.joined()
  }

  /// The file with numbered comments above and after its lines.
  private static func commented(
    _ text: String, _ count: inout Int, _ random: inout SeededGenerator
  ) -> String {
    var result: [String] = []
    for line in text.split(separator: "\n") {
      if random.below(6) == 0, !line.hasPrefix("#!") {
        result.append(line.prefix { $0 == " " } + "# c\(count);")
        count += 1
      }
      result.append(String(line))
      if random.below(6) == 0, !line.hasPrefix("#!") {
        result[result.count - 1] += " # c\(count);"
        count += 1
      }
    }
    return result.map { "\($0)\n" }.joined()
  }
}

extension Substring {
  fileprivate func trimmingSuffix() -> String {
    var text = self
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
