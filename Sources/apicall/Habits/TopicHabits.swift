/// What the pages of the manual, and sections of them, are called elsewhere.
enum TopicHabits {
  /// Finds the page that a word means, without `apicall-`, and the heading of its section; nil for
  /// the whole page.
  static func place(of word: String) -> (names: String, page: String, section: String?)? {
    let word = word.lowercased()
    return all.first { $0.names.split(separator: " ").contains(word[...]) }
  }

  private static let all: [(names: String, page: String, section: String?)] = [
    ("exit status code codes exit-status exit-code exit-codes errors", "apicall", "EXIT STATUS"),
    ("env environment environment-variables", "apicall", "ENVIRONMENT"),
    ("options flags", "run", "OPTIONS"),
    ("variables vars variable inputs input parameters arguments", "run", "INPUTS"),
    ("set overrides override", "run", "CHANGING THE REQUEST"),
    ("retry retries backoff", "transfer", "RETRIES"),
    ("timeout timeouts", "transfer", "TIMEOUTS"),
    ("redirect redirects follow", "transfer", "REDIRECTS"),
    ("tls ssl certificate certificates cert https", "transfer", "TLS"),
    ("proxy proxies connection", "transfer", "PROXIES AND CONNECTIONS"),
    ("poll polling until wait", "scripts", "POLLING"),
    ("loop loops each foreach parallel rate", "scripts", "LOOPS"),
    ("condition conditions if when", "scripts", "CONDITIONS"),
    ("cleanup finally teardown rollback", "scripts", "CLEANUP"),
    ("needs sessions chaining chain", "scripts", "NEEDS AND SESSIONS"),
    ("steps step workflow workflows", "script", nil),
    ("login oauth token tokens jwt", "auth", "A TOKEN FROM A LOGIN"),
    ("basic bearer apikey api-key password", "auth", "BASIC, BEARER, APIKEY"),
    ("digest", "auth", "DIGEST"), ("netrc", "auth", "NETRC"),
    ("authentication authorization authorisation credentials", "auth", nil),
    ("secret", "secrets", nil), ("masking mask redaction", "security", "WHAT IS MASKED"),
    ("permissions grant grants", "security", "WHAT A FILE MAY READ"),
    ("paging pagination paginate page cursor", "pages", nil),
    ("json body bodies", "requests", "JSON BODIES"), ("form forms", "requests", "FORMS"),
    ("multipart upload uploads", "requests", "MULTIPART BODIES"),
    ("graphql", "requests", "GRAPHQL"), ("text xml", "requests", "TEXT AND FILES"),
    ("header headers cookie cookies", "requests", "HEADER FIELDS"),
    ("query", "requests", "QUERY"), ("url urls", "requests", "WHOLE URLS"),
    ("request method methods", "requests", nil), ("response", "responses", nil),
    ("outputs capture captures extract", "responses", "OUTPUTS"),
    ("decode decoder decoders", "responses", "DECODERS"),
    ("format formats formatter csv tsv yaml table", "output", "FORMATS"),
    ("columns", "output", "COLUMNS"), ("envelope", "output", "THE ENVELOPE"),
    ("print", "output", "PARTS OF THE RESPONSE"), ("save saving", "output", "SAVING TO A FILE"),
    ("download downloads resume", "output", "RESUMING A DOWNLOAD"),
    ("sort group where select shape", "rows", nil), ("jq", "filters", "FROM JQ"),
    ("function functions", "filters", "FUNCTIONS"), ("filter", "filters", nil),
    ("path paths regex", "jsonpath", nil),
    ("placeholder placeholders template templates expression syntax", "expressions", nil),
    ("assert asserts assertion assertions expectation expectations matchers", "expect", nil),
    ("case cases examples fixtures", "tests", "CASES"),
    ("golden snapshot snapshots", "tests", "GOLDEN FILES"),
    ("record recording recordings replay", "tests", "RECORDINGS"), ("drift", "tests", "DRIFT"),
    ("fail faults failures", "tests", "SIMULATED FAILURES"),
    ("report reports junit ci tap", "tests", "REPORTS"), ("mock server", "serve", nil),
    ("profile profiles", "project", "PROFILES"), ("config configuration", "project", nil),
    ("defaults", "project", "DEFAULTS"), ("guard", "project", "GUARD"),
    ("extends inheritance", "file", "EXTENDING A FILE"), ("fields types", "file", nil),
    ("curl postman har openapi convert", "import", nil),
    ("httpie cron questions help", "faq", "EVERYDAY USE"),
    ("start quickstart intro example", "tutorial", nil),
    ("post put patch delete head", "get", nil), ("format-files lint", "check", nil),
  ]
}
