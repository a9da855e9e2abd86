/// Files of a stranger that name a stored secret.
enum LockedRuns {
  /// The usual grant: GET and HEAD, in `auth` and header fields.
  private static let usual = "key\t$A\tGET HEAD\t-\t-\t$ROOT"
  /// A grant from before the secret was stored for another origin, too.
  private static let later = "key\t$B\tGET HEAD\t-\t-\t$ROOT"
  private static let own = "host: $A\npath: /own\nheaders: {X-Key: <secret.key>}\n"
  /// The beginning of a script that reads something with the secret.
  private static let begin = "steps:\n  own: {call: own.yaml}\n"
  /// The texts of a message about a server that the run may not reach.
  private static let unreachable = ["'key'", "$A", "apicall secrets grant key --reach $B"]

  private static func attack(
    _ name: String, _ main: String, with files: [String: String] = [:],
    replies: [String: HostileReply] = [:], typed: [String] = ["run main.yaml"],
    granted: [String] = [usual], stored: [String: String] = ["key": "$A"],
    _ wanted: HostileCase.Wanted
  ) -> HostileCase {
    var attack = HostileCase(
      testDescription: name, files: ["own.yaml": own, "main.yaml": main].merging(files) { $1 },
      replies: replies, typed: typed, wanted: wanted)
    attack.granted = granted
    attack.stored = stored
    return attack
  }

  // MARK: Control flow

