/// A response goes elsewhere: echoes, and in an untrusted folder all of it.
extension HostileCase {
  static let responses: [HostileCase] = echoes + iterations + reads + loops + saved

  /// The result of each iteration for the secret, sent back: in the first iteration, in a later
  /// one, and beyond the number that are kept apart.
  private static let iterations: [HostileCase] = [(2, 0), (2, 1), (300, 299)].map {
    (count, index) in
    HostileCase(
      testDescription: "c: what iteration \(index) of \(count) made of the secret, sent back",
      files: [
        "main.yaml": """
        steps:
          a: {each: {range: [1, \(count)]}, call: own.yaml, with: {n: <each>}}
          b: {call: take.yaml, with: {k: "<a.e[\(index)]>"}}

        """,
        "own.yaml": "host: $A\npath: /own\nmethod: POST\ninputs: {n: {}}\n"
          + "headers: {X-Key: <n | hmac_sha256(secret.key) | hex>}\noutputs: {e: $.e}\n",
        "take.yaml": HostileFiles.take,
      ],
      replies: ["A POST /own": HostileReply(#"{"e":"%GOT%"}"#)], trusted: ["."],
      wanted: .refused(
        after: Array(repeating: "A POST /own", count: count), allow))
  }

  /// The place in a response that a script uses, with the response of the server A.
  private static let echoes: [HostileCase] = [
    (
      "an output", "<a.e>", HostileReply(#"{"e":"%GOT%"}"#), "outputs: {e: $.e}\n"
    ),
    ("a member of the body", "<a.body.e>", HostileReply(#"{"e":"%GOT%"}"#), ""),
    ("a longer text", "<a.body.e>", HostileReply(#"{"e":"hello, %GOT%!"}"#), ""),
    ("all of the body", "<j>", HostileReply(#"{"e":["%GOT%"]}"#), ""),
    ("a header field", "<a.headers.x-e>", HostileReply(fields: ["X-E: %GOT%"]), ""),
    (
      "an output of a header field", "<a.e>", HostileReply(fields: ["X-E: k=%GOT%"]),
      "outputs: {e: {header: X-E, regex: 'k=(.*)'}}\n"
    ),
    ("the server's Base64", "<a.body.e>", HostileReply(#"{"e":"%GOT:base64%"}"#), ""),
    ("the server's hex", "<a.body.e>", HostileReply(#"{"e":"%GOT:hex%"}"#), ""),
    ("percent-encoded", "<a.body.e>", HostileReply(#"{"e":"%GOT:percent%"}"#), ""),
    ("in Base64 of the file", "\"<a.body.e | base64>\"", HostileReply(#"{"e":"%GOT%"}"#), ""),
    ("a cookie", "<a.headers.set-cookie>", HostileReply(fields: ["Set-Cookie: s=$MARK"]), ""),
    (
      "an output of a cookie", "<a.e>", HostileReply(fields: ["Set-Cookie: s=$MARK; Path=/"]),
      "outputs: {e: {header: Set-Cookie, regex: 's=([^;]+)'}}\n"
    ),
    (
      "a secret output", "<a.e>", HostileReply(#"{"e":"$MARK"}"#),
      "outputs: {e: {from: $.e, secret: true}}\n"
    ),
    (
      "the body, where a secret output is taken from", "<a.body.e>",
      HostileReply(#"{"e":"$MARK"}"#), "outputs: {e: {from: $.e, secret: true}}\n"
    ),
  ].map { (name, value, reply, outputs) in
    let isWhole = value == "<j>"
    return HostileCase(
      testDescription: "c: \(name)",
      files: [
        "main.yaml": """
        steps:
          a: {call: own.yaml}
          b: {call: take.yaml, with: {k: \(isWhole ? "\"<a.body | json>\"" : value)}}

        """,
        "own.yaml": "host: $A\npath: /own\nmethod: POST\nheaders: {X-Key: <secret.key>}\n"
          + outputs,
        "take.yaml": HostileFiles.take,
      ],
      replies: ["A POST /own": reply], wanted: .refused(either))
  }

  /// A part of a response without secrets.
  private static let parts: [(name: String, value: String)] = [
    ("a member of the body", "<a.body.name>"), ("an output", "<a.name>"),
    ("all of the body", "\"<a.body | json>\""), ("a header field", "\"<a.headers.etag>\""),
    ("the URL", "<a.url>"), ("a digest of the body", "\"<a.body.name | sha256 | hex>\""),
    ("a default", "\"<a.body.name | default('x')>\""),
  ]

  private static let reads: [HostileCase] =
    parts.map { part in
      HostileCase(
        testDescription: "g: a stranger's file posts what it read: \(part.name)",
        files: [
          "main.yaml": """
          steps:
            a: {call: own.yaml}
            b: {call: take.yaml, with: {k: \(part.value)}}

          """,
          "own.yaml": HostileFiles.read, "take.yaml": HostileFiles.take,
        ],
        replies: readReply, wanted: .refused(trust))
    } + [
      HostileCase(
        testDescription: "g: a stranger's file posts what it read, through a called script",
        files: [
          "main.yaml": """
          steps:
            a: {call: inner.yaml}
            b: {call: take.yaml, with: {k: <a.o>}}

          """,
          "inner.yaml": "steps:\n  a: {call: own.yaml}\noutputs: {o: <a.name>}\n",
          "own.yaml": HostileFiles.read, "take.yaml": HostileFiles.take,
        ],
        replies: readReply, wanted: .refused(trust)),
      HostileCase(
        testDescription: "g: a stranger's endpoint needs what was read",
        files: [
          "main.yaml":
            "needs: {a: {call: own.yaml}}\nhost: $B\npath: /take\nquery: {q: <a.name>}\n",
          "own.yaml": HostileFiles.read,
        ],
        replies: readReply, wanted: .refused(trust)),
      HostileCase(
        testDescription: "g: a stranger's file posts what it read in the end",
        files: [
          "main.yaml": """
          steps:
            a: {call: own.yaml}
          finally:
            b: {call: take.yaml, with: {k: <a.name>}}

          """,
          "own.yaml": HostileFiles.read, "take.yaml": HostileFiles.take,
        ],
        replies: readReply, wanted: .refused(trust)),
      HostileCase(
        testDescription: "g: what was read chooses the path at B",
        files: [
          "main.yaml": """
          steps:
            a: {call: own.yaml}
            b: {call: {host: $B, path: /take/<a.body.name>}}

          """,
          "own.yaml": HostileFiles.read,
        ],
        replies: readReply, wanted: .refused(trust)),
      HostileCase(
        testDescription: "g: what was read with what was read before",
        files: [
          "main.yaml": """
          steps:
            a: {call: own.yaml}
            again: {call: {host: $A, path: /more, query: {q: <a.body.name>}}}
            b: {call: take.yaml, with: {k: <again.body.more>}}

          """,
          "own.yaml": HostileFiles.read, "take.yaml": HostileFiles.take,
        ],
        replies: readReply.merging(["A GET /more": #"{"more":"$MARK"}"#]) { $1 },
        wanted: .refused(trust)),
    ]

  private static let readReply: [String: HostileReply] = [
    "A POST /own": HostileReply(
      fields: ["ETag: $MARK"], #"{"token":"tok-a-b-c-d","name":"$MARK"}"#)
  ]

  private static let loops: [HostileCase] = [
    ("each row", "b: {each: <a.body.list>, call: take.yaml, with: {k: <each.id>}}"),
    (
      "each row, side by side",
      "b: {each: <a.body.list>, parallel: 2, call: take.yaml, with: {k: \"<each.id | base64>\"}}"
    ),
    (
      "each of what another loop left",
      "b: {each: <a.body.list>, call: row.yaml, with: {q: <each.id>}}\n"
        + "  c: {each: <b.r>, call: take.yaml, with: {k: <each>}}"
    ),
  ].map { (name, step) in
    HostileCase(
      testDescription: "f: a stranger's loop posts \(name)",
      files: [
        "main.yaml": "steps:\n  a: {call: own.yaml}\n  \(step)\n",
        "own.yaml": HostileFiles.read, "take.yaml": HostileFiles.take,
        "row.yaml": "host: $A\npath: /row\ninputs: {q: {}}\nquery: {q: <q>}\noutputs: {r: $.r}\n",
      ],
      replies: [
        "A POST /own": #"{"list":[{"id":"$MARK-1"},{"id":"$MARK-2"}]}"#,
        "A GET /row": #"{"r":"$MARK-r"}"#,
      ],
      wanted: .refused(trust))
  }

  /// A saved response sent as a file: the file itself shows it.
  private static let saved: [HostileCase] = [
    HostileCase(
      testDescription: "o: what was read is saved, and the file sent",
      files: [
        "main.yaml": """
        steps:
          a: {call: own.yaml, save: out.json}
          b: {call: {host: $B, path: /take, file: out.json}}

        """,
        "own.yaml": HostileFiles.read,
      ],
      replies: readReply, typed: ["run main.yaml --into ."],
      wanted: .refused(after: ["A POST /own"], trust)),
    HostileCase(
      testDescription: "o: what was read is saved, and the file is a part",
      files: [
        "main.yaml": """
        steps:
          a: {call: own.yaml, save: "<n>.json"}
          b: {call: send.yaml}
        let: {n: out}

        """,
        "send.yaml": "host: $B\npath: /take\nmultipart: {f: {file: ./out.json}}\n",
        "own.yaml": HostileFiles.read,
      ],
      replies: readReply, typed: ["run main.yaml --into ."],
      wanted: .refused(after: ["A POST /own"], trust)),
    HostileCase(
      testDescription: "o: what was read is saved, and its rows are sent",
      files: [
        "main.yaml": """
        steps:
          a: {call: own.yaml, save: out.ndjson}
          b: {each: {ndjson: out.ndjson}, call: take.yaml, with: {k: <each.name>}}

        """,
        "own.yaml": HostileFiles.read, "take.yaml": HostileFiles.take,
      ],
      replies: readReply, typed: ["run main.yaml --into ."],
      wanted: .refused(after: ["A POST /own"], trust)),
    HostileCase(
      testDescription: "o: what was read is in the results of a loop, and they are sent",
      files: [
        "main.yaml": """
        steps:
          a: {each: [1], call: own.yaml, loop: {results: out.ndjson}}
          b: {each: {ndjson: out.ndjson}, call: take.yaml, with: {k: <each.value | json>}}

        """,
        "own.yaml": HostileFiles.read, "take.yaml": HostileFiles.take,
      ],
      replies: readReply, typed: ["run main.yaml --into ."],
      wanted: .refused(after: ["A POST /own"], trust)),
    HostileCase(
      testDescription: "o: what was read is the key of a row, and the results are sent",
      files: [
        "main.yaml": """
        steps:
          a: {call: own.yaml}
          c: {each: [1], of: 1, loop: {key: "<a.body | json>", results: out.ndjson}}
          b: {each: {ndjson: out.ndjson}, call: take.yaml, with: {k: <each.key>}}

        """,
        "own.yaml": HostileFiles.read, "take.yaml": HostileFiles.take,
      ],
      replies: readReply, typed: ["run main.yaml --into ."],
      wanted: .refused(after: ["A POST /own"], trust)),
    HostileCase(
      testDescription: "o: what was read decides which rows failed, and the results are sent",
      files: [
        "main.yaml": """
        steps:
          a: {call: own.yaml}
          c:
            each: [1, 2]
            of: 1
            loop: {failed: "<(a.body | json | length) > each>", on_error: continue, results: o.ndjson}
            allow_failure: true
          b: {each: {ndjson: o.ndjson}, call: take.yaml, with: {k: <each.exit | json>}}

        """,
        "own.yaml": HostileFiles.read, "take.yaml": HostileFiles.take,
      ],
      replies: readReply, typed: ["run main.yaml --into ."],
      wanted: .refused(after: ["A POST /own"], trust)),
    HostileCase(
      testDescription: "o: what was read decides by 'fail' which rows failed, and these are sent",
      files: [
        "main.yaml": """
        steps:
          a: {call: own.yaml}
          c:
            each: [1, 2]
            of: 1
            fail: {if: "<(a.body | json | length) > each>", message: failed}
            loop: {on_error: continue, failures: o.json}
            allow_failure: true
          b: {each: {json: o.json}, call: take.yaml, with: {k: <each | json>}}

        """,
        "own.yaml": HostileFiles.read, "take.yaml": HostileFiles.take,
      ],
      replies: readReply, typed: ["run main.yaml --into ."],
      wanted: .refused(after: ["A POST /own"], trust)),
    HostileCase(
      testDescription: "o: what was read is a row that failed, and the failures are sent",
      files: [
        "main.yaml": """
        steps:
          a: {call: own.yaml}
          c:
            each: <list(a.body)>
            of: 1
            loop: {failed: <each != 1>, on_error: continue, failures: out.json}
            allow_failure: true
          b: {each: {json: out.json}, call: take.yaml, with: {k: <each | json>}}

        """,
        "own.yaml": HostileFiles.read, "take.yaml": HostileFiles.take,
      ],
      replies: readReply, typed: ["run main.yaml --into ."],
      wanted: .refused(after: ["A POST /own"], trust)),
  ]
}

extension HostileCase {
  /// A file saved in a trusted folder is confined if it contains a secret.
  private static let savedSecrets: [HostileCase] = [
    ("an echo", HostileReply(#"{"e":"%GOT%"}"#), HostileFiles.read),
    ("an echo in Base64", HostileReply(#"{"e":"%GOT:base64%"}"#), HostileFiles.read),
    ("what a secret output is taken from", HostileReply(#"{"token":"$MARK"}"#), HostileFiles.own),
  ].map { (name, reply, own) in
    HostileCase(
      testDescription: "o: \(name) is saved, and the file sent, in a trusted folder",
      files: [
        "main.yaml": """
        steps:
          a: {call: own.yaml, save: out.json}
          b: {call: {host: $B, path: /take, file: out.json}}

        """,
        "own.yaml": own, "out.json": "x",
      ],
      replies: ["A POST /own": reply], trusted: ["."],
      wanted: .refused(after: ["A POST /own"], allow))
  }

  /// The same files in a trusted folder: plain values may go, but an echo, a cookie and a secret
  /// output may not.
  static let trustedResponses: [HostileCase] =
    echoes.map {
      // A secret output is known before anything is sent; other secrets only with the response.
      let isSecret = $0.testDescription == "c: a secret output"
      return $0.inTrustedFolder(.refused(after: isSecret ? [] : ["A POST /own"], allow))
    }
    + (reads + loops + saved).map {
      var twin = $0.inTrustedFolder(.works([]))
      twin.wanted.reaches = "B"
      return twin
    } + savedSecrets
}
