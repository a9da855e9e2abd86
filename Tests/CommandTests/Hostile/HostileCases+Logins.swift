/// The result of a login with a stored secret goes elsewhere.
extension HostileCase {
  static let logins: [HostileCase] =
    tokens + tokens.map { $0.inTrustedFolder() } + otherHosts + widened + redirected + followed
    + issued

  private static let orders = """
    needs: {login: {call: login.yaml}}
    host: $B
    path: /orders
    auth: {type: bearer, token: <login.token>}

    """
  private static let script = """
    steps:
      login: {call: login.yaml}
      orders:
        call:
          host: $B
          path: /orders
          headers: {Authorization: Bearer <login.token>}

    """

  private static let tokens: [HostileCase] = [
    ("of a needed login", orders), ("of a script's login", script),
    (
      "of a login, in a called script",
      """
      steps:
        login: {call: login.yaml}
        orders: {call: send.yaml, with: {t: <login.token>}}

      """
    ),
  ].map { (name, file) in
    HostileCase(
      testDescription: "h: the token \(name) goes to B",
      files: [
        "main.yaml": file, "login.yaml": HostileFiles.login,
        "send.yaml":
          "inputs: {t: {secret: true}}\nhost: $B\npath: /orders\nauth: {type: bearer, token: <t>}\n",
      ],
      replies: HostileFiles.loginReply, wanted: .refused(allow))
  }

  /// The remedies, each of them chosen by the user.
  private static let widened: [HostileCase] =
    [
      ("secrets allow", ["secrets allow key --origin $B", "run main.yaml"], [], ""),
      (
        "secrets allow, in a trusted folder", ["secrets allow key --origin $B", "run main.yaml"],
        ["."], ""
      ),
      ("--allow-origin", ["run main.yaml --allow-origin key=$B"], [], ""),
      ("origins of the output", ["run main.yaml"], ["."], "$B"),
    ].map { (name, typed, trusted, origins) in
      HostileCase(
        testDescription: "h: the token of a login goes to B by \(name)",
        files: ["main.yaml": orders, "login.yaml": login(origins: origins)],
        replies: HostileFiles.loginReply, typed: typed, trusted: trusted,
        wanted: .works(
          ["A POST /login", "B GET /orders"],
          holds: ["B GET /orders": "Authorization: Bearer $MARK\r\n"]))
    } + [
      HostileCase(
        testDescription: "h: origins of a stranger's output widen nothing",
        files: ["main.yaml": orders, "login.yaml": login(origins: "$B")],
        replies: HostileFiles.loginReply,
        wanted: .refused(["'key'", "$A", "$B", "'apicall trust .' makes the 'origins'"])),
      HostileCase(
        testDescription: "h: --allow-origin of another secret widens nothing",
        files: ["main.yaml": orders, "login.yaml": HostileFiles.login],
        replies: HostileFiles.loginReply, typed: ["run main.yaml --allow-origin other=$B"],
        stored: ["key": "$A", "other": "$A"], wanted: .refused(allow)),
      HostileCase(
        testDescription: "h: --allow-origin of another origin widens nothing",
        files: ["main.yaml": orders, "login.yaml": HostileFiles.login],
        replies: HostileFiles.loginReply, typed: ["run main.yaml --allow-origin key=$C"],
        wanted: .refused(allow)),
    ]

  private static func login(origins: String) -> String {
    guard !origins.isEmpty else { return HostileFiles.login }
    return HostileFiles.login.replacing(
      "secret: true", with: "secret: true, origins: ['\(origins)']")
  }

