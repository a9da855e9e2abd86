/// A response chooses where the next request goes.
extension HostileCase {
  static let hosts: [HostileCase] = chosen + chosenMixed + chosenRight

  /// How the second call carries a secret that the user typed.
  private static let carriers: [(name: String, fields: String)] = [
    ("in a header field", "headers: {X-Key: <pw>}"),
    ("as a token", "auth: {type: bearer, token: <pw>}"),
    ("as a password", "auth: {type: basic, username: u, password: <pw>}"),
    ("in the body", "json: {p: \"x<pw>\"}"),
    ("in the query", "query: {q: \"<pw | base64>\"}"),
  ]

  private static func script(_ fields: String, _ place: String = "url: <a.body.url>") -> String {
    """
    inputs: {pw: {secret: true}}
    steps:
      a: {call: {host: $A, path: /where}}
      b: {call: {\(place), \(fields)}}

    """
  }

  /// How it carries one beside a stored secret that may go to the chosen host.
  private static let mixedCarriers: [(name: String, fields: String)] = [
    ("in the query", "query: {q: \"<secret.key>/<pw>\"}"),
    ("in a header field", "headers: {X-Key: \"<secret.key><pw>\"}"),
    ("in the body", "json: {p: \"<secret.key><pw>\"}"),
    ("in a form", "form: {p: \"<secret.key><pw>\"}"),
    ("encoded", "let: {both: \"<secret.key>:<pw>\"}, query: {q: \"<both | base64>\"}"),
    ("as a token", "auth: {type: bearer, token: \"<secret.key><pw>\"}"),
    ("as a password", "auth: {type: basic, username: <secret.key>, password: <pw>}"),
  ]

