import APICallBase
import TestWorlds
import Testing

@Suite("Rows")
struct RowMakerTests {
  private func result(_ spec: String, _ body: String) async throws -> String {
    let exchange = try await Exchange(
      ScriptedRequester(body), "host: https://a.example\n\(spec)\n", format: "compact")
    let rows = exchange.text.split(separator: "\n").joined(separator: " ")
    let messages = exchange.failure.map {
      ["\($0.status.rawValue)"] + $0.diagnostics.map(\.message)
    }
    return ([rows] + (messages ?? [])).filter { !$0.isEmpty }.joined(separator: ": ")
  }

  private static let items =
    #"[{"a":true,"n":2},{"c":true,"n":null},{"a":false},{"a":null,"c":false}]"#

  @Test(
    "A missing value in a condition is false, wherever it stands",
    arguments: [
      ("alone", "<it.a>", "[\"{\\\"a\\\":true,\\\"n\\\":2}\"]"),
      (
        "in any", "{any: [<it.a>, <it.c>]}",
        "[\"{\\\"a\\\":true,\\\"n\\\":2}\",\"{\\\"c\\\":true,\\\"n\\\":null}\"]"
      ),
      ("in all", "{all: [<it.a>, <it.n == 2>]}", "[\"{\\\"a\\\":true,\\\"n\\\":2}\"]"),
      ("in not", "{not: <it.a>}", "[\"{\\\"c\\\":true,\\\"n\\\":null}\",\"{\\\"a\\\":false}\"]"),
      (
        "with a matcher", "{value: <it.n>, exists: true}",
        "[\"{\\\"a\\\":true,\\\"n\\\":2}\",\"{\\\"c\\\":true,\\\"n\\\":null}\"]"
      ),
      (
        "beside one", "{not: {value: <it.n>, min: 1}}",
        "[\"{\\\"c\\\":true,\\\"n\\\":null}\",\"{\\\"a\\\":false}\"]"
      ),
    ])
  func missing(_ name: String, _ condition: String, _ rows: String) async throws {
    let spec = "select: $[?@.a != null || @.c == true]\nwhere: \(condition)\nshape: <it | json>"
    #expect(try await result(spec, Self.items) == rows)
  }

  private static let deep =
    String(repeating: "[", count: 511) + "1" + String(repeating: "]", count: 511)

  @Test(
    "What cannot be a row, a key or a limit is an error",
    arguments: [
      (
        "a limit", "let: {n: 9223372036854775807}\nselect: $[*]\nsort: .\nlimit: <n>", "[1,2]",
        "65: 'limit' takes a whole number from 1 to 1000000000"
      ),
      (
        "the largest limit", "let: {n: 1000000000}\nselect: $[*]\nsort: -.\nlimit: <n>", "[1,2]",
        "[2,1]"
      ),
      (
        "a limit of zero", "let: {n: 0}\nselect: $[*]\nlimit: <n>", "[0]",
        "65: 'limit' takes a whole number from 1 to 1000000000"
      ),
      (
        "a deep row", "select: $\nshape: {a: {b: <it>}}\nsort: .", deep,
        "8: a row is nested too deeply"
      ),
      (
        "a deep row that is not sorted", "select: $\nshape: {a: {b: <it>}}", deep,
        "8: a row is nested too deeply"
      ),
      ("a deep group", "select: $\ngroup: all", deep, "8: a group is nested too deeply"),
      (
        "a part of bytes", "select: {i: '$[*]', d: '<i | sha256>'}", "[1]",
        "8: the value of <i | sha256> is bytes, which cannot be part of a text"
      ),
      (
        "a key of bytes", "select: $[*]\ngroup: <it | sha256>", "[1]",
        "8: the value of <it | sha256> is bytes, which cannot be part of a text"
      ),
      (
        "a sort key of bytes", "select: $[*]\nsort: <it | sha256>", "[1]",
        "8: the value of <it | sha256> is bytes, which cannot be part of a text"
      ),
      (
        "a row of bytes", "select: $[*]\nshape: <it | sha256>", "[1]",
        "8: the value of <it | sha256> is bytes, which cannot be part of a text"
      ),
      (
        "keys that are too long",
        "select: $[*]\nsort: \"<'a' | repeat(1048576)>\"",
        "[\((1...65).map(String.init).joined(separator: ","))]",
        "8: the rows to sort exceed 64 MiB"
      ),
    ])
  func refused(_ name: String, _ spec: String, _ body: String, _ message: String) async throws {
    #expect(try await result(spec, body) == message)
  }

