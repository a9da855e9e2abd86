import Testing

private func squeezed(_ text: String) -> String {
  "error: the operator '\(text)' has to have a space on both sides; "
    + "hint: as in <a \(text) b>; write \\< for a < that is text"
}

private let bare =
  "error: the > ends the placeholder here; "
  + "hint: write <name> without the space, or <(a > b)> for a comparison"

private func member(_ word: String, _ way: String) -> String {
  "error: '\(word)' is not a name that can stand without quotes; hint: write \(way)"
}

private let noMember = "error: a name is missing after the dot; hint: as in <name.member>"

/// A text, what is read if any name is allowed, and if the names above are.
private typealias Row = (text: String, read: String, named: String)

private func same(_ text: String, _ read: String) -> Row { (text, read, read) }

private let placeholders: [Row] = [
  same("<n>", "«n»"), same("<m.a>", "«m.a»"), same("<n | json>", "«(n | json)»"),
  ("<uuid()>", "«uuid()»", "<uuid()>"), same("<n[0]>", "«n[0]»"),
  ("<zz>", "«zz»", "<zz>"), ("<zz[0]>", "«zz[0]»", "<zz[0]>"),
  ("<zz | json>", "«(zz | json)»", "<zz | json>"), ("<n-1>", "«n-1»", "<n-1>"),
  same("<n + 1>", "«(n + 1)»"), same("<n - 1>", "«(n - 1)»"), same("<n == 5>", "«(n == 5)»"),
  same("<n != 5>", "«(n != 5)»"), same("<n < 5>", "«(n < 5)»"), same("<n <= 5>", "«(n <= 5)»"),
  same("<n and m>", "«(n and m)»"), same("<n or m>", "«(n or m)»"),
  ("<{a: n} | json>", "«((list(list(\"a\", n)) | from_entries) | json)»", "<{a: n} | json>"),
  same("<n % 5>", "«(n % 5)»"), same("<n / 5>", "«(n / 5)»"), same("<n * 5>", "«(n * 5)»"),
  same("<now() - 1h>", "«(now() - 3600s)»"), ("<nope - 1>", "«(nope - 1)»", "<nope - 1>"),
  ("<nope and 1>", "«(nope and 1)»", "<nope and 1>"),
  ("<5 + n>", "«(5 + n)»", "<5 + n>"), ("<30 < n>", "«(30 < n)»", "<30 < n>"),
  (#"<"app/" | base64>"#, #"«("app/" | base64)»"#, #"<"app/" | base64>"#),
  ("<(n > 5)>", "«(n > 5)»", "<(n > 5)>"), ("<'a' == n>", #"«("a" == n)»"#, "<'a' == n>"),
  ("<(-n)>", "«(-n)»", "<(-n)>"), ("<5m + 1>", "«(300s + 1)»", "<5m + 1>"),
  ("<(n | json).a[0]>", "«(n | json).a[0]»", "<(n | json).a[0]>"),
]

private let markup = [
  "<b class=\"x\">", "<b/>", "<b />", "<a:b>", "<!-- n -->", "<?xml n?>", "</p>", "<foo bar>",
  "<n,m>", "<n, m>", "Map<String, n>", "a < b - c > d", "<5>",
  "<1 kg>", "x <n && y> 3", "x <n || y> 3", "<n = 1>", "<n ?? 1>", "<n ? 1 : 2>", "<n // 1>",
  "<\"n\">", "<(n)>", "<(n).a>", "<n !> ",
  "x<n;", "a/b",
  "<5 | nope>", "<(n > 5>", "<1 +>", "<'a' +n>", "<a@b.example>", "<https://n>", "<n=5>",
  "<{{n}}>", "<{n}>", "<{ n }>", "<not n>", "<größe>", "<v1.0>", "<not a number>",
  "<né le 3 mai>", "<n.b. this>", "<n. 5>", "<n. a>", "if a<b.0 and c>d", "x<n.5 && y>n",
  "Array<{n: string}>", "useState<{n: boolean} | null>", "<{a: n}>",
  "<div\n* 2>", "List<T[]", "if a <b then c", "< n + 1>", "<-n>", "<.n>", "<n<m;",
]

@Suite("Where a < begins an expression")
struct TextOrExpressionTests {
  private static let names = [
    "n", "m", "a", "b", "T", "x", "y", "input", "div", "foo", "br", "now",
  ]

  @Test("What begins like an expression and can be read is one", arguments: placeholders)
  func expressions(text: String, read: String, named: String) {
    #expect(ExpressionProbe.parts(of: text) == read)
    #expect(ExpressionProbe.parts(of: text, naming: Self.names) == named)
  }

  @Test("Markup, generic types, comparisons and other notations are text", arguments: markup)
  func literal(_ text: String) {
    #expect(ExpressionProbe.parts(of: text) == text)
    #expect(ExpressionProbe.parts(of: text, naming: Self.names) == text)
  }

  @Test(
    "An operator without spaces, or without an operand, is text unless its name has a value",
    arguments: [
      ("<n*2>", squeezed("*")), ("<n -1>", squeezed("-")), ("<n+1>", squeezed("+")),
      ("<n/2>", squeezed("/")), ("<n ->", squeezed("-")), ("<n %2>", squeezed("%")),
      ("<n ==5>", squeezed("==")),
      ("<n==5>", squeezed("==")), ("<n!=5>", squeezed("!=")), ("<n and(m)>", squeezed("and")),
      ("<n or(m)>", squeezed("or")), ("<input *ngIf='x'>", squeezed("*")),
      ("<n > 5>", bare), ("<n >", bare),
      ("<n.0>", member("0", "[0] for an item")), ("<n.a.1>", member("1", "[1] for an item")),
      ("<n.größe>", member("größe", #"["größe"] for a member"#)),
      ("<n.größe | upper>", member("größe", #"["größe"] for a member"#)),
      ("<n..a>", noMember), ("<n.a.[0]>", noMember), ("<n.>", noMember),
      (
        "<n.a.first()>",
        "error: a filter does not follow a dot; hint: write value | filter"
      ),
      (
        "<n?.a>",
        "error: '?' is not an operator; hint: write value | default(null), or try(value, other)"
      ),
      (
        "<n + >",
        "error: a value is missing after the operator of <n + >; "
          + "hint: write a number, a name, or text in quotes"
      ),
      (
        "<n + nil?>",
        "error: '?' is not an operator; hint: write if(condition, value, other), or try(value, other) for what may fail"
      ),
    ])
  func doubts(_ text: String, _ message: String) {
    #expect(ExpressionProbe.parts(of: text) == text)
    #expect(ExpressionProbe.parts(of: text, naming: Self.names) == message)
    let others = Self.names.filter { $0 != "n" && $0 != "input" }
    #expect(ExpressionProbe.parts(of: text, naming: others) == text)
  }

  @Test(
    "What cannot be read after a filter, a bracket or a parenthesis is an error",
    arguments: [
      (
        "<n | upper && m>",
        "error: '&&' is not an operator; hint: write and"
      ),
      (
        "<n | default(1 = 2)>",
        "error: '=' is not an operator; hint: write == to compare two values"
      ),
      ("<n[0] ! m>", "error: '!' is not an operator; hint: write (value | not)"),
      (
        "<n[0] ?? 1>",
        "error: '??' is not an operator; hint: write value | default(other), or try(value, other) for what may fail"
      ),
      ("<{a 1}: n>", "<{a 1}: n>"),
      (
        "<{a: 1} | sett(.a, 2)>",
        "error: unknown filter 'sett'; hint: did you mean 'set'?"
      ),
      ("<n[0] || 1>", "error: '||' is not an operator; hint: write or"),
    ])
  func errors(_ text: String, _ message: String) {
    #expect(ExpressionProbe.parts(of: text) == message)
  }

  @Test(
    "A backslash keeps an expression as text",
    arguments: [
      ("\\<n + 1>", "<n + 1>"), ("\\<n*2>", "<n*2>"), ("\\<5 + n>", "<5 + n>"),
      ("\\<now() - 1h>", "<now() - 1h>"),
    ])
  func escapes(_ text: String, _ read: String) {
    #expect(ExpressionProbe.parts(of: text) == read)
  }
}