  /// What happens depends on the secret, and the file writes the other server out.
  static let control: [HostileCase] = [
    (
      "the condition of a step compares a character of the secret",
      """
      steps:
        a:
          each: {range: [0, 3]}
          if: <secret.key | slice(each, each + 1) == "k">
          call: {url: "$B/<each>"}
      """
    ),
    (
      "the number of iterations depends on the secret",
      """
      steps:
        a:
          each: {range: [0, '<secret.key | length>']}
          call: {url: $B/tick}
      """
    ),
    (
      "the condition reads what was read with the secret",
      begin + "  a: {if: <own.body.private>, call: {url: $B/yes}}\n"
    ),
    (
      "the number of polls depends on the secret",
      """
      steps:
        a:
          call: {url: $B/poll}
          poll: {every: 10ms, for: 1s, until: {body: {$.n: '<secret.key | length>'}}}
      """
    ),
    (
      "an expectation compares the secret, and a failure is told",
      """
      steps:
        a: {call: {url: $A/x, expect: {body: {$.id: <secret.key>}}}}
      on_failure:
        b: {call: {url: $B/failed}}
      """
    ),
    (
      "a cleanup",
      "steps:\n  own: {call: own.yaml, cleanup: {if: <own.body.private>, call: {url: $B/done}}}\n"
    ),
    (
      "the last calls",
      begin + "finally:\n  b: {if: <own.body.private>, call: {url: $B/done}}\n"
    ),
    (
      "a stream is closed where the secret says",
      "url: $B/stream\nselect: $.id\nwhere: {value: <it>, equals: <secret.key>}\nlimit: 1\n"
    ),
    ("a step of its own", begin + "  a: {call: {url: $B/plain}}\n"),
    ("a step that may never run", begin + "  a: {if: <1 == 2>, call: {url: $B/plain}}\n"),
    ("a needed call", "url: $A/x\nneeds: {n: {call: own.yaml}, b: {call: b.yaml}}\n"),
    ("a secret in a let", "let: {l: <secret.key>}\nsteps:\n  b: {call: {url: $B/plain}}\n"),
    ("a secret in what is printed", "steps:\n  b: {call: {url: $B/x}}\nprint: <secret.key>\n"),
    (
      "a called script in a folder below",
      "steps:\n  own: {call: own.yaml}\n  b: {call: deep/b.yaml}\n"
    ),
  ].map { name, main in
    attack(
      name, main,
      with: ["b.yaml": "url: $B/needed\n", "deep/b.yaml": "steps:\n  b: {call: {url: $B/deep}}\n"],
      replies: ["A GET /own": #"{"private":true}"#], .refused(unreachable))
  }

  // MARK: Routes

  /// The other server shows only while the run makes its requests.
  static let routes: [HostileCase] = [
    attack(
      "a redirect of a request without a secret",
      begin + "  a: {call: {url: $A/moved, redirects: 3}}\n",
      replies: ["A GET /moved": HostileReply("302 Found", fields: ["Location: $B/there"])],
      .refused(after: ["A GET /own", "A GET /moved"], unreachable)),
    attack(
      "a redirect back and forth", begin + "  a: {call: {url: $A/moved, redirects: 3}}\n",
      replies: [
        "A GET /moved": HostileReply("302 Found", fields: ["Location: $A/again"]),
        "A GET /again": HostileReply("307 Temporary Redirect", fields: ["Location: $B/there"]),
      ], .refused(after: ["A GET /own", "A GET /moved", "A GET /again"], unreachable)),
    attack(
      "a further page",
      begin + "  a: {call: {url: $A/list, paginate: {link: next}}}\n",
      replies: ["A GET /list": HostileReply(fields: ["Link: <$B/2>; rel=next"], "[1]")],
      .refused(
        after: ["A GET /own", "A GET /list"], ["pages are requested only from $A"], statuses: [76])),
    attack(
      "a URL that a response contains", begin + "  a: {call: {url: <own.body.url>}}\n",
      replies: ["A GET /own": #"{"url":"$B/chosen"}"#],
      .refused(after: ["A GET /own"], unreachable)),
    attack(
      "a loop over URLs that a response contains, some of them",
      begin
        + "  a: {each: <own.body.urls>, if: '<(secret.key | length) > 3>', call: {url: <each>}}\n",
      replies: ["A GET /own": #"{"urls":["$A/1","$B/2"]}"#],
      .refused(after: ["A GET /own"], ["URLs and bodies", "--body"])),
    attack(
      "a host that an input has by default",
      "inputs: {h: {default: $B}}\nsteps:\n  own: {call: own.yaml}\n  a: {call: {url: <h>}}\n",
      .refused(after: ["A GET /own"], unreachable)),
    attack(
      "a host that is put together",
      begin + "  a: {call: {url: \"http://127.0.0.1:<$PORT_B + 0>/x\"}}\n",
      .refused(after: ["A GET /own"], unreachable)),
    attack(
      "another file of the command line", own, with: ["b.yaml": "url: $B/other\n"],
      typed: ["run main.yaml b.yaml"], .refused(unreachable)),
    attack(
      "a call that the user directs elsewhere", own, typed: ["run main.yaml --host $B"],
      .refused(unreachable)),
  ]

  // MARK: Authority

  static let authority: [HostileCase] = [
    attack(
      "no grant", own, granted: [],
      .refused(["'key'", "apicall secrets grant key", "--grant key"])),
    attack(
      "a grant for another folder", own, granted: ["key\t$A\tGET HEAD\t-\t-\t$ROOT/other"],
      .refused(["apicall secrets grant key"])),
    attack(
      "a grant for the folder above", own, granted: ["key\t$A\tGET HEAD\t-\t-\t$HOME/.."],
      .refused(["apicall secrets grant key"])),
    attack(
      "a grant for another secret", own, granted: ["other\t$A\tGET HEAD\t-\t-\t$ROOT"],
      .refused(["apicall secrets grant key"])),
    attack(
      "a grant for another origin of the secret", own,
      granted: ["key\t$C\tGET HEAD\t-\t-\t$ROOT"],
      .refused(["'key'", "$A only after", "apicall secrets grant key'"])),
    attack(
      "an origin that the secret was stored for after the grant", own, granted: [later],
      stored: ["key": "$B $A"], .refused(["'key'", "$A only after", "apicall secrets grant key'"])),
    attack(
      "the same, which the run may reach without the secret", own,
      granted: [later.replacing("-\t$ROOT", with: "$A\t$ROOT")], stored: ["key": "$B $A"],
      .refused(["'key'", "$A only after", "apicall secrets grant key'"])),
    attack(
      "a secret that the user types, beside the text of a body",
      "url: $A/x\nmethod: POST\nfile: b.txt\ntemplate: [secret]\n",
      with: ["b.txt": "<secret.key>"], typed: ["run main.yaml --set headers.X-Key=<secret.key>"],
      granted: [], .refused(["'key'", "apicall secrets grant key"])),
    attack(
      "the need of an example",
      own + "needs: {n: {call: b.yaml}}\nexamples: {one: {with: {}, response: {status: 200}}}\n",
      with: ["b.yaml": "url: $B/needed\n"], typed: ["test main.yaml --live"],
      .refused(unreachable)),
    attack(
      "a test whose turn comes after that of another one",
      "url: $A/x\nheaders: {X-Key: <secret.key>}\n"
        + "examples: {one: {with: {}, response: {status: 200}}}\n",
      with: ["z.test.yaml": "steps:\n  z: {call: {url: $B/tested}}\n"],
      typed: ["test main.yaml z.test.yaml --live"], .refused(unreachable)),
    attack(
      "a line that is no grant", own, granted: ["key\t$A\tGET HEAD\t-\t$ROOT", "key $A $ROOT"],
      .refused(["apicall secrets grant key"])),
    attack(
      "DELETE with the secret", own + "method: DELETE\n",
      .refused(["DELETE", "apicall secrets grant key --methods GET,HEAD,DELETE"])),
    attack(
      "DELETE without the secret", begin + "  a: {call: {url: $A/x, method: DELETE}}\n",
      .refused(["DELETE", "apicall secrets grant key --methods GET,HEAD,DELETE"])),
    attack(
      "a method that an input has by default",
      "inputs: {m: {default: DELETE}}\n" + own + "method: <m>\n",
      .refused(["DELETE", "--methods GET,HEAD,DELETE"])),
    attack(
      "the secret in a query", "url: $A/x\nquery: {q: <secret.key>}\n",
      .refused(["URLs and bodies", "apicall secrets grant key --body"])),
    attack(
      "the secret in a path", "url: $A/x/<secret.key>\n",
      .refused(["URLs and bodies", "apicall secrets grant key --body"])),
    attack(
      "the secret in a body", "url: $A/gist\njson: {a: <secret.key>}\n",
      granted: ["key\t$A\tGET POST\t-\t-\t$ROOT"],
      .refused(["URLs and bodies", "apicall secrets grant key --methods GET,POST,HEAD --body"])),
    attack(
      "a let of the secret in a query",
      "url: $A/x\nlet: {l: \"<secret.key | hex>\"}\nquery: {q: <l>}\n",
      .refused(["URLs and bodies", "--body"])),
    attack(
      "what was read with the secret, in a body",
      begin + "  a: {call: {url: $A/gist, json: {text: <own.body.private>}}}\n",
      replies: ["A GET /own": #"{"private":"$MARK"}"#],
      granted: ["key\t$A\tGET POST\t-\t-\t$ROOT"],
      .refused(after: ["A GET /own"], ["URLs and bodies", "--body"])),
    attack(
      "a Host field beside the secret", own.replacing("{X", with: "{Host: evil.example, X"),
      .refused(["Host", "evil.example"])),
    attack(
      "a Host field of another call",
      begin + "  a: {call: {url: $A/x, headers: {Host: evil.example}}}\n",
      .refused(after: ["A GET /own"], ["Host", "evil.example"])),
    attack(
      "a body file that names a secret which the files do not name",
      "url: $A/x\nmethod: POST\nfile: b.txt\ntemplate: [secret]\nheaders: {X: <secret.key>}\n",
      with: ["b.txt": "<secret.other>"], granted: ["key\t$A\tGET HEAD POST\tbody\t-\t$ROOT"],
      stored: ["key": "$A", "other": "$A"], .refused(["other"])),
  ]

  // MARK: Honest files

  static let honest: [HostileCase] = [
    attack("a granted secret", own, .works(["A GET /own"])),
    attack(
      "a grant for one run", own, typed: ["run main.yaml --grant key"], granted: [],
      .works(["A GET /own"])),
    attack(
      "a login with a grant for one run", "url: $A/login\njson: {p: <secret.key>}\n",
      typed: ["run main.yaml --grant key=POST,body"], granted: [], .works(["A POST /login"])),
    attack(
      "another server that the user lets the run reach",
      begin + "  a: {call: {url: $B/plain}}\n", granted: ["key\t$A\tGET HEAD\t-\t$B\t$ROOT"],
      .works(["A GET /own", "B GET /plain"])),
    attack(
      "a secret that the user types", "url: $A/x\n",
      typed: ["run main.yaml -H X-Key:<secret.key>"], granted: [], .works(["A GET /x"])),
    attack(
      "files without a stored secret",
      "steps:\n  a: {call: {url: $A/x, redirects: 3}}\n  b: {call: {url: $B/y}}\n",
      replies: ["A GET /x": HostileReply("302 Found", fields: ["Location: $C/z"])], granted: [],
      .works(["A GET /x", "C GET /z", "B GET /y"])),
    attack(
      "two files that reach the same server", own, with: ["b.yaml": "url: $A/other\n"],
      typed: ["run main.yaml b.yaml"], .works(["A GET /own", "A GET /other"])),
  ]
}
