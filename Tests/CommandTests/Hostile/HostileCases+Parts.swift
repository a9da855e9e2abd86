/// Parts of secrets, other names for them, and echoes of them, in a trusted folder.
extension HostileCase {
  /// Returns a script whose first step is `own.yaml` at A, and whose last step sends a value to B.
  private static func sending(
    _ name: String, _ value: String, own: String = HostileFiles.own, _ reply: HostileReply,
    between: String = "", more: [String: HostileReply] = [:], type: String = "{}",
    files: [String: String] = [:],
    _ wanted: Wanted = .refused(after: ["A POST /own", "A GET /echo"], allow)
  ) -> HostileCase {
    HostileCase(
      testDescription: "w: \(name), in a trusted folder",
      files: [
        "main.yaml": """
        steps:
          a: {call: own.yaml}
        \(between)  b: {call: take.yaml, with: {k: \(value)}}

        """,
        "own.yaml": own,
        "take.yaml": HostileFiles.take.replacing("{k: {}}", with: "{k: \(type)}"),
      ].merging(files) { $1 },
      replies: more.merging(["A POST /own": reply]) { $1 }, trusted: ["."], wanted: wanted)
  }

  private static func declaring(_ outputs: String) -> String {
    "host: $A\npath: /own\nmethod: POST\nheaders: {X-Key: <secret.key>}\noutputs: {\(outputs)}\n"
  }