  @Test(
    "Keys of rows and groups order them, and equal rows stay in their order",
    arguments: [
      ("numbers of texts", "sort: <it.k | number>", "[2,3,1]"),
      ("downwards", "sort: -<it.k | number>", "[1,2,3]"),
      ("several", "sort: [<it.g>, -<it.i>]", "[1,3,2]"),
      ("a missing one", "sort: <it.x | default(0)>", "[1,2,3]"),
      ("with a limit", "sort: -<it.i>\nlimit: 2", "[3,2]"),
      (
        "beside a member", "shape: {i: <it.i>}\nsort: [-<it.g>, -i]",
        "[{\"i\":3},{\"i\":2},{\"i\":1}]"
      ),
      (
        "groups", "group: <it.g>\nshape: <group.key>\nsort: -<group.items | length>",
        "[\"b\",\"a\"]"
      ),
    ])
  func sorted(_ name: String, _ stages: String, _ rows: String) async throws {
    let body = #"[{"i":1,"k":"10","g":"a"},{"i":2,"k":"9","g":"b"},{"i":3,"k":"9","g":"b"}]"#
    let shape = stages.contains("shape") ? "" : "shape: <it.i>\n"
    #expect(try await result("select: $[*]\n\(shape)\(stages)", body) == rows)
  }

  @Test("Items of a group keep their order, also where their keys have different digits")
  func digits() async throws {
    let keys = ["1", "1.0", "2", "10e-1"]
    let rows = (0..<40).map { "{\"k\":\(keys[$0 % 4]),\"i\":\($0)}" }
    let spec = "select: $[*]\ngroup: <it.k>\nshape: <group.items | map(.i)>"
    let ones = (0..<40).filter { $0 % 4 != 2 }.map(String.init).joined(separator: ",")
    let twos = (0..<40).filter { $0 % 4 == 2 }.map(String.init).joined(separator: ",")
    let found = try await result(spec, "[\(rows.joined(separator: ","))]")
    #expect(found == "[[\(ones)],[\(twos)]]")
  }

  @Test(
    "Parts that the condition does not need are made only of rows that it keeps",
    arguments: [
      (
        "a part after it", "select: {i: '$[*]', n: <i.a | number>}\nwhere: <i.k == 1>\nshape: <n>",
        "[1]"
      ),
      (
        "a part of it", "select: {i: '$[*]', n: <i.a | number>}\nwhere: <n == 1>\nshape: <n>",
        "[1: 8: the filter 'number' takes a JSON number, not 'x'"
      ),
      (
        "a path after it",
        "select: {i: '$[*]', n: <i.a | number>, l: '$.l[*]'}\nwhere: <n == 1>\nshape: <n>",
        "[1,1: 8: the filter 'number' takes a JSON number, not 'x'"
      ),
      (
        "no part",
        "let: {no: false}\nselect: {i: '$[*]', n: <i.a | number>}\nwhere: <no>\nshape: <n>", "[]"
      ),
      ("no part at all", "let: {no: false}\nwhere: <no>\nshape: <it.a | number>", ""),
    ])
  func conditions(_ name: String, _ spec: String, _ rows: String) async throws {
    #expect(try await result(spec, #"[{"a":"1","k":1,"l":[5,6]},{"a":"x","k":2}]"#) == rows)
  }

  @Test(
    "All rows of one group are one value, also those of a stream",
    arguments: [
      ("a document", "application/json", "[1,2]"), ("a stream", "application/x-ndjson", "1\n2"),
      ("an empty stream", "application/x-ndjson", ""),
    ])
  func oneGroup(_ name: String, _ type: String, _ body: String) async throws {
    let select = type.contains("nd") ? "" : "select: $[*]\n"
    let exchange = try await Exchange(
      ScriptedRequester(body, type: type),
      "host: https://a.example\n\(select)group: all\nshape: {sum: <group.items | sum>}\n",
      format: "compact")
    #expect(exchange.text == (body.isEmpty ? "{\"sum\":0}\n" : "{\"sum\":3}\n"))
  }
}