  /// `--host` leads a call elsewhere: its login is checked before anything is sent.
  private static let otherHosts: [HostileCase] = [
    HostileCase(
      testDescription: "k: --host and a login with a stored secret",
      files: [
        "main.yaml": orders.replacing("host: $B\n", with: "host: $A\n"),
        "login.yaml": HostileFiles.login,
      ],
      replies: HostileFiles.loginReply, typed: ["run main.yaml --host $B"],
      wanted: .refused(["'key'", "$A", "$B"])),
    HostileCase(
      testDescription:
        "k: --host, a login with a client secret of the environment, a stored secret",
      files: [
        "main.yaml": """
        needs: {login: {call: login.yaml}}
        host: $A
        path: /orders
        headers: {X-Key: <secret.key>, X-Token: <login.token>}

        """,
        "login.yaml": """
        host: $A
        path: /login
        inputs: {client_secret: {env: CLIENT_SECRET, secret: true}}
        form: {client_secret: <client_secret>}
        outputs: {token: {from: $.token, secret: true}}

        """,
      ],
      replies: HostileFiles.loginReply.merging(["B POST /login": #"{"token":"x-y-z"}"#]) { $1 },
      typed: ["run main.yaml --host $B"], trusted: ["."],
      variables: ["CLIENT_SECRET": "cl1ent-$MARK"], kept: ["cl1ent-$MARK": "$A"],
      wanted: .refused(["'key'", "$A", "$B"])),
    HostileCase(
      testDescription: "k: --host, a client secret of the environment, the profile's auth",
      files: [
        "apicall.yaml": """
        profile: live
        profiles: {live: {host: "$A", auth: {type: bearer, token: <login.token>}}}
        defaults: {needs: {login: {call: login.yaml}}}

        """,
        "main.yaml": "path: /orders\nheaders: {X-Key: <secret.key>}\n",
        "login.yaml": """
        path: /login
        auth: none
        inputs: {client_secret: {env: CLIENT_SECRET, secret: true}}
        form: {client_secret: <client_secret>}
        outputs: {token: {from: $.token, secret: true}}

        """,
      ],
      replies: HostileFiles.loginReply, typed: ["run main.yaml --host $B"], trusted: ["."],
      variables: ["CLIENT_SECRET": "cl1ent-$MARK"], kept: ["cl1ent-$MARK": "$A"],
      wanted: .refused(["'key'", "$A", "$B"])),
  ]

  /// A server leads a request elsewhere, with the secret in the URL.
  private static let redirected: [HostileCase] =
    [
      ("as it is", "%GOT%"), ("in Base64", "%GOT:base64%"), ("percent-encoded", "%GOT:percent%"),
      ("in hex", "%GOT:hex%"),
    ].flatMap { (name, got) in
      [false, true].map { isTrusted in
        HostileCase(
          testDescription: "l: a redirect to B with the secret in its query, \(name)"
            + (isTrusted ? ", in a trusted folder" : ""),
          files: ["main.yaml": HostileFiles.own + "redirects: {follow: 3, method: rewrite}\n"],
          replies: [
            "A POST /own": HostileReply("302 Found", fields: ["Location: $B/take?q=\(got)"])
          ],
          trusted: isTrusted ? ["."] : [],
          wanted: .refused(after: ["A POST /own"], ["'key'", "$B"], statuses: [76, 77]))
      }
    } + [
      HostileCase(
        testDescription: "l: a redirect to B with the secret in its path",
        files: ["main.yaml": HostileFiles.own + "redirects: {follow: 3, method: rewrite}\n"],
        replies: [
          "A POST /own": HostileReply("303 See Other", fields: ["Location: $B/take/%GOT:hex%/x"])
        ],
        wanted: .refused(after: ["A POST /own"], ["'key'", "$B"], statuses: [76, 77])),
      HostileCase(
        testDescription: "l: a redirect of a login with its token in the query",
        files: [
          "main.yaml": """
          needs: {login: {call: login.yaml}}
          host: $A
          path: /orders
          headers: {X-Key: <login.token>}
          redirects: 3

          """,
          "login.yaml": HostileFiles.login,
        ],
        replies: HostileFiles.loginReply.merging([
          "A GET /orders": HostileReply("302 Found", fields: ["Location: $B/take?q=%GOT%"])
        ]) { $1 },
        wanted: .refused(
          after: ["A POST /login", "A GET /orders"], ["'key'", "$B"], statuses: [76, 77])),
      HostileCase(
        testDescription: "m: the next page is at B",
        files: [
          "main.yaml":
            "host: $A\npath: /own\nheaders: {X-Key: <secret.key>}\npaginate: {link: next}\n"
        ],
        replies: [
          "A GET /own": HostileReply(fields: [#"Link: <$B/take?q=%GOT%>; rel="next""#], "[1]")
        ],
        wanted: .refused(after: ["A GET /own"], ["$B"], statuses: [76, 77])),
      HostileCase(
        testDescription: "m: the next page is at B, in the body",
        files: [
          "main.yaml":
            "host: $A\npath: /own\nheaders: {X-Key: <secret.key>}\npaginate: {next: $.next, items: $.l}\n"
        ],
        replies: ["A GET /own": #"{"l":[1],"next":"$B/take?q=%GOT%"}"#],
        wanted: .refused(after: ["A GET /own"], ["$B"], statuses: [76, 77])),
    ]

  /// The same files if no secret leaves.
  private static let followed: [HostileCase] = [
    HostileCase(
      testDescription: "k: --host and a login whose secret is for both",
      files: [
        "main.yaml": orders.replacing("host: $B\n", with: "host: $A\n"),
        "login.yaml": HostileFiles.login,
      ],
      replies: ["B POST /login": #"{"token":"$MARK"}"#], typed: ["run main.yaml --host $B"],
      stored: ["key": "$A $B"], wanted: .works(["B POST /login", "B GET /orders"])),
    HostileCase(
      testDescription: "l: a redirect of what a stranger's file reads leads to B",
      files: ["main.yaml": HostileFiles.read + "redirects: {follow: 3, method: rewrite}\n"],
      replies: ["A POST /own": HostileReply("302 Found", fields: ["Location: $B/$MARK"])],
      wanted: .refused(after: ["A POST /own"], trust, statuses: [76, 77])),
    HostileCase(
      testDescription: "l: a redirect to B takes no secret along",
      files: ["main.yaml": HostileFiles.own + "redirects: {follow: 3, method: rewrite}\n"],
      replies: ["A POST /own": HostileReply("302 Found", fields: ["Location: $B/take?q=x"])],
      trusted: ["."], wanted: .works(["A POST /own", "B GET /take"])),
    HostileCase(
      testDescription: "l: a redirect to the secret's own origin has it in its query",
      files: ["main.yaml": HostileFiles.own + "redirects: {follow: 3, method: rewrite}\n"],
      replies: [
        "A POST /own": HostileReply("302 Found", fields: ["Location: /more?q=%GOT:percent%"])
      ],
      wanted: .works(["A POST /own", "A GET /more"])),
    HostileCase(
      testDescription: "l: a redirect to B has a secret in its query that is for both",
      files: ["main.yaml": HostileFiles.own + "redirects: {follow: 3, method: rewrite}\n"],
      replies: [
        "A POST /own": HostileReply("302 Found", fields: ["Location: $B/take?q=%GOT:percent%"])
      ],
      stored: ["key": "$A $B"], wanted: .works(["A POST /own", "B GET /take"])),
    HostileCase(
      testDescription: "m: the next page is at the secret's own origin",
      files: [
        "main.yaml":
          "host: $A\npath: /own\nheaders: {X-Key: <secret.key>}\npaginate: {link: next}\n"
      ],
      replies: [
        "A GET /own": HostileReply(fields: [#"Link: <$A/two?q=%GOT:percent%>; rel="next""#], "[1]"),
        "A GET /two": "[2]",
      ],
      wanted: .works(["A GET /own", "A GET /two"])),
  ]

  /// What a server has issued for the secret during the call comes back, and leads elsewhere.
  private static let issued: [HostileCase] = [
    HostileCase(
      testDescription: "n: a redirect to B with the token of OAuth 2.0",
      files: ["main.yaml": issuer + "redirects: 3\n"],
      replies: token.merging([
        "A GET /own": HostileReply("302 Found", fields: ["Location: $B/take?q=$MARK"])
      ]) { $1 },
      trusted: ["."],
      wanted: .refused(
        after: ["A POST /token", "A GET /own"], ["'key'", "$B"], statuses: [76, 77])),
    HostileCase(
      testDescription: "n: a part of a body with the token of OAuth 2.0",
      files: [
        "main.yaml": """
        steps:
          one: {call: own.yaml}
          two: {call: {host: $B, path: /take, headers: {X-T: <one.body.t>}}}

        """, "own.yaml": issuer,
      ],
      replies: token.merging(["A GET /own": #"{"t":"Bearer $MARK"}"#]) { $1 }, trusted: ["."],
      wanted: .refused(after: ["A POST /token", "A GET /own"], allow)),
    HostileCase(
      testDescription: "n: a redirect to B with a cookie of the redirect before it",
      files: [
        "main.yaml": HostileFiles.own
          + "cookies: true\nredirects: {follow: 3, method: rewrite}\n"
      ],
      replies: [
        "A POST /own": HostileReply(
          "303 See Other", fields: ["Location: /next", "Set-Cookie: sid=$MARK; Path=/"]),
        "A GET /next": HostileReply("302 Found", fields: ["Location: $B/take?q=$MARK"]),
      ],
      trusted: ["."],
      wanted: .refused(
        after: ["A POST /own", "A GET /next"], ["'key'", "$B"], statuses: [76, 77])),
  ]

  private static let issuer = """
    host: $A
    path: /own
    auth: {type: oauth2, token_url: $A/token, client_id: ci, client_secret: <secret.key>}

    """
  private static let token: [String: HostileReply] = [
    "A POST /token": #"{"access_token":"$MARK","token_type":"Bearer","expires_in":60}"#
  ]
}
