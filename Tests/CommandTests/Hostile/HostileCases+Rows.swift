/// A secret decides which rows there are, what they are, or which output is taken.
extension HostileCase {
  static let rows: [HostileCase] = computed + chosen + sentBack + decided

  private static let items = #"{"items":[{"id":"4","n":7},{"id":"5","n":6}]}"#

  /// Rows of a step that only computes, and a value of them.
  private static let computed: [HostileCase] = [
    ("where", "select: $[*], where: <it.id != secret.key>", "<c.value[0].id>"),
    (
      "where with a matcher", "select: $[*], where: {value: <it.id>, not: {equals: <secret.key>}}",
      "<c.value[0].id>"
    ),
    ("a path", "select: '$[?@.id != <secret.key>].id'", "<c.value[0]>"),
    ("a part of a row", "select: {i: '$[*]', k: <secret.key>}, shape: <i.id>", "<c.value[0]>"),
    (
      "each", "select: {i: '$[*]', k: {each: <list(secret.key)>}}, shape: <i.id>", "<c.value[0]>"
    ),
    ("a shape", "select: $[*], shape: {k: <secret.key | sha256 | hex>}", "<c.value[0].k>"),
    (
      "a shape with another member", "select: $[*], shape: {i: <it.id>, k: <secret.key>}",
      "<c.value[1].i>"
    ),
    ("group", "select: $[*], group: <secret.key>, shape: '<group.items[0].id>'", "<c.value[0]>"),
    (
      "sort", "select: $[*], sort: '<it.id | hmac_sha256(secret.key) | hex>'", "<c.value[0].id>"
    ),
    ("limit", "select: $[*], limit: <secret.key | length>", "<c.value[0].id>"),
  ].map { (name, stages, value) in
    HostileCase(
      testDescription: "v: \(name) of rows uses a secret",
      files: [
        "main.yaml": """
        steps:
          a: {call: list.yaml}
          c: {of: <a.body.items>, \(stages.replacing(": $[*]", with: ": '$[*]'"))}
          b: {call: take.yaml, with: {k: "\(value)"}}

        """,
        "list.yaml": "host: $A\npath: /list\n", "take.yaml": HostileFiles.take,
      ],
      replies: ["A GET /list": HostileReply("200 OK", items)], trusted: ["."],
      wanted: .refused(after: ["A GET /list"], allow))
  }

  /// The outputs of a call whose request contains no secret.
  private static let chosen: [HostileCase] = [
    ("an output", "{e: '$.items[?@.id != <secret.key>].id'}"),
    ("an output with a pattern", "{e: {from: '$.items[0][<k>]', regex: '(.*)'}}"),
    ("an output with a default", "{e: {from: '$[<secret.key>]', default: [x]}}"),
  ].map { (name, outputs) in
    HostileCase(
      testDescription: "v: \(name) is chosen by a secret",
      files: [
        "main.yaml": """
        steps:
          a: {call: list.yaml}
          b: {call: take.yaml, with: {k: "<a.e | json>"}}

        """,
        "list.yaml": "host: $A\npath: /list\n"
          + "let: {k: \"<if(secret.key == 'x', 'n', 'id')>\"}\noutputs: \(outputs)\n",
        "take.yaml": HostileFiles.take,
      ],
      replies: ["A GET /list": HostileReply("200 OK", items)], trusted: ["."],
      wanted: .refused(after: ["A GET /list"], allow))
  }

  /// Rows of a response that contains a secret: one of the server, or one that was sent.
  private static let sentBack: [HostileCase] = [
    ("of", "c: {of: <a.body>, select: $.e, shape: <it | base64>}", "<c.value>"),
    (
      "of and each", "c: {of: <a.body>, select: {m: $, e: {each: <list(m.e)>}}, shape: <e>}",
      "<c.value | json>"
    ),
    ("a call", "c: {of: <a.value>}", "<c.value | json>"),
  ].flatMap { (name, step, value) in
    [
      (#"{"e":"$MARK"}"#, "outputs: {s: {from: $.e, secret: true}}\n", "the server's secret"),
      (#"{"e":"%GOT%"}"#, "", "the sent secret"),
    ].map { (reply, outputs, secret) in
      HostileCase(
        testDescription: "v: rows of \(name) are made of \(secret)",
        files: [
          "main.yaml": """
          steps:
            a: {call: own.yaml}
            \(step)
            b: {call: take.yaml, with: {k: "\(value)"}}

          """,
          "own.yaml": "host: $A\npath: /own\nmethod: POST\nheaders: {X-Key: <secret.key>}\n"
            + "shape: <it.e>\n" + outputs,
          "take.yaml": HostileFiles.take,
        ],
        replies: ["A POST /own": HostileReply("200 OK", reply)], trusted: ["."],
        wanted: .refused(after: ["A POST /own"], allow))
    }
  }

  /// Rows of a response that are saved: each stage that uses a secret tells something of it.
  static let savedByRows: [HostileCase] = [
    (
      "each",
      "select: {i: '$.items[*]', k: {each: '<if(secret.key == i.id, list(1), list())>'}}, "
        + "shape: <i.id>"
    ),
    ("limit", "select: '$.items[*]', limit: <secret.key | length>"),
    (
      "where with a matcher",
      "select: '$.items[*]', "
        + "where: {value: '<if(secret.key == it.id, it.x, it.id) | default(1)>', exists: true}"
    ),
    ("sort", "select: '$.items[*]', sort: '<it.id | hmac_sha256(secret.key) | hex>'"),
  ].map { (name, stages) in
    HostileCase(
      testDescription: "v: \(name) of saved rows uses a secret",
      files: [
        "main.yaml": """
        steps:
          a: {call: list.yaml, \(stages), save: rows.json}
          b: {call: {host: $B, path: /take, method: POST, file: rows.json}}

        """,
        "list.yaml": "host: $A\npath: /list\n",
      ],
      replies: ["A GET /list": HostileReply("200 OK", items)], trusted: ["."],
      wanted: .refused(after: ["A GET /list"], ["is made of a secret"]))
  }

  /// Steps whose condition uses a secret: whether they have a value tells something of it.
  private static let decided: [HostileCase] = [
    ("a value", "of: <each>", "<c.value | json>"),
    ("a call", "call: list.yaml", "<c.status | json>"),
  ].map { (name, step, value) in
    HostileCase(
      testDescription: "v: a condition decides by a secret whether there is \(name)",
      files: [
        "main.yaml": """
        steps:
          c: {each: {range: [0, 3]}, if: '<secret.key | startswith(each | tostring)>', \(step)}
          b: {call: take.yaml, with: {k: "\(value)"}}

        """,
        "list.yaml": "host: $A\npath: /list\n", "take.yaml": HostileFiles.take,
      ],
      replies: ["A GET /list": HostileReply("200 OK", items)], trusted: ["."],
      wanted: .refused(allow))
  }
}
