import Testing

@Suite("Reading expressions")
struct ExpressionReadingTests {
  @Test(
    "Operators bind in this order, and those of one level from left to right",
    arguments: [
      ("a product before a sum", "a + b * c", "(a + (b * c))"),
      ("a product before a difference", "a / b - c % d", "((a / b) - (c % d))"),
      ("sums from the left", "a - b - c + d", "(((a - b) - c) + d)"),
      ("products from the left", "a / b / c * d", "(((a / b) / c) * d)"),
      ("a sum before a comparison", "a + 1 == b * 2", "((a + 1) == (b * 2))"),
      ("a comparison before and", "a < b and b <= c", "((a < b) and (b <= c))"),
      ("and before or", "a or b and c or d", "((a or (b and c)) or d)"),
      ("and from the left", "a and b and c", "((a and b) and c)"),
      ("a filter last", "a + b | abs", "((a + b) | abs)"),
      ("a filter of all that is before it", "a or b | not", "((a or b) | not)"),
      ("filters from the left", "a | lower | trim", "((a | lower) | trim)"),
      ("parentheses first", "(a + b) * c", "((a + b) * c)"),
      ("parentheses on the right", "a - (b - c)", "(a - (b - c))"),
      ("a filter in parentheses", "(a | length) + 1", "((a | length) + 1)"),
      ("useless parentheses", "((a))", "a"),
      ("a comparison in parentheses", "(a < b) == (c > d)", "((a < b) == (c > d))"),
    ])
  func precedence(_ name: String, _ text: String, _ read: String) {
    #expect(ExpressionProbe.reading(of: text) == read)
  }

