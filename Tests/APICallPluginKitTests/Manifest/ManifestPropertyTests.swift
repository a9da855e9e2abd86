import APICallPluginKit
import SeededNumbers
import Testing

@Suite("Generated manifests")
struct ManifestPropertyTests {
  @Test(
    "Each is read or refused, and every error points into the file",
    arguments: 1...20 as ClosedRange<UInt64>)
  func madeUp(seed: UInt64) {
    var maker = ManifestMaker(seed: seed)
    var refused = 0
    for _ in 0..<1000 {
      let bytes = maker.next()
      let reading = ManifestReading(bytes)
      #expect((reading.manifest == nil) == !reading.problems.isEmpty)
      if reading.manifest == nil { refused += 1 }
      for problem in reading.problems + reading.remarks {
        #expect(0...bytes.count ~= problem.range.lowerBound)
        #expect(0...bytes.count ~= problem.range.upperBound)
        #expect(!problem.message.isEmpty)
      }
      guard let manifest = reading.manifest else { continue }
      #expect(PluginManifest.isName(manifest.name) && !manifest.roles.isEmpty)
      #expect(
        !manifest.program.hasPrefix("/") && !manifest.program.split(separator: "/").contains(".."))
      for role in manifest.roles {
        #expect(!role.names.isEmpty && role.names.allSatisfy(PluginRole.isName))
        #expect(role.kind == .requester || role.schemes == ["http", "https"])
      }
    }
    // If the numbers made only one kind, this would not test anything.
    #expect(100...990 ~= refused, "seed \(seed): \(refused)")
  }
}

/// Makes manifests: valid ones with members added, removed, cut and overwritten, and any JSON.
struct ManifestMaker {
  private var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  private static let scalars = [
    "null", "true", "false", "0", "-1", "1e400", "1.5", "99999999999999999999", #""""#, #""a""#,
    #""./run""#, #""/bin/sh""#, #""../x""#, #""text/csv""#, #""*.example.com""#, #""\ud800""#,
    #""é\u0000""#, #""formatter""#, #""auth""#, #""secret""#, #""integer""#, #""body""#, "[]", "{}",
  ]

  private static let members =
    ManifestMembers.manifest + ManifestMembers.roles
    + ManifestMembers.option + ["x", "\\u0000"]

  /// Returns the bytes of the next manifest.
  mutating func next() -> [UInt8] {
    var text = generator.below(4) == 0 ? value(depth: 0) : good()
    switch generator.below(5) {
    case 0:
      text = text.replacing(generator.pick(Self.scalars), with: value(depth: 1), maxReplacements: 1)
    case 1: text = String(text.prefix(generator.below(text.count + 1)))
    default: break
    }
    var bytes = Array(text.utf8)
    if generator.below(6) == 0 {
      for _ in 0..<1 + generator.below(4) where !bytes.isEmpty {
        bytes[generator.below(bytes.count)] = UInt8(truncatingIfNeeded: generator.next())
      }
    }
    return bytes
  }

  private mutating func good() -> String {
    var members = [#""name": "shout""#, #""exec": "./run""#, #""roles": [\#(role())]"#]
    for _ in 0..<generator.below(3) {
      members.append(
        generator.pick([
          #""options": [{"name": "width", "type": "integer", "default": 80}]"#,
          #""protocol": [1, 2]"#,
          #""environment": ["DISPLAY"]"#, #""timeout_ms": 5000"#, #""man": "apicall-shout.1""#,
          #""hosts": ["api.example.com"]"#,
        ]))
    }
    if generator.below(3) == 0 { members.append(member(depth: 1)) }
    return "{\(members.joined(separator: ", "))}"
  }

  private mutating func role() -> String {
    let kind = generator.pick(PluginRole.Kind.allCases)
    let rest = generator.below(3) == 0 ? ", \(member(depth: 2))" : ""
    return #"{"role": "\#(kind.rawValue)"\#(rest)}"#
  }

  private mutating func member(depth: Int) -> String {
    "\"\(generator.pick(Self.members))\": \(value(depth: depth))"
  }

  private mutating func value(depth: Int) -> String {
    guard depth < 4, generator.below(3) > 0 else { return generator.pick(Self.scalars) }
    var parts: [String] = []
    let isList = generator.below(2) == 0
    for _ in 0..<generator.below(5) {
      parts.append(isList ? value(depth: depth + 1) : member(depth: depth + 1))
    }
    let text = parts.joined(separator: ", ")
    return isList ? "[\(text)]" : "{\(text)}"
  }
}
