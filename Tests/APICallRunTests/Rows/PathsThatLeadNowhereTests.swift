import APICallBase
import TestWorlds
import Testing

@Suite("Paths that lead nowhere")
struct PathsThatLeadNowhereTests {
  /// The output on one line, and the failure with its hint.
  func result(
    _ file: String, _ body: String, type: String = "application/json", format: String? = "compact",
    print parts: [String] = []
  ) async throws -> String {
    let exchange = try await Exchange(
      ScriptedRequester(body, type: type), "host: https://a.example\n\(file)\n", format: format,
      print: parts)
    let rows = exchange.text.split(separator: "\n").joined(separator: " ")
    guard let failure = exchange.failure else { return rows }
    let messages = failure.diagnostics.map { $0.message + ($0.hint.map { " (\($0))" } ?? "") }
    return "\(rows.isEmpty ? "" : "\(rows) ")\(failure.status.rawValue): "
      + messages.joined(separator: "; ")
  }

  /// What stands where the list should be.
  static let bodies: [(name: String, body: String)] = [
    ("another name", #"{"error": "quota", "itens": []}"#), ("null", #"{"items": null}"#),
    ("an empty list", #"{"items": []}"#), ("a list", #"{"items": [{"id": 1}, {"id": 2}]}"#),
    ("a list of others", #"{"items": [{"uid": 1, "name": "a"}]}"#),
    ("a map", #"{"items": {"a": {"id": 1}}}"#), ("a text", #"{"items": "none"}"#),
    ("a number", #"{"items": 0}"#), ("a list as document", "[]"), ("null as document", "null"),
  ]

  static let nothing =
    "8: the response has nothing at $.items (did you mean 'itens'? the response has error, itens)"
  static let none = "8: no value at $.items[*] has a member 'id' "
  static let others = none + "(did you mean 'uid'? the first one has uid, name)"
  static let noneOfMembers = "8: no value at $.items.* has a member 'id' "

  @Test(
    "A source of rows needs its list, and its names in one of the items",
    arguments: [
      (
        "$.items[*].id",
        [
          nothing, "[]", "[]", "[1,2]", others,
          "8: the response has a map at $.items, not a list ($.items.* selects the members of a map)",
          "8: the response has text at $.items, not a list",
          "8: the response has a number at $.items, not a list",
          "8: the response has nothing at $.items (the response is a list)",
          "8: the response has nothing at $.items (the response is null)",
        ]
      ),
      (
        "$.items.*.id",
        [
          nothing, "[]", "[]", "[1,2]",
          noneOfMembers + "(did you mean 'uid'? the first one has uid, name)", "[1]",
          "8: the response has text at $.items, not a list or a map",
          "8: the response has a number at $.items, not a list or a map",
          "8: the response has nothing at $.items (the response is a list)",
          "8: the response has nothing at $.items (the response is null)",
        ]
      ),
      (
        "$.items[?@.id > 0]",
        [
          nothing, "[]", "[]", #"[{"id":1},{"id":2}]"#, "[]", #"[{"id":1}]"#,
          "8: the response has text at $.items, not a list or a map",
          "8: the response has a number at $.items, not a list or a map",
          "8: the response has nothing at $.items (the response is a list)",
          "8: the response has nothing at $.items (the response is null)",
        ]
      ),
      (
        "$.items[0:1].id",
        [
          nothing, "[]", "[]", "[1]",
          "8: no value at $.items[0:1] has a member 'id' "
            + "(did you mean 'uid'? the first one has uid, name)",
          "8: the response has a map at $.items, not a list ($.items.* selects the members of a map)",
          "8: the response has text at $.items, not a list",
          "8: the response has a number at $.items, not a list",
          "8: the response has nothing at $.items (the response is a list)",
          "8: the response has nothing at $.items (the response is null)",
        ]
      ),
      (
        "$.items",
        [
          nothing, "null", "[]", #"[{"id":1},{"id":2}]"#, #"[{"uid":1,"name":"a"}]"#,
          #"{"a":{"id":1}}"#, #""none""#, "0",
          "8: the response has nothing at $.items (the response is a list)",
          "8: the response has nothing at $.items (the response is null)",
        ]
      ),
      (
        "$..id",
        ["[]", "[]", "[]", "[1,2]", "[]", "[1]", "[]", "[]", "[]", "[]"]
      ),
      (
        "$.items[*].id | default(list())",
        [
          "[]", "[]", "[]", "[1,2]", "[]",
          "8: the response has a map at $.items, not a list ($.items.* selects the members of a map)",
          "8: the response has text at $.items, not a list",
          "8: the response has a number at $.items, not a list",
          "8: the response has nothing at $.items (the response is a list)", "[]",
        ]
      ),
      (
        "$.items | default(\"-\")",
        [
          #""-""#, #""-""#, "[]", #"[{"id":1},{"id":2}]"#, #"[{"uid":1,"name":"a"}]"#,
          #"{"a":{"id":1}}"#, #""none""#, "0",
          "8: the response has nothing at $.items (the response is a list)", #""-""#,
        ]
      ),
    ])
  func rows(_ path: String, _ expected: [String]) async throws {
    for ((name, body), expected) in zip(Self.bodies, expected) {
      let found = try await result("select: '\(path)'", body)
      #expect(found == expected, "\(path) in \(name)")
      // The same is true of a document that is held, and of a row maker.
      let held = try await result(
        "select: '\(path)'\nexpect: {body: {$: {type: [object, array, \"null\"]}}}", body)
      #expect(held == found, "\(path) in \(name), held")
      let made = try await result("select: '\(path)'\nwhere: <1 == 1>", body)
      #expect(made == found, "\(path) in \(name), with a condition")
    }
  }

  static let sender = "(the server has to send each key once)"
  static let body = "(only a response with status 204 or 205, or to HEAD, may have no body)"

  @Test(
    "The place says who has nothing",
    arguments: [
      (
        "a nested name", "select: $.data.ll[*]", #"{"data": {"list": [], "total": 0}}"#,
        "8: the response has nothing at $.data.ll ($.data has list, total)"
      ),
      (
        "null before the list", "select: $.data.list[*]", #"{"data": null, "error": "x"}"#,
        "8: the response has nothing at $.data.list ($.data is null)"
      ),
      (
        "a position", "select: $.a[1].b[*]", #"{"a": [1]}"#,
        "8: the response has nothing at $.a[1] ($.a is a list)"
      ),
      (
        "the document itself", "select: $[*]", #"{"a": []}"#,
        "8: the response is a map, not a list ($.* selects the members of a map)"
      ),
      (
        "a list in items", "select: $[*].tags[*]", #"[{"tags": "x"}, {"tags": 1}]"#,
        "8: cannot evaluate $[*].tags[*]: one value at $[*].tags is text, not a list"
      ),
      (
        "text in one item", "select: $[*].tags[*]", #"[{"tags": [1]}, {"tags": "x"}]"#,
        "[1 8: cannot evaluate $[*].tags[*]: one value at $[*].tags is text, not a list"
      ),
      (
        "text in one item with a default", "select: $[*].tags[*] | default(list())",
        #"[{"tags": [1]}, {"tags": "x"}]"#, "[1]"
      ),
      (
        "a number among items", "select: $[*].id", #"[{"id": 1}, 2, null, {}]"#,
        "[1 8: cannot evaluate $[*].id: one value at $[*] is a number, not a map "
          + "([?@.id] selects those that have it)"
      ),
      ("a number behind ..", "select: $..a.id", #"[{"a": {"id": 1}}, {"a": 2}]"#, "[1]"),
      (
        "a number in a filter", "select: '$[?@.a.id].a.id'", #"[{"a": {"id": 1}}, {"a": 2}]"#, "[1]"
      ),
      (
        "a text in a part of rows", "select: {o: '$[*]', l: $.x}", #"[{"x": 1}, "t"]"#,
        #"[{"o":{"x":1},"l":1} 8: cannot evaluate $.x: one value at $ is text, not a map"#
      ),
      (
        "a key that occurs twice", "select: $.list[*]", #"{"list": [1], "list": [2]}"#,
        "[1 8: cannot evaluate $.list[*]: the key 'list' occurs twice in a map \(sender)"
      ),
      (
        "a key that occurs twice, held", "select: $.list[-1:]", #"{"list": [1], "list": [2]}"#,
        "8: cannot evaluate $.list[-1:]: the key 'list' occurs twice in a map \(sender)"
      ),
      (
        "a key that occurs twice in an item", "select: $.items[*].a[*]",
        #"{"items": [{"a": [1], "a": [2]}]}"#,
        "8: cannot evaluate $.items[*].a[*]: the key 'a' occurs twice in a map \(sender)"
      ),
      (
        "a key that occurs twice in an item, held", "select: $.items[0:].a[*]",
        #"{"items": [{"a": [1], "a": [2]}]}"#,
        "8: cannot evaluate $.items[0:].a[*]: the key 'a' occurs twice in a map \(sender)"
      ),
      (
        "a value that occurs twice", "select: $.items[*].a", #"{"items": [{"a": 1, "a": 2}]}"#,
        "[2]"
      ),
      ("null in all items", "select: $[*].user.login", #"[{"user": null}]"#, "[]"),
      ("null in a part of all rows", "shape: <it.user.login>", #"{"user": null}"#, "null"),
      (
        "null in place of all rows", "select: $[*]\nshape: <it.id>", "[null, null]",
        "[null,null] 8: no row has 'it.id' (the first one is null)"
      ),
      (
        "null in place of the document", "shape: <it.list | sum(.n | default(0))>", "null",
        "null 8: no row has 'it.list' (the first one is null)"
      ),
      (
        "null in place of the document, with a default", "shape: <it.list | default(list())>",
        "null", "[]"
      ),
      (
        "null in place of the document in parts", "select: {all: $, item: '$.items[*]'}", "null",
        "8: no 'all' has anything at $.items (the first 'all' is null)"
      ),
      (
        "a position in items", "select: $[*][2]", "[[1, 2], [3]]",
        "8: no value at $[*] has an item [2] (the first one is a list)"
      ),
      (
        "a part of rows", "select: {order: '$[*]', line: '$.lnes[*]'}", #"[{"lines": []}]"#,
        "8: no 'order' has anything at $.lnes (did you mean 'lines'? the first 'order' has lines)"
      ),
      (
        "a part that some rows have", "select: {o: '$[*]', l: '$.l[*]'}", #"[{"l": [1]}, {}]"#,
        #"[{"o":{"l":[1]},"l":1}]"#
      ),
      (
        "a singular part that none has", "select: {o: '$[*]', l: $.l}", #"[{"x": 1}]"#,
        #"[{"o":{"x":1},"l":null}] 8: no 'o' has anything at $.l (the first 'o' has x)"#
      ),
      (
        "a part with a default", "select: {o: '$[*]', l: '$.l | default(7)'}",
        #"[{"x": 1}, {"l": null}, {"l": 2}]"#,
        #"[{"o":{"x":1},"l":7},{"o":{"l":null},"l":7},{"o":{"l":2},"l":2}]"#
      ),
      (
        "a part without rows before it", "select: {o: '$[*]', l: '$.l[*]'}", "[]", "[]"
      ),
      (
        "a list for 'each'", "select: {o: '$[*]', l: {each: <o.lnes>}}", #"[{"lines": []}]"#,
        "8: no row has 'o.lnes' (did you mean 'lines'? the first one has lines)"
      ),
      (
        "a group of nothing", "select: $.ll[*]\ngroup: all\nshape: <group.items | length>",
        #"{"list": [1]}"#, "8: the response has nothing at $.ll (the response has list)"
      ),
      (
        "sorted rows", "select: $.ll[*]\nsort: .", #"{"list": [1]}"#,
        "8: the response has nothing at $.ll (the response has list)"
      ),
      (
        "a value in the path", "let: {n: ll}\nselect: '$[<n>][*]'", #"{"list": [1]}"#,
        "8: the response has nothing at $[<n>][*] (the response has list)"
      ),
      (
        "an empty body", "select: $.list[*]", "",
        "8: cannot decode the response of call.yaml as json: it is empty \(body)"
      ),
      (
        "an empty body with a default", "select: '$.list[*] | default(list(1))'", "",
        "8: cannot decode the response of call.yaml as json: it is empty \(body)"
      ),
    ])
  func places(_ name: String, _ file: String, _ body: String, _ expected: String) async throws {
    #expect(try await result(file, body) == expected)
  }

  @Test(
    "One value of a stream is enough",
    arguments: [
      ("$.items[*]", "{\"items\":[1]}\n{\"e\":1}\n", "[1]"),
      ("$.items[*]", "{\"e\":1}\n{\"items\":[]}\n", "[]"),
      (
        "$.items[*]", "{\"itms\":1}\n{\"e\":1}\n",
        "8: no value of the response has anything at $.items "
          + "(did you mean 'itms'? the first value has itms)"
      ),
      (
        "$.items[*].id", "{\"items\":[{\"uid\":1}]}\n{\"items\":[]}\n",
        "8: no value at $.items[*] has a member 'id' (did you mean 'uid'? the first one has uid)"
      ),
      (
        "$.items[*]", "{\"items\":{}}\n{\"e\":1}\n",
        "8: cannot evaluate $.items[*]: one value at $.items is a map, not a list"
      ),
      (
        "$.id", "{\"uid\":1}\n",
        "8: no value of the response has anything at $.id "
          + "(did you mean 'uid'? the first value has uid)"
      ),
      ("$.items[*]", "", "[]"), ("$.items[*] | default(list(0))", "{}\n{\"items\":[1]}\n", "[0,1]"),
    ])
  func streams(_ path: String, _ body: String, _ expected: String) async throws {
    for rest in ["", "\nwhere: <1 == 1>"] {
      let found = try await result(
        "select: '\(path)'\(rest)", body, type: "application/x-ndjson")
      #expect(found == expected)
    }
  }

  static let broken = "data: {\"n\": 1}\n\ndata: {\"n\"\n\ndata: [DONE]\n\n"

  @Test(
    "An event that begins as JSON has to be JSON if its JSON is used",
    arguments: [
      (
        "select: $.json.n", broken,
        "[1 8: cannot decode the response of call.yaml: the data of event 2 is not JSON: "
          + "1:5: the text ends where `:` after the key was expected "
          + "('data' has it as text, in place of 'json')"
      ), ("select: $.data", broken, #"["{\"n\": 1}","{\"n\"","[DONE]"]"#),
      ("select: $.json.n | default(0)", broken, "[1,0,0]"),
      (
        "stop: {$.data: '[DONE]'}\nselect: $.json.n",
        broken.replacing("data: {\"n\"\n\n", with: ""), "[1]"
      ),
    ])
  func events(_ file: String, _ body: String, _ expected: String) async throws {
    #expect(try await result(file, body, type: "text/event-stream") == expected)
  }

  @Test(
    "What all items of a list lack is an error where there are no rows, too",
    arguments: [
      ("<list | map(.x)>", "[1,null]"),
      ("<list | map(.z)>", "65: no item has '.z' (the first one has x)"),
      ("<lists | map(. | map(.x))>", "[[1,null],[null]]"),
      ("<lists | map(. | map(.z))>", "65: no item has '.z' (the first one has x)"),
      ("<lists | map(. | map(.z)) | default(0)>", "[[null,null],[null]]"),
    ])
  func lists(_ value: String, _ expected: String) async throws {
    let file = """
      let:
        list: [{x: 1}, {y: 2}]
        lists: [[{x: 1}, {y: 2}], [{y: 3}]]
        value: \(value)
      shape: <value>
      """
    do throws(any Error) {
      #expect(try await result(file, "{}") == expected)
    } catch let failure as Failure {
      let problem = try #require(failure.diagnostics.first)
      #expect("\(failure.status.rawValue): \(problem.message) (\(problem.hint ?? ""))" == expected)
    }
  }

  @Test("An output without a default needs its list, too")
  func outputs() async throws {
    let file = """
      outputs:
        ids: $.ll[*].id
        some: {from: '$.ll[*].id', default: none}
        same: $.ll[*].id | default(list(0))
        text: $.list[*].x[*]
        none: $.none[*]
      """
    let body = #"{"list": [{"x": "t"}], "none": []}"#
    #expect(
      try await result(file, body, print: ["ids"])
        == "8: the response has nothing at $.ll for the output 'ids' (the response has list, none)")
    #expect(try await result(file, body, print: ["some"]) == "\"none\"")
    #expect(try await result(file, body, print: ["same"]) == "[0]")
    #expect(try await result(file, body, print: ["none"]) == "[]")
    #expect(
      try await result(file, body, print: ["text"])
        == "8: cannot evaluate $.list[*].x[*] for the output 'text': "
        + "one value at $.list[*].x is text, not a list")
  }

  @Test(
    "A key on the way to a list occurs once",
    arguments: [
      ("outputs: {a: '$.items[*].id'}", ["a"], "evaluate $.items[*].id for the output 'a'"),
      ("expect: {body: {'$.items[*].id': {length: 1}}}", [], "evaluate $.items[*].id"),
      ("expect: {body: {'$.items[*].id': {exists: false}}}", [], "evaluate $.items[*].id"),
    ])
  func repeatedKeys(_ file: String, _ parts: [String], _ what: String) async throws {
    let body = #"{"items":[{"id":1}],"items":[{"id":2}]}"#
    let found = try await result(file, body, print: parts)
    let end = parts.isEmpty ? "\(body) 9" : "8"
    #expect(found == "\(end): cannot \(what): the key 'items' occurs twice in a map \(Self.sender)")
  }
}