  @Test(
    "Literals are read",
    arguments: [
      ("digits as written", "1.10 + 1e2", "(1.10 + 1e2)"),
      ("a negative number", "a - -1", "(a - -1)"),
      ("a long number", "900719925474099301", "900719925474099301"),
      ("the words", "if(true, false, null)", "if(true, false, null)"),
      ("double quotes", #""a\"b\\c\n" | lower"#, #"("a\"b\\c\n" | lower)"#),
      ("single quotes", #"'a"b\'' | lower"#, #"("a\"b'" | lower)"#),
      ("operators in quotes", "'a | b + c > d' | lower", #"("a | b + c > d" | lower)"#),
      ("milliseconds", "a + 1500ms", "(a + 1500ms)"),
      ("whole seconds of milliseconds", "a + 2000ms", "(a + 2s)"),
      ("seconds", "a + 90s", "(a + 90s)"), ("minutes", "a + 5m", "(a + 300s)"),
      ("hours", "a + 2h", "(a + 7200s)"), ("days", "a + 1d", "(a + 86400s)"),
      ("weeks", "a + 1w", "(a + 604800s)"), ("no time at all", "a + 0s", "(a + 0s)"),
      ("a duration alone", "5m", "300s"),
    ])
  func literals(_ name: String, _ text: String, _ read: String) {
    #expect(ExpressionProbe.reading(of: text) == read)
  }

  @Test(
    "Paths are read",
    arguments: [
      ("members", "a.b-c._d", "a.b-c._d"), ("a negative index", "a[-1].b", "a[-1].b"),
      ("a key in quotes", "a['First Name'].b", #"a["First Name"].b"#),
      ("a key that is a name", "a['b']", "a.b"),
      ("a computed key", "a[b.c].d[e]", "a[b.c].d[e]"),
      ("a computed index", "a[n - 1]", "a[(n - 1)]"), ("spaces in brackets", "a[ 0 ]", "a[0]"),
      ("a filter in brackets", "a[b | lower]", "a[(b | lower)]"),
      ("a step after parentheses", "(a | first).b", "(a | first).b"),
      ("a step after a function", "range(0, 3)[1]", "range(0, 3)[1]"),
      ("a step after a name in parentheses", "(a).b[0]", "a.b[0]"),
      ("an index after a text in parentheses", "('a')[0]", #"("a")[0]"#),
      ("an index after a number in parentheses", "(1)[0]", "(1)[0]"),
      ("an index after a duration in parentheses", "(5m)[0]", "(300s)[0]"),
    ])
  func paths(_ name: String, _ text: String, _ read: String) {
    #expect(ExpressionProbe.reading(of: text) == read)
  }

  @Test(
    "Items are read in the arguments of filters",
    arguments: [
      ("the item", "a | map(.)", "(a | map(.))"),
      ("a member", "a | map(.b.c)", "(a | map(.b.c))"),
      ("an index", "a | map(.[0].b)", "(a | map(.[0].b))"),
      ("a key in quotes", "a | map(.['b c'])", #"(a | map(.["b c"]))"#),
      ("a computed key", "a | map(.[k])", "(a | map(.[k]))"),
      ("a key of the item", "a | map(b[.id])", "(a | map(b[.id]))"),
      ("an operation", "a | map(.b * .c)", "(a | map((.b * .c)))"),
      ("a comparison", "a | select(.b > 3)", "(a | select((.b > 3)))"),
      ("two keys", "a | sort_by(.b, .c)", "(a | sort_by(.b, .c))"),
      ("a filter of the item", "a | map(.b | lower)", "(a | map((.b | lower)))"),
      ("items of items", "a | map(.b | map(.c))", "(a | map((.b | map(.c))))"),
      ("an item in parentheses", "a | map((.).b)", "(a | map(.b))"),
      ("paths", "a | pick(.b, .c.d)", "(a | pick(.b, .c.d))"),
      (
        "an argument of a function in an item filter", "a | map(if(.b, 1, .c))",
        "(a | map(if(.b, 1, .c)))"
      ),
    ])
  func items(_ name: String, _ text: String, _ read: String) {
    #expect(ExpressionProbe.reading(of: text) == read)
  }

  @Test(
    "A minus before a value is its other sign",
    arguments: [
      ("after an operator", "a * -b", "(a * (-b))"), ("in parentheses", "(-a)", "(-a)"),
      ("after a comma", "if(a, -b, -c)", "if(a, (-b), (-c))"),
      ("of a path", "1 + -a.b[0]", "(1 + (-a.b[0]))"),
      ("of parentheses", "1 + -(a + b)", "(1 + (-(a + b)))"),
      ("twice", "(--a)", "(-(-a))"), ("of an item", "a | map(-.b)", "(a | map((-.b)))"),
      ("of a function", "(-if(a, 1, 2))", "(-if(a, 1, 2))"),
      ("of a number in parentheses", "(-(5))", "(-(5))"),
      ("of a duration", "a + -(5m)", "(a + (-(300s)))"),
      (
        "of a text", "(-'1')",
        "error: '-' takes a number after it, not the text '1'; hint: number converts a text: (name | number)"
      ),
      ("in a name", "a-b - c", "(a-b - c)"),
    ])
  func signs(_ name: String, _ text: String, _ read: String) {
    #expect(ExpressionProbe.reading(of: text) == read)
  }

  @Test(
    "White space of a whole field does not matter",
    arguments: [
      ("lines", "a\n  and b\n", "(a and b)"), ("tabs", "a\t+\tb", "(a + b)"),
      ("returns", "a ==\r\nb", "(a == b)"), ("spaces around all of it", "  a + b  ", "(a + b)"),
      ("arguments", "if( a ,b , c )", "if(a, b, c)"),
    ])
  func spaces(_ name: String, _ text: String, _ read: String) {
    #expect(ExpressionProbe.reading(of: text) == read)
  }

  @Test(
    "In a whole field > compares; elsewhere it ends the placeholder outside of brackets and quotes",
    arguments: [
      ("parentheses", "x<(a > b)>y", "x«(a > b)»y"),
      ("arguments", "<if(a >= 1, '>', \">=\")>", #"«if((a >= 1), ">", ">=")»"#),
      ("brackets", "<a['>'].b>", #"«a[">"].b»"#), ("less", "<18 < age>", "«(18 < age)»"),
      ("an item", "<a | select(.n > 1)>>", "«(a | select((.n > 1)))»>"),
      ("two of them", "<a + 1>-<b | upper>", "«(a + 1)»-«(b | upper)»"),
      ("spaces before the end", "<a + b >", "«(a + b)»"),
    ])
  func closing(_ name: String, _ text: String, _ read: String) {
    #expect(ExpressionProbe.parts(of: text) == read)
    #expect(ExpressionProbe.reading(of: "a > b") == "(a > b)")
    #expect(ExpressionProbe.reading(of: "a >= b and c > d") == "((a >= b) and (c > d))")
  }
}
