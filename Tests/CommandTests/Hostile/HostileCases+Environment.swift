/// A stranger's file uses variables and the netrc file, which only a trusted folder may.
extension HostileCase {
  static let environment: [HostileCase] = hostileCalls + honestCalls

  private static let send = """
    host: $A
    path: /send
    inputs: {v: {env: HOSTILE_VAR}}
    headers: {X-V: <v>}
    outputs: {v: {from: $.v, default: x}}

    """
  private static let netrc =
    "host: $A\npath: /send\nauth: netrc\noutputs: {v: {from: $.v, default: x}}\n"

  /// How an endpoint of the trusted folder `lib` is used: by `main.yaml` beside it, or in `other`.
  private static let uses: [(name: String, file: String)] = [
    ("calls", "steps:\n  a: {call: lib/send.yaml}\n"),
    ("calls in a loop", "steps:\n  a: {each: [1, 2], call: lib/send.yaml}\n"),
    (
      "calls in the end",
      "steps:\n  a: {call: {host: $B, path: /x}}\nfinally:\n  f: {call: lib/send.yaml}\n"
    ),
    (
      "calls for a cleanup",
      "steps:\n  a:\n    call: {host: $B, path: /x}\n    cleanup: {call: lib/send.yaml}\n"
    ),
    ("calls by a trusted script", "steps:\n  a: {call: lib/script.yaml}\n"),
    ("needs", "needs: {n: {call: lib/send.yaml}}\nhost: $B\npath: /take\nquery: {q: <n.v>}\n"),
    ("extends", "extends: lib/send.yaml\nhost: $B\n"),
  ]

  private static func files(_ use: (name: String, file: String), _ send: String) -> [String: String]
  {
    [
      "main.yaml": use.file, "lib/send.yaml": send, "lib/apicall.yaml": "",
      "lib/script.yaml": "steps:\n  one: {call: send.yaml}\n",
    ]
  }

  private static let hostileCalls: [HostileCase] =
    uses.map { use in
      HostileCase(
        testDescription:
          "i: a stranger's file \(use.name) a trusted endpoint, which reads a variable",
        files: files(use, send), trusted: ["lib"], stored: [:],
        variables: ["HOSTILE_VAR": "v4r-$MARK"], kept: ["v4r-$MARK": ""],
        wanted: .refused(["HOSTILE_VAR", "apicall trust"]))
    }
    + uses.map { use in
      HostileCase(
        testDescription: "i: a stranger's file \(use.name) a trusted endpoint with auth: netrc",
        files: files(use, netrc).merging(netrcFile) { $1 },
        trusted: ["lib"], stored: [:], kept: ["n3trc-$MARK": ""],
        wanted: .refused(["netrc", "apicall trust"]))
    } + [
      HostileCase(
        testDescription: "i: a stranger's file calls an endpoint of a sibling folder",
        files: [
          "other/main.yaml": "steps:\n  a: {call: ../lib/send.yaml}\n", "lib/send.yaml": send,
          "lib/apicall.yaml": "",
        ],
        typed: ["run other/main.yaml"], trusted: ["lib"], stored: [:],
        variables: ["HOSTILE_VAR": "v4r-$MARK"], kept: ["v4r-$MARK": ""],
        wanted: .refused(["HOSTILE_VAR", "apicall trust"])),
      HostileCase(
        testDescription: "i: a trusted script hands a variable to a stranger's endpoint",
        files: [
          "lib/main.yaml": """
          inputs: {v: {env: HOSTILE_VAR}}
          steps:
            a: {call: ../other/take.yaml, with: {v: <v>}}

          """, "lib/apicall.yaml": "",
          "other/take.yaml": "host: $B\npath: /take\ninputs: {v: {}}\nheaders: {X-V: <v>}\n",
        ],
        typed: ["run lib/main.yaml --file-root other"], trusted: ["lib"], stored: [:],
        variables: ["HOSTILE_VAR": "v4r-$MARK"], kept: ["v4r-$MARK": ""],
        wanted: .refused(["'v' passes an environment variable to other/take.yaml", "apicall trust"])
      ),
      HostileCase(
        testDescription: "i: a trusted script hands a URL with a variable to a stranger's endpoint",
        files: [
          "lib/main.yaml": """
          inputs: {v: {env: HOSTILE_VAR}}
          let: {w: "x<v>"}
          steps:
            m: {call: {host: $A, path: /m, query: {q: <w>}}}
            a: {call: ../other/take.yaml, with: {v: <m.url>}}

          """, "lib/apicall.yaml": "",
          "other/take.yaml": "host: $B\npath: /take\ninputs: {v: {}}\nheaders: {X-V: <v>}\n",
        ],
        typed: ["run lib/main.yaml --file-root other"], trusted: ["lib"], stored: [:],
        variables: ["HOSTILE_VAR": "v4r-$MARK"], kept: ["v4r-$MARK": "$A"],
        wanted: Wanted(
          statuses: [77], requests: ["A GET /m"],
          says: ["'v' passes an environment variable to other/take.yaml", "apicall trust"])),
      HostileCase(
        testDescription:
          "i: a trusted script hands a message with a variable to a stranger's endpoint",
        files: [
          "lib/main.yaml": """
          inputs: {v: {env: HOSTILE_VAR}}
          steps:
            m: {call: {host: $A, path: /fail, query: {q: <v>}}}
          on_failure:
            a: {call: ../other/take.yaml, with: {v: <error.message>}}

          """, "lib/apicall.yaml": "",
          "other/take.yaml": "host: $B\npath: /take\ninputs: {v: {}}\nheaders: {X-V: <v>}\n",
        ],
        replies: ["A GET /fail": HostileReply("404 Not Found", "{}")],
        typed: ["run lib/main.yaml --file-root other"], trusted: ["lib"], stored: [:],
        variables: ["HOSTILE_VAR": "v4r-$MARK"],
        wanted: Wanted(
          statuses: [4], requests: ["A GET /fail"],
          says: ["'v' passes an environment variable to other/take.yaml", "apicall trust"])),
      HostileCase(
        testDescription: "i: a stranger's project file is in the chain of a trusted endpoint",
        files: ["main.yaml": "steps:\n  a: {call: lib/send.yaml}\n", "lib/send.yaml": send],
        trusted: ["lib"], stored: [:],
        variables: ["HOSTILE_VAR": "v4r-$MARK"], kept: ["v4r-$MARK": ""],
        wanted: .refused(["HOSTILE_VAR", "apicall trust"])),
    ]

  private static let netrcFile = [
    "$HOME/.netrc": "machine 127.0.0.1 login ann password n3trc-$MARK\n"
  ]

  private static let honestCalls: [HostileCase] =
    uses.dropLast().flatMap { use in
      [("a variable", send), ("netrc", netrc)].map { (name, send) in
        var honest = HostileCase(
          testDescription: "i: the user's own file \(use.name) an endpoint with \(name)",
          files: files(use, send).merging(netrcFile) { $1 }, trusted: ["."], stored: [:],
          variables: ["HOSTILE_VAR": "v4r-$MARK"], wanted: .works([]))
        honest.wanted.reaches = "A"
        return honest
      }
    } + [
      HostileCase(
        testDescription: "i: --allow-env lets a stranger's chain of calls read it",
        files: files(uses[0], send), typed: ["run main.yaml --allow-env HOSTILE_VAR"], stored: [:],
        variables: ["HOSTILE_VAR": "v4r-$MARK"],
        wanted: .works(["A GET /send"], holds: ["A GET /send": "X-V: v4r-$MARK\r\n"]))
    ]
}
