import APICallHTTP
import APICallSafety
import Measuring
import SeededNumbers
import Testing

@testable import APICallTesting

@Suite("Credentials in text")
struct TextCredentialsTests {
  private static func texts(_ ranges: [Range<Int>], of text: String) -> [String] {
    let bytes = Array(text.utf8)
    return ranges.sorted { $0.lowerBound < $1.lowerBound }
      .map { String(decoding: bytes[$0], as: UTF8.self) }
  }

  static let items: [(String, [String])] = [
    ("token=a", ["a"]), ("a=1&token=b#c", ["b"]), ("/x?token=b&amp;secret=c", ["b", "c"]),
    ("/x;token=b", ["b"]), ("see token=abcdef now", ["abcdef"]), ("see token=abc now", []),
    ("token=f()", []), ("token=", []), ("=a", []), ("mytoken=a", []),
    ("user%5Bpassword%5D=a", ["a"]),
    ("db.password=a b", ["a"]), ("a\nAPI_KEY=b\n", ["b"]), ("token=a=b==&x", ["a=b=="]),
    ("x=token=a", []), ("next_token=a", []), ("token==", ["="]), ("", []), ("token", []),
  ]

  @Test("Items of queries and forms are found anywhere", arguments: items)
  func findsItems(_ text: String, _ expected: [String]) {
    #expect(Self.texts(WrittenItems.credentials(in: Array(text.utf8)), of: text) == expected)
  }

  @Test(
    "In a query, the value of an item ends with the item",
    arguments: [
      ("token=a b;c,d&e", ["a b;c,d"]), ("pass%77ord=a", ["a"]), ("&&token=&secret", []),
      ("a=token=b", []), ("token=a=b", ["a=b"]),
    ])
  func query(_ text: String, _ expected: [String]) {
    #expect(Self.texts(WrittenItems.credentials(inItems: Array(text.utf8)), of: text) == expected)
  }

