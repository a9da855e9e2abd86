import APICall
import SeededNumbers
import Testing

@Suite("What types ask of a decoder", .timeLimit(.minutes(15)))
struct DecodingContainersTests {
  enum Shape: Decodable, Equatable {
    case circle(radius: Double)
    case none
  }
  enum Level: Int, Decodable, CodingKeyRepresentable {
    case low = 1
    case high = 2
    var codingKey: any CodingKey { Position(rawValue) }
    init?<Key: CodingKey>(codingKey: Key) {
      guard let value = codingKey.intValue, let level = Level(rawValue: value) else { return nil }
      self = level
    }
  }
  class Base: Decodable { var id = 0 }
  final class Derived: Base {
    var name: String
    private enum Keys: CodingKey { case name, base }
    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Keys.self)
      name = try container.decode(String.self, forKey: .name)
      try super.init(from: container.superDecoder(forKey: .base))
    }
  }

  @Test("Enumerations, classes and dictionaries with keys of all kinds")
  func kinds() async throws {
    let shapes: [Shape] = try await response(#"[{"circle": {"radius": 2}}, {"none": {}}]"#)
      .decode()
    #expect(shapes == [.circle(radius: 2), .none])
    let derived: Derived = try await response(#"{"name": "x", "base": {"id": 3}}"#).decode()
    #expect((derived.name, derived.id) == ("x", 3))
    let numbered: [Int: String] = try await response(#"{"1": "a", "-2": "b"}"#).decode()
    #expect(numbered == [1: "a", -2: "b"])
    let levels: [Level: Bool] = try await response(#"{"2": true}"#).decode()
    #expect(levels == [.high: true])
    let wide: [Int128] = try await response("[170141183460469231731687303715884105727]").decode()
    #expect(wide == [.max])
    #expect(try await response("-0").decode(Double.self).sign == .minus)
    #expect(try await response("null").decode(Int?.self) == nil)
  }

  @Test("Containers inside containers, and an element that does not fit stays the next one")
  func containers() async throws {
    struct Walk: Decodable {
      var found: [String] = []
      init(from decoder: any Decoder) throws {
        let object = try decoder.container(keyedBy: Position.self)
        var list = try object.nestedUnkeyedContainer(forKey: Position("list"))
        found.append("\(list.count ?? -1) at \(list.currentIndex)")
        if (try? list.decode(Int.self)) == nil { found.append(try list.decode(String.self)) }
        var inner = try list.nestedUnkeyedContainer()
        found.append("\(try inner.decodeNil()), \(try inner.decodeNil()) at \(inner.currentIndex)")
        found.append("\(try inner.decode(Float.self))")
        let last = try list.nestedContainer(keyedBy: Position.self)
        found.append("\(last.allKeys.map(\.stringValue)), \(last.contains(Position("y")))")
        found.append(last.codingPath.map(\.stringValue).joined(separator: "."))
        found.append("\(try list.superDecoder().singleValueContainer().decode(Bool.self))")
        found.append("\(list.isAtEnd)")
        if (try? list.decode(Int.self)) == nil { found.append("no more") }
      }
    }
    let walk: Walk = try await response(
      #"{"list": ["a", [null, 1.5], {"x": 1, "\u0078": 2, "z": 3}, false]}"#
    ).decode()
    #expect(
      walk.found == [
        "4 at 0", "a", "true, false at 1", "1.5", #"["x", "z"], false"#, "list.2", "false",
        "true", "no more",
      ])
  }

  @Test("An object with many members is decoded as one with few, escaped keys included")
  func manyMembers() async throws {
    struct Ends: Decodable, Equatable {
      var k0: Int
      var k40: Int
      var k41: Int?
    }
    for count in [1, 15, 16, 17, 40] {
      let members = (0..<count).map { "\"k\($0)\": \($0)" } + [#""k4\u0030": 7"#, #""k0": 8"#]
      let ends: Ends = try await response("{\(members.joined(separator: ", "))}").decode()
      #expect(ends == Ends(k0: 8, k40: 7, k41: nil), "\(count) members")
    }
  }

  @Test("A body that is nested too deeply is an error, before any type is asked")
  func depth() async throws {
    indirect enum Tree: Decodable {
      case leaf
      case node([Tree])
      init(from decoder: any Decoder) throws {
        self = try .node(decoder.singleValueContainer().decode([Tree].self))
      }
    }
    let open = String(repeating: "[", count: 512) + String(repeating: "]", count: 512)
    _ = try await response(open).decode(Tree.self)
    let deeper = try await response("[\(open)]")
    let error = #expect(throws: RequestError.self) { try deeper.decode(Tree.self) }
    #expect(
      error?.diagnostics.map(\.message) == [
        "the body is not JSON: arrays and objects are nested more than 512 deep"
      ])
  }

  @Test("Thousands of made-up documents are what they were made of")
  func property() async throws {
    let seed = TestSeed.picked()
    var numbers = SeededGenerator(seed: seed)
    for _ in 0..<40 {
      let trees = (0..<100).map { _ in Tree(&numbers, depth: 4) }
      var text = "["
      for (index, tree) in trees.enumerated() {
        text += index == 0 ? "" : ","
        tree.write(to: &text, &numbers)
      }
      let decoded: [Tree] = try await response(text + "]").decode()
      #expect(decoded == trees, "seed \(seed)")
      guard decoded == trees else { return }
    }
  }
}

/// A document as Swift's own types.
private indirect enum Tree: Decodable, Equatable {
  case null
  case bool(Bool)
  case integer(Int64)
  case double(Double)
  case text(String)
  case list([Tree])
  case map([String: Tree])

  init(_ numbers: inout SeededGenerator, depth: Int) {
    func text() -> String {
      let scalars: [Unicode.Scalar] = [
        "a", "\"", "\\", "\n", "ä", "😀", "\u{0}", "/", "_", "e\u{301}",
      ]
      .flatMap { Array(String($0).unicodeScalars) }
      var text = String.UnicodeScalarView()
      for _ in 0..<Int.random(in: 0...6, using: &numbers) {
        text.append(scalars.randomElement(using: &numbers) ?? "x")
      }
      return String(text)
    }
    switch Int.random(in: 0..<(depth > 0 ? 7 : 5), using: &numbers) {
    case 0: self = .null
    case 1: self = .bool(.random(using: &numbers))
    case 2:
      let bits = Int.random(in: 0..<64, using: &numbers)
      self = .integer(.random(in: .min ... .max, using: &numbers) >> bits)
    case 3:
      // A fraction, so that no integer has its value.
      let whole = Int.random(in: -(1 << 40)...(1 << 40), using: &numbers)
      self = .double(Double(whole) + 0.5)
    case 4: self = .text(text())
    case 5:
      self = .list(
        (0..<Int.random(in: 0...5, using: &numbers)).map { _ in Tree(&numbers, depth: depth - 1) })
    default:
      var map: [String: Tree] = [:]
      for _ in 0..<Int.random(in: 0...24, using: &numbers) {
        map[text()] = Tree(&numbers, depth: depth - 2)
      }
      self = .map(map)
    }
  }

  init(from decoder: any Decoder) throws {
    if let container = try? decoder.container(keyedBy: Position.self) {
      var map: [String: Tree] = [:]
      for key in container.allKeys {
        map[key.stringValue] = try container.decode(Tree.self, forKey: key)
      }
      self = .map(map)
    } else if var container = try? decoder.unkeyedContainer() {
      var list: [Tree] = []
      while !container.isAtEnd { list.append(try container.decode(Tree.self)) }
      self = .list(list)
    } else {
      let container = try decoder.singleValueContainer()
      if container.decodeNil() {
        self = .null
      } else if let value = try? container.decode(Bool.self) {
        self = .bool(value)
      } else if let value = try? container.decode(Int64.self) {
        self = .integer(value)
      } else if let value = try? container.decode(Double.self) {
        self = .double(value)
      } else {
        self = .text(try container.decode(String.self))
      }
    }
  }

  /// Writes the document, with some characters escaped and white space here and there.
  func write(to text: inout String, _ numbers: inout SeededGenerator) {
    if Bool.random(using: &numbers) {
      text += [" ", "\n", "\t"].randomElement(using: &numbers) ?? ""
    }
    switch self {
    case .null: text += "null"
    case .bool(let value): text += "\(value)"
    case .integer(let value):
      let forms = ["\(value)", "\(value).0", "\(value)e0", "\(value).00E+0"]
      text += forms.randomElement(using: &numbers) ?? ""
    case .double(let value): text += "\(value)"
    case .text(let value): Self.write(value, to: &text, &numbers)
    case .list(let values):
      text += "["
      for (index, value) in values.enumerated() {
        if index > 0 { text += "," }
        value.write(to: &text, &numbers)
      }
      text += "]"
    case .map(let members):
      text += "{"
      for (index, member) in members.enumerated() {
        if index > 0 { text += "," }
        Self.write(member.key, to: &text, &numbers)
        text += ":"
        member.value.write(to: &text, &numbers)
      }
      text += "}"
    }
  }

  private static func write(
    _ value: String, to text: inout String, _ numbers: inout SeededGenerator
  ) {
    text += "\""
    for scalar in value.unicodeScalars {
      if scalar.value < 0x20 || scalar == "\"" || scalar == "\\"
        || (scalar.value < 0x10000 && Bool.random(using: &numbers))
      {
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}

private struct Position: CodingKey {
  var stringValue: String
  var intValue: Int?
  init(stringValue: String) { (self.stringValue, intValue) = (stringValue, Int(stringValue)) }
  init(_ text: String) { self.init(stringValue: text) }
  init(_ value: Int) { (stringValue, intValue) = ("\(value)", value) }
  init?(intValue: Int) { self.init(intValue) }
}
