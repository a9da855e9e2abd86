/// Secrets as values of a script, of two origins, and typed ones; and values without secrets.
extension HostileCase {
  static let values: [HostileCase] = trueValues + joined + typedSecrets + harmless

  private static let trueValues: [HostileCase] = [
    HostileCase(
      testDescription: "p: a let of a script has the true value",
      files: [
        "main.yaml": """
        let: {k: <secret.key>}
        steps:
          one: {call: own.yaml, with: {k: <k>}}

        """,
        "own.yaml": HostileFiles.ownOf,
      ],
      typed: ["run main.yaml -v"],
      wanted: .works(
        ["A POST /own"], holds: ["A POST /own": "X-Key: $KEY\r\n"], says: ["X-Key: ***"])),
    HostileCase(
      testDescription: "p: each of a script has the true value",
      files: [
        "main.yaml": """
        steps:
          one: {each: [<secret.key>, "x<secret.key>"], call: own.yaml, with: {k: <each>}}

        """,
        "own.yaml": HostileFiles.ownOf,
      ],
      typed: ["run main.yaml -v"],
      wanted: .works(
        ["A POST /own", "A POST /own"], holds: ["A POST /own": "X-Key: $KEY\r\n"],
        says: ["X-Key: ***"])),
    HostileCase(
      testDescription: "p: print of a script has the true value",
      files: [
        "main.yaml": "steps:\n  one: {call: own.yaml}\nprint: {k: <secret.key>}\nformat: compact\n",
        "own.yaml": HostileFiles.own,
      ],
      wanted: .works(["A POST /own"], output: #"{"k":"$KEY"}"# + "\n")),
    HostileCase(
      testDescription: "p: if of a script has the true value",
      files: [
        "main.yaml": """
        steps:
          one: {call: own.yaml, if: {value: <secret.key>, equals: "$KEY"}}
          two: {call: own.yaml, if: {value: <secret.key>, equals: dummy-key}}

        """,
        "own.yaml": HostileFiles.own,
      ],
      wanted: .works(["A POST /own"])),
    HostileCase(
      testDescription: "p: a let of a script is confined",
      files: [
        "main.yaml": """
        let: {k: "v.<secret.key>"}
        steps:
          one: {call: {host: $B, path: /take, headers: {X-K: <k>}}}

        """
      ],
      wanted: .refused(allow)),
    HostileCase(
      testDescription: "p: each of a script is confined",
      files: [
        "main.yaml": """
        steps:
          one: {each: [a, "<secret.key | base64>"], call: take.yaml, with: {k: <each>}}

        """,
        "take.yaml": HostileFiles.take,
      ],
      wanted: .refused(after: ["B POST /take"], allow)),
    HostileCase(
      testDescription: "p: a secret that is not there is missing in a let, too",
      files: [
        "main.yaml": "let: {k: <secret.key>}\nsteps:\n  one: {call: own.yaml, with: {k: <k>}}\n",
        "own.yaml": HostileFiles.ownOf,
      ],
      stored: [:], wanted: .refused(["'key'", "apicall secrets set key"])),
  ]

  private static let both = ["'key'", "'other'", "$A", "$B"]

  private static let joined: [HostileCase] = [
    HostileCase(
      testDescription: "q: two secrets of two origins in one request",
      files: ["main.yaml": "host: $A\npath: /own\nheaders: {X-Key: <secret.key>.<secret.other>}\n"],
      stored: ["key": "$A", "other": "$B"], wanted: .refused(both)),
    HostileCase(
      testDescription: "q: two secrets of two origins in two fields, handed on",
      files: [
        "main.yaml": """
        steps:
          one: {call: inner.yaml, with: {k: <secret.key>, o: <secret.other>}}

        """,
        "inner.yaml": """
        inputs: {k: {}, o: {}}
        steps:
          one: {call: send.yaml, with: {k: <k>, o: <o>}}

        """,
        "send.yaml":
          "host: $A\npath: /own\ninputs: {k: {}, o: {}}\nheaders: {X-Key: <k>}\nquery: {o: <o>}\n",
      ],
      stored: ["key": "$A", "other": "$B"], wanted: .refused(both)),
    HostileCase(
      testDescription: "q: two secrets of two origins in one value",
      files: [
        "main.yaml": """
        steps:
          one: {call: inner.yaml, with: {k: "<secret.key>:<secret.other>"}}

        """,
        "inner.yaml": "inputs: {k: {}}\nsteps:\n  one: {call: own.yaml, with: {k: <k | base64>}}\n",
        "own.yaml": HostileFiles.ownOf,
      ],
      stored: ["key": "$A", "other": "$B"], wanted: .refused(both)),
    HostileCase(
      testDescription: "q: two secrets that share an origin in one request",
      files: ["main.yaml": "host: $A\npath: /own\nheaders: {X-Key: <secret.key>.<secret.other>}\n"],
      stored: ["key": "$A", "other": "$B $A"],
      wanted: .works(["A GET /own"], holds: ["A GET /own": "X-Key: $KEY.$OTHER\r\n"])),
  ]

  private static let typedLogin = [
    "main.yaml": """
    inputs: {pw: {secret: true}}
    steps:
      login: {call: login.yaml, with: {pw: <pw>}}
      orders:
        call:
          host: $B
          path: /orders
          auth: {type: bearer, token: <login.token>}
          headers: {X-Pw: <pw>, X-Name: <login.name>}

    """,
    "login.yaml": """
    host: $A
    path: /login
    inputs: {pw: {secret: true}}
    json: {password: <pw>}
    outputs: {token: {from: $.token, secret: true}, name: $.name}

    """,
  ]

  private static let typedSecrets: [HostileCase] = [[], ["."]].map { trusted in
    HostileCase(
      testDescription: "r: a typed password and its token go where the file says"
        + (trusted.isEmpty ? "" : ", in a trusted folder"),
      files: typedLogin,
      replies: ["A POST /login": #"{"token":"$MARK","name":"ann"}"#],
      typed: ["run main.yaml pw=$KEY -v"], trusted: trusted, stored: [:], kept: ["$MARK": "$A $B"],
      wanted: .works(
        ["A POST /login", "B GET /orders"], holds: ["B GET /orders": "X-Pw: $KEY\r\n"]))
  }

  private static let harmless: [HostileCase] = [
    HostileCase(
      testDescription: "s: --mock has dummies, and asks for nothing",
      files: [
        "main.yaml": """
        let: {l: <secret.key>}
        steps:
          one: {call: inner.yaml, with: {k: <secret.key>}}
          two: {call: take.yaml, with: {k: <one.k2>}}
          three: {call: take.yaml, with: {k: "<two.body.k>/<l>"}}

        """,
        "inner.yaml": """
        inputs: {k: {}}
        steps:
          own: {call: own.yaml, with: {k: <k>}}
        outputs: {k2: "<k>"}

        """,
        "own.yaml": HostileFiles.ownOf, "take.yaml": HostileFiles.take,
      ],
      replies: ["C POST /take": #"{"k":"k"}"#], typed: ["run main.yaml --mock $C"],
      wanted: .works(
        ["C POST /own", "C POST /take", "C POST /take"],
        holds: ["C POST /own": "X-Key: dummy-key\r\n", "C POST /take": #"{"k":"dummy-key"}"#])),
    HostileCase(
      testDescription: "s: --mock needs no stored secret",
      files: [
        "main.yaml":
          "needs: {login: {call: login.yaml}}\nhost: $B\npath: /orders\nauth: {type: bearer, token: <login.token>}\n",
        "login.yaml": HostileFiles.login,
      ],
      replies: ["C POST /login": #"{"token":"t-t-t"}"#], typed: ["run main.yaml --mock $C"],
      stored: [:], wanted: .works(["C POST /login", "C GET /orders"])),
    HostileCase(
      testDescription: "t: which call is made, and a status, carry nothing",
      files: [
        "main.yaml": """
        steps:
          a: {call: own.yaml}
          b: {call: take.yaml, with: {k: made}, if: {value: <a.body.name>, equals: ann}}
          c: {call: take.yaml, with: {k: made}, if: {value: <secret.key>, length: {min: 4}}}
          d: {call: take.yaml, with: {k: "<a.status>"}}
          e: {each: <a.body.list>, call: take.yaml, with: {k: "<index>"}}

        """,
        "own.yaml": HostileFiles.own, "take.yaml": HostileFiles.take,
      ],
      replies: ["A POST /own": #"{"name":"ann","token":"t","list":[1,2]}"#],
      wanted: .works(["A POST /own"] + [String](repeating: "B POST /take", count: 5))),
    HostileCase(
      testDescription: "t: a response to a request without a secret goes anywhere",
      files: [
        "main.yaml": """
        steps:
          a: {call: {host: $A, path: /list}}
          own: {call: own.yaml}
          b: {call: take.yaml, with: {k: <a.body.name>}}

        """,
        "own.yaml": HostileFiles.own, "take.yaml": HostileFiles.take,
      ],
      replies: ["A GET /list": #"{"name":"ann"}"#],
      wanted: .works(["A GET /list", "A POST /own", "B POST /take"])),
    HostileCase(
      testDescription: "t: what was read goes on at its own origin",
      files: [
        "main.yaml": """
        steps:
          a: {call: own.yaml}
          b: {each: <a.body.list>, call: {host: $A, path: /item/<each.id>, headers: {X-T: <a.token>}}}
        print: {ids: <a.body.list>, s: <b.status>}

        """,
        "own.yaml": HostileFiles.own,
      ],
      replies: ["A POST /own": #"{"token":"$MARK","list":[{"id":7},{"id":8}]}"#],
      wanted: .works(["A POST /own", "A GET /item/7", "A GET /item/8"])),
  ]
}