  static let urls: [(String, [String])] = [
    ("https://u:p@h", ["p"]), ("x://u:p:q@h/", ["p:q"]), ("https://t@h/a@b", ["t"]),
    ("ssh://git@h", []), ("https://t:x-oauth-basic@h", ["t"]), ("https://t:@h", ["t"]),
    ("https://:p@h", ["p"]), ("https://h/u:p@x", []), (#"https:\/\/u:p@h\/a"#, ["p"]),
    ("://u:p@h ://v:q@h", ["p", "q"]), ("https://u:a@b@h", ["a@b"]), ("https://@h", []),
    ("https:", []), ("https:/", []), ("https://", []), ("a:b@c", []),
  ]

  @Test("Passwords in URLs are found", arguments: urls)
  func findsUrls(_ text: String, _ expected: [String]) {
    #expect(Self.texts(URLCredentials.credentials(in: Array(text.utf8)), of: text) == expected)
  }

  static let markup: [(String, [String])] = [
    ("<token>a</token>", ["a"]), ("<n:Token> a\n</n:Token>", ["a"]), ("<token/>b", []),
    ("<token><![CDATA[a<b]]></token>", ["a<b"]), ("<token>a", []), ("<token>a</b>", []),
    ("<token> a </TOKEN >", ["a"]), ("<token>a</tokens>", []),
    ("<token><b>c</b></token>", []),
    ("<x token='a'>", ["a"]), ("<x token=a>", ["a"]), ("<x data-token=\"a\"/>", ["a"]),
    ("<input name=token value=a>", ["a"]), ("<input value=a name=token>", ["a"]),
    ("<label name=token>Token</label>", []), ("<entry key='db.password'>a</entry>", ["a"]),
    ("<div id=token>text</div>", []), ("<input id=token value=a>", ["a"]), ("<x token=''>", []),
    ("<x token", []), ("<x token=", []), ("<x token=\"a", ["a"]), ("<", []), ("< token>a", []),
    ("<!-- <token>a -->", []), ("<token><![CDATA[a", []), ("a < token > b", []),
  ]

  @Test("Elements and attributes are found, also in markup that is cut off", arguments: markup)
  func findsMarkup(_ text: String, _ expected: [String]) {
    #expect(Self.texts(MarkupCredentials.credentials(in: Array(text.utf8)), of: text) == expected)
  }

  static let tables: [(String, [String])] = [
    ("a,token\n1,b\n2,c", ["b", "c"]), ("token\r\n\"a\"\"b\"\r\n\r\n", ["a\"\"b"]),
    ("a;token\n1,2;b\n", ["b"]), ("\u{FEFF}token,a\nb,1\n", ["b"]), ("a,b\ntoken,c\n", []),
    ("token,a\n\"b\nc\",1\n", ["b\nc"]), ("token\n\"a", ["a"]), ("token\n\"a\"x,b", ["a"]),
    ("\"token\":null,a\nb,c\n", []), ("\"token\"\nb", ["b"]),
    ("", []),
    ("token,token\n,b", ["b"]),
  ]

  @Test("The columns of tables are found", arguments: tables)
  func findsTables(_ text: String, _ expected: [String]) {
    #expect(Self.texts(TableCredentials.credentials(in: Array(text.utf8)), of: text) == expected)
  }

  static let fields: [(String, [String])] = [
    ("Authorization: Bearer a1", ["Bearer a1"]), ("proxy-authorization:Basic YQ==", ["Basic YQ=="]),
    ("a Authorization: Token A 'b'", ["Token A"]), ("Authorization: Bearer <token>", []),
    ("Authorization: Bearer $TOKEN", []), ("Authorization: required", []),
    ("Authorization: Basic authentication", []), ("XAuthorization: Bearer A", []),
    ("-H \"Cookie: a=b; c=d\" x", ["a=b; c=d"]), ("Cookie: yes please", []), ("Cookie:", []),
    ("Set-Cookie: a=b\nx", ["a=b"]), ("Authorization", []), (":", []), ("", []),
  ]

  @Test("Header fields are found in any text", arguments: fields)
  func findsFields(_ text: String, _ expected: [String]) {
    #expect(Self.texts(WrittenFields.credentials(in: Array(text.utf8)), of: text) == expected)
  }

  static let members: [(String, [String])] = [
    ("token = 'a'", ["a"]), ("csrfToken: \"a\\\"b\"", ["a\\\"b"]), (#"{\"token\":\"a\"}"#, ["a"]),
    (#"{\"token\":\"a\\\"b\"}"#, [#"a\\\"b"#]), (#"{\\\"pwd\\\":\\\"a\\\"}"#, ["a"]),
    ("token: don't", []), ("token = 'a\nb'", []), ("{'token' : 'a'}", ["a"]),
    ("type: 'password'", []),
  ]

  @Test("Members of programs and of JSON in JSON are found", arguments: members)
  func findsMembers(_ text: String, _ expected: [String]) {
    #expect(Self.texts(WrittenMembers.credentials(in: Array(text.utf8)), of: text) == expected)
  }

  @Test(
    "A name counts in any spelling, and the last part of a path",
    arguments: [
      ("access_token", true), ("Access-Token", true), ("accessToken", true),
      ("user[password]", true),
      ("user[token][]", true), ("a:SecretAccessKey", true), ("db.password", true), ("", false),
      ("x-amz-security-token", true), ("nextPageToken", false), ("token.count", false),
      ("tokens", false), ("passwordless", false), ("author", false), ("csrfmiddlewaretoken", true),
      ("client_token", true), ("bot_token", true), ("deploy_token", true), ("reset_token", true),
      ("invite_token", true), ("registration_token", true), ("vault_token", true),
      ("session_key", true), ("accountKey", true), ("SharedAccessKey", true),
      ("SharedAccessKeyName", false), ("subscription_key", true), ("master_key", true),
      ("client-key-data", true), ("smtp_pass", true), ("DB_PASS", true), ("SecretString", true),
      ("accesskey", true), ("X-Token", true), ("pass", false), ("primary_key", false),
      ("oauth_token", true), ("bypass", false), ("key", false), ("access_key_id", false),
      ("__RequestVerificationToken", true), ("[", false), ("tokené", false),
    ])
  func names(_ name: String, _ isNamed: Bool) {
    #expect(NamedSecrets.contain(name.utf8) == isNamed)
  }

  @Test("The time grows with the length of a text with header fields")
  func timeOfFields() {
    for piece in ["cookie:", "Cookie: ", "Authorization: ", "Authorization: Bearer ", "cookie: a="]
    {
      let text = String(repeating: piece, count: (1 << 19) / piece.utf8.count)
      let time = ProcessorTime.measure {
        let found = WrittenFields.credentials(in: Array(text.utf8))
        #expect(found.count <= text.utf8.count / piece.utf8.count)
      }
      #expect(time < .seconds(60), "\(piece)")
    }
  }

  @Test("Any text has places within it, none empty")
  func anyText() {
    let seed = TestSeed.picked()
    var random = SeededGenerator(seed: seed)
    let pieces = [
      "token", "password", "=", ":", "\"", "'", "\\", "<", ">", "/", "&", "?", "@", "://", "http",
      "\n",
      "\r", "\t", ",", ";", " ", "a", "[", "]", "{", "<![CDATA[", "]]>", "name=", "value=", "-",
      "#", "1",
      "\0", "é", "%", "%41",
    ]
    let types = ["text/csv", "text/html", "application/yaml", "text/plain"].map { MediaType($0) }
    for iteration in 0..<3000 {
      let text = Array(random.text(of: pieces, below: 16).utf8)
      let type = random.pick(types + [nil])
      let found =
        TextCredentials.credentials(in: text, as: type) + WrittenItems.credentials(inItems: text)
        + ["set-cookie", "www-authenticate", "link"].flatMap {
          FieldCredentials.credentials(in: text, of: $0)
        }
      let isGood = found.allSatisfy {
        !$0.isEmpty && $0.lowerBound >= 0 && $0.upperBound <= text.count
      }
      #expect(
        isGood, "seed \(seed), iteration \(iteration): \(String(decoding: text, as: UTF8.self))")
    }
  }
}
