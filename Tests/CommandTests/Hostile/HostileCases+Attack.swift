/// The findings of two attackers: paths that reveal secrets, servers that lead on, and parts of
/// secrets.
extension HostileCase {
  static let attacks: [HostileCase] =
    lookups + lookedUpResponses + ledOn + ledOnRight + confinedParts + aliases + comingBack
    + failing

  // MARK: Paths

  /// A secret that can be a part of a path.
  private static let plainKey = "k3y-4711-Zq9xMv"
  private static let setPlainKey = "secrets set key - --origin $A << \(plainKey)"

  /// The choice of a file in a folder reveals the text of its path.
  private static let lookups: [HostileCase] = [
    ("a file", "file: \"t/<secret.key>.txt\"", "B POST /take"),
    ("a part", "multipart: {f: {file: \"t/<secret.key>.txt\"}}", "B POST /take"),
    ("a template", "let: {x: y}\ntemplate: [x]\nfile: \"t/<secret.key>.txt\"", "B POST /take"),
  ].flatMap { (name, field, request) in
    let files = [
      "main.yaml": "host: $B\npath: /take\nmethod: POST\n\(field)\n",
      "t/\(plainKey).txt": "found <x>\n",
    ]
    let hostile = HostileCase(
      testDescription: "u: the secret is the name of the file: \(name)", files: files,
      typed: [setPlainKey, "run main.yaml"], stored: [:], kept: [plainKey: "$A"],
      wanted: .refused(allow))
    var honest = HostileCase(
      testDescription: "u: the secret is the name of the file, and for B: \(name)", files: files,
      typed: [setPlainKey, "secrets allow key --origin $B", "run main.yaml"], stored: [:],
      wanted: .works([request], holds: [request: "found"]))
    honest.kept = [plainKey: "$A $B"]
    return [hostile, hostile.inTrustedFolder(), honest]
  }