  private static let chosenMixed: [HostileCase] = mixedCarriers.flatMap { carrier in
    [[], ["."]].map { trusted in
      HostileCase(
        testDescription: "j: a response chooses the host, a typed secret beside a stored one "
          + carrier.name + (trusted.isEmpty ? "" : ", in a trusted folder"),
        files: ["main.yaml": script(carrier.fields)],
        replies: ["A GET /where": #"{"url":"$B"}"#],
        typed: ["run main.yaml pw=$OTHER"], trusted: trusted, stored: ["key": "$A $B"],
        kept: ["$OTHER": "$A"],
        wanted: .refused(after: ["A GET /where"], ["contains the secret '", "$A", "$B"]))
    }
  }

  private static let chosen: [HostileCase] =
    carriers.flatMap { carrier in
      [[], ["."]].map { trusted in
        HostileCase(
          testDescription: "j: a response chooses the URL, a typed secret \(carrier.name)"
            + (trusted.isEmpty ? "" : ", in a trusted folder"),
          files: ["main.yaml": script(carrier.fields)],
          replies: ["A GET /where": #"{"url":"$B/take"}"#],
          typed: ["run main.yaml pw=$KEY"], trusted: trusted, stored: [:], kept: ["$KEY": "$A"],
          wanted: .refused(after: ["A GET /where"], ["'pw'", "$A", "$B"]))
      }
    } + [
      HostileCase(
        testDescription: "j: a response chooses a label of the host, a typed secret",
        files: [
          "main.yaml": script(
            "headers: {X-Key: <pw>}", "host: \"http://<a.body.region>.localhost:$PORT_B\"")
        ],
        replies: ["A GET /where": #"{"region":"evil"}"#],
        typed: ["run main.yaml pw=$KEY"], trusted: ["."], stored: [:], kept: ["$KEY": "$A"],
        wanted: .refused(after: ["A GET /where"], ["'pw'", "http://evil.localhost:$PORT_B"])),
      HostileCase(
        testDescription: "j: one server sends the typed secret back, another one chooses the URL",
        files: [
          "main.yaml": """
          inputs: {pw: {secret: true}}
          steps:
            a: {call: {host: $A, path: /own, headers: {X-Key: <pw>}}}
            w: {call: {host: $C, path: /where}}
            b: {call: {url: <w.body.url>, json: {k: "x<a.body.echo>"}}}

          """
        ],
        replies: [
          "A GET /own": #"{"echo":"$KEY"}"#, "C GET /where": #"{"url":"$B/take"}"#,
        ],
        typed: ["run main.yaml pw=$KEY"], trusted: ["."], stored: [:], kept: ["$KEY": "$A"],
        wanted: .refused(
          after: ["A GET /own", "C GET /where"],
          ["$C", "$B", "a secret that was sent earlier in this run"])),
      HostileCase(
        testDescription: "j: an output chooses the URL of a called file",
        files: [
          "main.yaml": """
          inputs: {pw: {secret: true}}
          steps:
            a: {call: where.yaml}
            b: {call: go.yaml, with: {u: <a.u>, pw: <pw>}}

          """,
          "where.yaml": "host: $A\npath: /where\noutputs: {u: $.url}\n",
          "go.yaml":
            "inputs: {u: {}, pw: {secret: true}}\nurl: <u>\nauth: {type: bearer, token: <pw>}\n",
        ],
        replies: ["A GET /where": #"{"url":"$B/take"}"#],
        typed: ["run main.yaml pw=$KEY"], trusted: ["."], stored: [:], kept: ["$KEY": "$A"],
        wanted: .refused(after: ["A GET /where"], ["'pw'", "$A", "$B"])),
      HostileCase(
        testDescription: "j: a needed call's output chooses the URL",
        files: [
          "main.yaml":
            "needs: {n: {call: where.yaml}}\ninputs: {pw: {secret: true}}\nurl: <n.u>\nheaders: {X-Key: <pw>}\n",
          "where.yaml": "host: $A\npath: /where\noutputs: {u: $.url}\n",
        ],
        replies: ["A GET /where": #"{"url":"$B/take"}"#],
        typed: ["run main.yaml pw=$KEY"], trusted: ["."], stored: [:], kept: ["$KEY": "$A"],
        wanted: .refused(after: ["A GET /where"], ["'pw'", "$A", "$B"])),
      HostileCase(
        testDescription: "j: each row of a response chooses the URL",
        files: [
          "main.yaml": """
          inputs: {pw: {secret: true}}
          steps:
            a: {call: {host: $A, path: /where}}
            b: {each: <a.body.urls>, call: {url: <each>, headers: {X-Key: <pw>}}}

          """
        ],
        replies: ["A GET /where": #"{"urls":["$B/take"]}"#],
        typed: ["run main.yaml pw=$KEY"], trusted: ["."], stored: [:], kept: ["$KEY": "$A"],
        wanted: .refused(after: ["A GET /where"], ["'pw'", "$A", "$B"])),
      HostileCase(
        testDescription: "j: a response chooses the URL, a variable of the environment",
        files: [
          "main.yaml": script("headers: {X-Key: <pw>}")
            .replacing("{secret: true}", with: "{secret: true, env: HOSTILE_VAR}")
        ],
        replies: ["A GET /where": #"{"url":"$B/take"}"#], trusted: ["."], stored: [:],
        variables: ["HOSTILE_VAR": "$KEY"], kept: ["$KEY": "$A"],
        wanted: .refused(after: ["A GET /where"], ["'pw'", "$A", "$B"])),
      HostileCase(
        testDescription: "j: a response chooses the URL, a stored secret",
        files: [
          "main.yaml": """
          steps:
            a: {call: {host: $A, path: /where}}
            b: {call: {url: <a.body.url>, headers: {X-Key: <secret.key>}}}

          """
        ],
        replies: ["A GET /where": #"{"url":"$B/take"}"#], trusted: ["."],
        wanted: .refused(after: ["A GET /where"], ["'key'", "$A", "$B"])),
    ]

  private static let chosenRight: [HostileCase] =
    carriers.map { carrier in
      HostileCase(
        testDescription: "j: a response chooses a URL of its own, a typed secret \(carrier.name)",
        files: ["main.yaml": script(carrier.fields)],
        replies: ["A GET /where": #"{"url":"$A/more"}"#],
        typed: ["run main.yaml pw=$KEY"], stored: [:],
        wanted: .works([
          "A GET /where", carrier.name == "in the body" ? "A POST /more" : "A GET /more",
        ]))
    } + [
      HostileCase(
        testDescription: "j: a response chooses a URL, and nothing secret goes along",
        files: ["main.yaml": script("headers: {X-Key: plain}")],
        replies: ["A GET /where": #"{"url":"$B/take"}"#],
        typed: ["run main.yaml pw=$KEY"], stored: [:],
        wanted: .works(["A GET /where", "B GET /take"])),
      HostileCase(
        testDescription: "j: a response chooses a URL of an origin of the stored secret",
        files: [
          "main.yaml": """
          steps:
            a: {call: {host: $A, path: /where}}
            b: {call: {url: <a.body.url>, headers: {X-Key: <secret.key>}}}

          """
        ],
        replies: ["A GET /where": #"{"url":"$B/take"}"#], trusted: ["."], stored: ["key": "$A $B"],
        wanted: .works(["A GET /where", "B GET /take"], holds: ["B GET /take": "X-Key: $KEY\r\n"])),
      HostileCase(
        testDescription: "j: the user types the host",
        files: [
          "main.yaml":
            "inputs: {u: {}, pw: {secret: true}}\nurl: <u>\nheaders: {X-Key: <pw>}\n"
        ],
        typed: ["run main.yaml u=$B/take pw=$KEY"], stored: [:],
        wanted: .works(["B GET /take"], holds: ["B GET /take": "X-Key: $KEY\r\n"])),
    ]
}
