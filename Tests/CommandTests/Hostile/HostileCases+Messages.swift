/// A message about a failed step is sent elsewhere.
extension HostileCase {
  static let messages: [HostileCase] =
    [true, false].map { isTrusted in
      HostileCase(
        testDescription: "y: a message quotes a value that a session has kept"
          + (isTrusted ? ", in a trusted folder" : ""),
        files: [
          // Part of an echo is not recognised as one: in an untrusted folder, everything is
          // confined.
          "own.yaml": isTrusted
            ? HostileFiles.read
            : HostileFiles.read.replacing("default: none", with: "regex: '^.(.*)'"),
          "warm.yaml": "needs: {n: {call: own.yaml, fresh: 1h}}\nhost: $A\npath: /warm\n",
          "x.yaml": """
          needs: {n: {call: own.yaml, fresh: 1h}}
          host: $B
          path: /x
          expect: {body: {$.path: {one_of: ["<n.name>"]}}}

          """,
          "main.yaml": """
          steps:
            a: {call: x.yaml}
          on_failure:
            b: {call: take.yaml, with: {k: <error.message>}}

          """,
          "take.yaml": HostileFiles.take,
        ],
        replies: ["A POST /own": #"{"name":"%GOT%"}"#, "B GET /x": #"{"path":"other"}"#],
        typed: ["run warm.yaml", "run main.yaml"], trusted: isTrusted ? ["."] : [],
        wanted: Wanted(
          statuses: [9], requests: ["B GET /x"] + (isTrusted ? ["B POST /take"] : []),
          holds: isTrusted
            ? ["B POST /take": #""the response is not as expected""#] : [:]))
    }
    + [
      ("as it is", "<l.s>", "***"), ("through a filter", "\"<l.s | upper>\"", "***"),
    ].map { (name, value, shown) in
      HostileCase(
        testDescription: "y: a message quotes the URL with a cookie in it, \(name)",
        files: [
          "main.yaml": """
          steps:
            l:
              call:
                host: $A
                path: /own
                headers: {X-Key: <secret.key>}
                outputs: {s: {header: Set-Cookie, regex: 's=([^;]+)'}}
            s: {call: {host: $A, path: /fail, query: {c: \(value)}}}
          on_failure:
            b: {call: take.yaml, with: {k: <error.message>}}

          """,
          "take.yaml": HostileFiles.take,
        ],
        replies: [
          "A GET /own": HostileReply(fields: ["Set-Cookie: s=$MARK"]),
          "A GET /fail": HostileReply("500 Internal Server Error", "{}"),
        ], trusted: ["."],
        wanted: Wanted(
          statuses: [5], requests: ["A GET /own", "A GET /fail", "B POST /take"],
          holds: ["B POST /take": "/fail?c=\(shown) answered 500"]))
    } + [
      HostileCase(
        testDescription: "y: a message quotes a short password that a polled response holds",
        files: [
          "main.yaml": """
          steps:
            l:
              call:
                host: $A
                path: /own
                headers: {X-Key: <secret.key>}
                outputs: {t: {from: $.otp, secret: true}}
              poll: {until: {body: {$.otp: none}}, every: 1s, for: 1m, times: 1}
          on_failure:
            b: {call: take.yaml, with: {k: <error.message>}}

          """,
          "take.yaml": HostileFiles.take,
        ],
        replies: ["A GET /own": #"{"otp":"471234"}"#], trusted: ["."],
        wanted: Wanted(
          statuses: [75], requests: ["A GET /own", "B POST /take"],
          holds: ["B POST /take": "the response is not complete, or not what was waited for"])),
      HostileCase(
        testDescription: "y: what fails to be expected quotes what a pattern finds",
        files: [
          "main.yaml": """
          host: $A
          path: /own
          outputs: {t: {regex: 'token=([a-zA-Z0-9]+);', secret: true}}
          expect: {body: {contains: zzz}}

          """
        ],
        replies: ["A GET /own": "\"token=$MARK;\""], stored: [:],
        wanted: Wanted(
          statuses: [9], requests: ["A GET /own"], says: [#"the body is the text '"token=***;"'"#],
          hides: ["$MARK"])),
      HostileCase(
        testDescription: "y: a message quotes what a called file sent as its own secret",
        files: [
          "own.yaml":
            "host: $A\npath: /own\ninputs: {v: {env: HOSTILE_VAR, secret: true}}\nheaders: {X-V: <v>}\n",
          "main.yaml": """
          steps:
            a: {call: own.yaml}
            b: {call: {host: $A, path: /fail}}
          on_failure:
            t: {call: take.yaml, with: {k: <error.message>}}

          """,
          "take.yaml": HostileFiles.take,
        ],
        replies: ["A GET /fail": HostileReply("404 v4riable-Of-4nn", "{}")],
        trusted: ["."], stored: [:], variables: ["HOSTILE_VAR": "v4riable-Of-4nn"],
        wanted: Wanted(
          statuses: [4], requests: ["A GET /own", "A GET /fail", "B POST /take"],
          holds: ["B POST /take": "/fail answered 404 ***"])),
    ]
}