  /// The same with a response in place of the secret.
  private static let lookedUpResponses: [HostileCase] = [
    ("a file", "{}", "file: \"t/<k>.txt\"", "<a.name>"),
    ("a part", "{}", "multipart: {f: {file: \"t/<k>.txt\"}}", "<a.name>"),
    ("a query", "{}", "graphql: {query: {file: \"t/<k>.txt\"}}", "<a.name>"),
    ("an input of a file", "{type: file}", "file: <k>", "\"t/<a.name>.txt\""),
  ].flatMap { (name, input, field, value) in
    let hostile = HostileCase(
      testDescription: "u: what was read is the name of \(name)",
      files: [
        "main.yaml": """
        steps:
          a: {call: own.yaml}
          b: {call: take.yaml, with: {k: \(value)}}

        """,
        "own.yaml": HostileFiles.read,
        "take.yaml": "host: $B\npath: /take\nmethod: POST\ninputs: {k: \(input)}\n\(field)\n",
        "t/ann.txt": "{found}\n",
      ],
      replies: ["A POST /own": #"{"name":"ann"}"#],
      wanted: .refused(after: ["A POST /own"], trust))
    return [
      hostile,
      hostile.inTrustedFolder(
        .works(["A POST /own", "B POST /take"], holds: ["B POST /take": "found"])),
    ]
  }

  // MARK: Hosts

  private static func inBothFolders(_ hostile: HostileCase) -> [HostileCase] {
    [hostile, hostile.inTrustedFolder()]
  }

  /// Returns a file that takes its URL and a secret.
  private static func go(_ fields: String) -> String {
    "inputs: {u: {}, pw: {secret: true}}\nurl: <u>\n\(fields)\n"
  }

  private static func script(_ value: String, redirects: String = "") -> String {
    """
    inputs: {pw: {secret: true}}
    steps:
      a: {call: {host: $A, path: /where\(redirects)}}
      b: {call: {url: \(value), headers: {X-Key: <pw>}}}

    """
  }

  private static let leadsOn: [String: HostileReply] = [
    "A GET /where": HostileReply("302 Found", fields: ["Location: $B/found"]),
    "B GET /found": #"{"url":"$B/take"}"#,
  ]
  /// Rows that a step saves: a server chooses the URLs in them.
  private static let savedRows = [
    "main.yaml": """
    inputs: {pw: {secret: true}}
    steps:
      a: {call: {host: $A, path: /where}, save: u.csv}
      b: {each: {csv: u.csv}, call: {url: <each.url>, headers: {X-Key: <pw>}}}

    """
  ]

  /// A server chooses the host of the next request, which contains text that the user typed.
  private static let ledOn: [HostileCase] =
    ["<a.url>", "<a.body.url>"].flatMap { value in
      inBothFolders(
        HostileCase(
          testDescription: "v: a redirect leads to B, and \(value) is the URL, a typed secret",
          files: ["main.yaml": script(value, redirects: ", redirects: 3")], replies: leadsOn,
          typed: ["run main.yaml pw=$KEY"], stored: [:], kept: ["$KEY": "$A"],
          wanted: .refused(after: ["A GET /where", "B GET /found"], ["'pw'", "$B"])))
    }
    + inBothFolders(
      HostileCase(
        testDescription: "v: the rows of a saved response choose the URL, a typed secret",
        files: savedRows,
        replies: [
          "A GET /where": HostileReply(fields: ["Content-Type: text/csv"], "url\n$B/take\n")
        ],
        typed: ["run main.yaml pw=$KEY --into ."], stored: [:], kept: ["$KEY": "$A"],
        wanted: .refused(after: ["A GET /where"], ["'pw'", "$B"])))
    + inBothFolders(
      HostileCase(
        testDescription: "v: a response chooses the URL, a typed secret is a file",
        files: [
          "main.yaml": """
          inputs: {f: {type: file, secret: true}}
          steps:
            a: {call: {host: $A, path: /where}}
            b: {call: go.yaml, with: {u: <a.body.url>, f: <f>}}

          """,
          "go.yaml":
            "inputs: {u: {}, f: {type: file, secret: true}}\nurl: <u>\nmethod: POST\nfile: <f>\n",
          "own.txt": "f1le-$KEY\n",
        ],
        replies: ["A GET /where": #"{"url":"$B/take"}"#],
        typed: ["run main.yaml f=own.txt"], stored: [:], kept: ["f1le-$KEY": "$A"],
        wanted: .refused(after: ["A GET /where"], ["$B"])))
    + inBothFolders(
      HostileCase(
        testDescription: "v: a response chooses the URL, a typed secret is in the query",
        files: [
          "main.yaml": """
          inputs: {pw: {secret: true}}
          steps:
            a: {call: {host: $A, path: /where}}
            b: {call: go.yaml, with: {u: <a.body.url>, m: <pw>}}

          """,
          "go.yaml": "inputs: {u: {}, m: {}}\nurl: <u>\nquery: {m: <m>}\n",
        ],
        replies: ["A GET /where": #"{"url":"$B/take"}"#],
        typed: ["run main.yaml pw=M3TH-$PORT_A"], stored: [:], kept: ["M3TH-$PORT_A": "$A"],
        wanted: .refused(after: ["A GET /where"], ["'m'", "$B"])))

  private static let ledOnRight: [HostileCase] = [
    HostileCase(
      testDescription: "v: a redirect within A, and the URL is of A, a typed secret",
      files: ["main.yaml": script("<a.body.url>", redirects: ", redirects: 3")],
      replies: [
        "A GET /where": HostileReply("302 Found", fields: ["Location: /found"]),
        "A GET /found": #"{"url":"$A/more"}"#,
      ],
      typed: ["run main.yaml pw=$KEY"], stored: [:],
      wanted: .works(
        ["A GET /where", "A GET /found", "A GET /more"],
        holds: ["A GET /more": "X-Key: $KEY\r\n"])),
    HostileCase(
      testDescription: "v: the rows of a saved response choose URLs of A, a typed secret",
      files: savedRows,
      replies: [
        "A GET /where": HostileReply(fields: ["Content-Type: text/csv"], "url\n$A/more\n")
      ],
      typed: ["run main.yaml pw=$KEY --into ."], stored: [:],
      wanted: .works(
        ["A GET /where", "A GET /more"], holds: ["A GET /more": "X-Key: $KEY\r\n"])),
    HostileCase(
      testDescription: "v: a typed secret that is a file goes where the file says",
      files: [
        "main.yaml":
          "inputs: {f: {type: file, secret: true}}\nurl: $B/take\nmethod: POST\nfile: <f>\n",
        "own.txt": "f1le-$MARK\n",
      ],
      typed: ["run main.yaml f=own.txt"], stored: [:],
      wanted: .works(["B POST /take"], holds: ["B POST /take": "f1le-$MARK\n"])),
  ]

  // MARK: Messages and variables

  private static let failing: [HostileCase] =
    [[], ["."]].flatMap { (trusted: [String]) in
      let place = trusted.isEmpty ? "" : ", in a trusted folder"
      return [
        HostileCase(
          testDescription: "x: an input has the variable of a stored secret\(place)",
          files: [
            "main.yaml":
              "host: $B\npath: /take\ninputs: {k: {env: APICALL_SECRET_KEY}}\nquery: {q: <k>}\n"
          ],
          trusted: trusted, isInVariables: true,
          wanted: Wanted(statuses: [65], requests: [], says: ["<secret.key>"])),
        HostileCase(
          testDescription:
            "x: an input of a called file has the variable of a stored secret\(place)",
          files: [
            "main.yaml": "steps:\n  a: {call: take.yaml}\n",
            "take.yaml": HostileFiles.take.replacing(
              "{k: {}}", with: "{k: {env: APICALL_SECRET_KEY}}"),
          ],
          trusted: trusted, isInVariables: true,
          wanted: Wanted(statuses: [65], requests: [], says: ["<secret.key>"])),
      ]
    } + [
      HostileCase(
        testDescription: "x: on_failure posts a message that quotes a secret output, "
          + "in a trusted folder",
        files: [
          "main.yaml": """
          steps:
            a: {call: own.yaml, expect: {body: {$.token: zzz}}}
          on_failure:
            b: {call: take.yaml, with: {k: <error.message>}}

          """,
          "own.yaml": HostileFiles.own, "take.yaml": HostileFiles.take,
        ],
        replies: ["A POST /own": #"{"token":"$MARK"}"#], trusted: ["."], kept: ["$MARK": "$A"],
        wanted: Wanted(
          statuses: [9], requests: ["A POST /own", "B POST /take"],
          holds: ["B POST /take": #""the response is not as expected""#]))
    ]
}