  /// The sent value is a part of a secret output, or contains it.
  static let confinedParts: [HostileCase] = [
    sending(
      "a part of a secret output that is a map", "<a.body.creds.pw>",
      own: declaring("creds: {from: $.creds, secret: true}"),
      #"{"creds":{"user":"ann","pw":"$MARK"}}"#),
    sending(
      "a part of a secret output that is a map, by the output", "<a.creds.pw>",
      own: declaring("creds: {from: $.creds, secret: true}"),
      #"{"creds":{"user":"ann","pw":"$MARK"}}"#, .refused(after: ["A POST /own"], allow)),
    sending(
      "a secret output with escapes, in the body", "\"<a.body>\"", #"{"token":"tok\/$MARK"}"#,
      type: "{type: object}"),
    sending(
      "a secret output with escapes, in the body as JSON", "\"<a.body | json>\"",
      #"{"token":"tok\/$MARK"}"#),
    sending(
      "a secret output with escapes, by the body", "<a.body.token>", #"{"token":"tok\/$MARK"}"#),
    sending(
      "a secret output under another name, which is used besides", "<a.name>",
      #"{"token":"$MARK","name":"$MARK"}"#,
      between: "  e: {call: {host: $A, path: /echo, headers: {X-Key: <a.token>}}}\n"),
    sending(
      "a secret output that is in another one, which is used besides", "<a.name>",
      #"{"token":"tok\/$MARK","name":"is tok/$MARK"}"#,
      between: "  e: {call: {host: $A, path: /echo, headers: {X-Key: <a.token>}}}\n"),
    sending(
      "a secret output that is a number, under another name", "<a.body.id>",
      #"{"token":17374217,"id":"17374217"}"#),
    sending(
      "a secret output that is a map, of which a part has another name", "<a.body.again>",
      own: declaring("creds: {from: $.creds, secret: true}"),
      #"{"creds":{"user":"ann","pw":"$MARK"},"again":"$MARK"}"#),
    sending(
      "a secret output as the key of a map", "\"<a.body.map | json>\"",
      #"{"token":"$MARK","map":{"$MARK":1}}"#),
    sending(
      "a secret output under another name, escaped", "<a.body.other>",
      #"{"token":"tok/$MARK","other":"is tok\/$MARK."}"#),
    sending(
      "a short secret output is in a longer text by chance", "\"<a.body.id>\"",
      #"{"token":"7","id":"1737"}"#,
      .works(["A POST /own", "B POST /take"], holds: ["B POST /take": #""1737""#])),
    sending(
      "a short secret output under another name", "<a.body.id>", #"{"token":"7","id":"7"}"#),
    sending(
      "a header field, which a secret output is taken from", "<a.headers.x-t>",
      own: declaring("t: {header: X-T, secret: true}"), HostileReply(fields: ["X-T: $MARK"])),
    sending(
      "all header fields, which a secret output is taken from", "\"<a.headers | json>\"",
      own: declaring("t: {header: X-T, secret: true}"), HostileReply(fields: ["X-T: $MARK"])),
    sending(
      "two halves of an echo", "\"<a.p><a.q>\"",
      own: declaring(
        "p: {header: X-E, regex: '^(.{8})'}, q: {header: X-E, regex: '^.{8}(.*)$'}"),
      HostileReply(fields: ["X-E: %GOT%"])),
    HostileCase(
      testDescription: "w: two halves of an echo in one header field, in a trusted folder",
      files: [
        "main.yaml": """
        steps:
          a: {call: own.yaml}
          b: {call: {host: $B, path: /take, headers: {X-K: "<a.p><a.q>"}}}

        """,
        "own.yaml": declaring("p: {regex: '\"(.{8})'}, q: {regex: '\".{8}(.*)\"'}"),
      ],
      replies: ["A POST /own": #""%GOT%""#], trusted: ["."],
      wanted: .refused(after: ["A POST /own"], allow)),
  ]

  /// A sent value comes back, and goes on to B.
  static let comingBack: [HostileCase] = [
    sending(
      "a token comes back from a second request", "<e.body.x>", #"{"token":"$MARK"}"#,
      between: "  e: {call: {host: $A, path: /echo, headers: {X-Key: <a.token>}}}\n",
      more: ["A GET /echo": #"{"x":"%GOT%"}"#]),
    sending(
      "a token comes back in a longer text", "<e.headers.x-e>", #"{"token":"$MARK"}"#,
      between: "  e: {call: {host: $A, path: /echo, auth: {type: bearer, token: <a.token>}}}\n",
      more: ["A GET /echo": HostileReply(fields: ["X-E: hello, %GOT%!"])]),
    sending(
      "what was made of the secret comes back", "<a.name>",
      own: HostileFiles.read.replacing("<secret.key>", with: "\"<secret.key | upper>\""),
      #"{"name":"%GOT%"}"#),
    sending(
      "what else the server that got a token says", "<e.body.x>", #"{"token":"$MARK"}"#,
      between: "  e: {call: {host: $A, path: /echo, headers: {X-Key: <a.token>}}}\n",
      more: ["A GET /echo": #"{"x":"plain"}"#],
      .works(
        ["A POST /own", "A GET /echo", "B POST /take"], holds: ["B POST /take": #""plain""#])),
    sending(
      "a token comes back through a script", "<e.o>", #"{"token":"$MARK"}"#,
      between: "  e: {call: again.yaml, with: {t: <a.token>}}\n",
      more: ["A GET /echo": #"{"x":"%GOT%"}"#],
      files: [
        "again.yaml": """
        inputs: {t: {}}
        steps:
          e: {call: {host: $A, path: /echo, headers: {X-Key: <t>}}}
        outputs: {o: <e.body.x>}

        """
      ]),
    HostileCase(
      testDescription: "w: a needed output has the value of a secret one, in a trusted folder",
      files: [
        "main.yaml": """
        needs: {n: {call: own.yaml}}
        host: $B
        path: /take
        method: POST
        json: {k: <n.name>}

        """,
        "own.yaml": HostileFiles.own,
      ],
      replies: ["A POST /own": #"{"token":"$MARK","name":"$MARK"}"#], trusted: ["."],
      wanted: .refused(after: ["A POST /own"], allow)),
    needing("A POST /own", ["run main.yaml"]), needing(nil, ["run honest.yaml", "run main.yaml"]),
  ]

  /// A needed call whose plain output is an echo, made by this run or kept by an earlier one.
  private static func needing(_ request: String?, _ typed: [String]) -> HostileCase {
    let needs = "needs: {n: {call: own.yaml, fresh: 1h}}\n"
    return HostileCase(
      testDescription: "w: a needed output is an echo, "
        + "\(request == nil ? "kept by an earlier run" : "of this run"), in a trusted folder",
      files: [
        "main.yaml": "\(needs)host: $B\npath: /take\nmethod: POST\njson: {k: <n.name>}\n",
        "honest.yaml": "\(needs)host: $A\npath: /take\nmethod: POST\njson: {k: <n.name>}\n",
        "own.yaml": HostileFiles.read,
      ],
      replies: ["A POST /own": #"{"name":"%GOT%"}"#], typed: typed, trusted: ["."],
      wanted: .refused(after: request.map { [$0] } ?? [], allow))
  }

  /// Values that contain a secret output under another name, although the output is not used.
  static let aliases: [HostileCase] = [
    sending(
      "a secret output in a header field", "<a.headers.x-t>",
      HostileReply(fields: ["X-T: $MARK"], #"{"token":"$MARK"}"#)),
    sending(
      "a secret output of a redirect's header field, in the URL", "<a.url>",
      own: declaring("t: {from: $.t, secret: true}") + "redirects: 2\n",
      HostileReply("303 See Other", fields: ["Location: /got?t=$MARK"]),
      more: ["A GET /got": #"{"t":"$MARK"}"#],
      .refused(after: ["A POST /own", "A GET /got"], allow)),
    sending(
      "a called script's output is secret as another one", "<a.o>",
      own: "steps:\n  s: {call: inner.yaml}\noutputs: {o: <s.name>}\n",
      #"{"token":"$MARK","name":"$MARK"}"#, files: ["inner.yaml": HostileFiles.own]),
    sending(
      "a secret output under another name", "<a.name>", #"{"token":"$MARK","name":"$MARK"}"#),
    HostileCase(
      testDescription: "w: the rows of an output are secret as another one, in a trusted folder",
      files: [
        "main.yaml": """
        steps:
          a: {call: own.yaml}
          b: {each: <a.name>, call: take.yaml, with: {k: <each>}}

        """,
        "own.yaml": HostileFiles.own, "take.yaml": HostileFiles.take,
      ],
      replies: ["A POST /own": #"{"token":"$MARK","name":["$MARK"]}"#], trusted: ["."],
      wanted: .refused(after: ["A POST /own"], allow)),
  ]
}
