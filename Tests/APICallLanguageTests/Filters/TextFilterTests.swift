import Testing

@Suite("Filters of text")
struct TextFilterTests {
  @Test(
    "Each filter does what its name says",
    arguments: [
      ("split(',')", "\"a,b,,c\"", #"["a","b","","c"]"#), ("split(',')", "\"\"", "[]"),
      ("split(',')", "\"a\"", #"["a"]"#), ("split(', ')", "\"a, b,c\"", #"["a","b,c"]"#),
      ("split('aa')", "\"aaaab\"", #"["","","b"]"#), ("split('é')", "\"aéb\"", #"["a","b"]"#),
      ("split(2)", "\"1223\"", "refused"), ("split('2')", "1223", #"["1","","3"]"#),
      ("lines", "\"a\\nb\\r\\nc\"", #"["a","b","c"]"#), ("lines", "\"a\\n\"", #"["a"]"#),
      ("lines", "\"\"", "[]"), ("lines", "\"\\n\\n\"", #"["",""]"#),
      ("lines", "\"a\\rb\"", #"["a\rb"]"#),
      ("replace('a', 'bb')", "\"aXa\"", "«bbXbb»"), ("replace('aa', '')", "\"aaa\"", "«a»"),
      ("replace('.', '')", "\"1.234.5\"", "«12345»"), ("replace('x', '$1')", "\"x\"", "«$1»"),
      ("startswith('ab')", "\"abc\"", "true"), ("startswith('b')", "\"abc\"", "false"),
      ("startswith('')", "\"\"", "true"), ("startswith('e')", "\"e\\u0301\"", "true"),
      ("endswith('bc')", "\"abc\"", "true"), ("endswith('abcd')", "\"bcd\"", "false"),
      ("ltrimstr('a')", "\"aab\"", "«ab»"), ("ltrimstr('b')", "\"aab\"", "«aab»"),
      ("rtrimstr('.json')", "\"x.json\"", "«x»"), ("rtrimstr('x')", "\"\"", "«»"),
      ("pad(4)", "\"ab\"", "«ab  »"), ("pad(1)", "\"ab\"", "«ab»"), ("pad(3, 'é')", "7", "«7éé»"),
      ("lpad(3, '0')", "7", "«007»"), ("lpad(0)", "\"\"", "«»"), ("lpad(4)", "true", "«true»"),
      ("repeat(3)", "\"ab\"", "«ababab»"), ("repeat(0)", "\"ab\"", "«»"),
      ("repeat(1000000)", "\"\"", "«»"), ("repeat(1048577)", "\"\"", "refused"),
      ("length", "\"naïve\"", "5"), ("length", "\"e\\u0301\"", "2"), ("length", "\"\"", "0"),
      ("slice(1, 3)", "\"héllo\"", "«él»"), ("slice(-2)", "\"héllo\"", "«lo»"),
      ("slice(3, 1)", "\"abc\"", "«»"), ("slice(0, 99)", "12", "«12»"),
      ("contains('b')", "\"abc\"", "true"), ("contains('')", "\"\"", "true"),
      ("contains('abd')", "\"ababd\"", "true"), ("contains(1)", "213", "true"),
      ("contains('B')", "\"abc\"", "false"),
      ("html", "\"<a href='x'>&\\\"\"", "«&lt;a href=&#39;x&#39;&gt;&amp;&quot;»"),
      ("xml", "\"<\\n&é\"", "«&lt;&#10;&amp;é»"), ("xml", "\"\\u0000\"", "refused"),
      ("xml", "\"\\u000b\"", "refused"), ("html", "\"\"", "«»"),
      ("shell", "\"it's $x\"", "«'it'\\''s $x'»"), ("shell", "\"\"", "«''»"),
      ("shell", "5", "«'5'»"), ("shell", "\"a\\u0000\"", "refused"),
      ("not", "true", "false"), ("not", "false", "true"), ("not", "null", "true"),
      ("not", "\"true\"", "refused"), ("tostring", "\"a\"", "«a»"),
      ("tostring", "[1, \"a\"]", "«[1,\"a\"]»"), ("tostring", "1.10", "«1.10»"),
      ("tostring", "null", "«null»"), ("type", "null", "«null»"), ("type", "true", "«boolean»"),
      ("type", "1", "«number»"), ("type", "\"\"", "«string»"), ("type", "[]", "«array»"),
      ("type", "{}", "«object»"), ("sha1 | type", "1", "«bytes»"),
      ("tonumber", "\"1.10\"", "1.10"), ("tonumber", "\"x\"", "refused"),
      ("upper", "null", "refused"), ("split(',')", "[]", "refused"), ("length", "1", "refused"),
      ("length", "null", "0"), ("repeat(2)", "{}", "refused"),
    ])
  func results(_ filters: String, _ value: String, _ expected: String) {
    let result = try? FilterProbe.result(of: "<v | \(filters)>", ("v", value))
    #expect(result ?? "refused" == expected)
  }

  @Test(
    "A message names the filter, what it takes, and the argument that is wrong",
    arguments: [
      ("split('')", "\"a\"", "'separator' is empty"),
      ("split(a)", "\"a\"", "the filter 'split' takes text, not a list"),
      (
        "split", "\"a\"", "the filter 'split' takes 1 argument, not 0; hint: write split(separator)"
      ),
      (
        "replace('a')", "\"a\"",
        "the filter 'replace' takes 2 arguments, not 1; hint: write replace(old, new)"
      ),
      (
        "pad", "\"a\"",
        "the filter 'pad' takes 1 or 2 arguments, not 0; hint: write pad(width) or pad(width, fill)"
      ),
      ("pad(3, 'ab')", "\"a\"", "'ab' is not a single character"),
      (
        "pad('x')", "\"a\"",
        "the filter 'pad' takes a whole number as 'width'; hint: such as 10, or a name"
      ),
      ("pad(b)", "\"a\"", "the filter 'pad' takes a whole number, not 'x'"),
      ("pad(-1)", "\"a\"", "-1 is not a number from 0 to 1048576"),
      ("repeat(1000000)", "\"abcd\"", "the result of the filter 'repeat' would exceed 1 MiB"),
      ("upper", "[]", "the filter 'upper' takes text, not a list"),
      ("not", "\"yes\"", "the filter 'not' takes true or false, not 'yes'"),
      (
        "xml", "\"\\u0001\"",
        "the filter 'xml' takes text that XML can hold, not text with a control character"
      ),
    ])
  func messages(_ filters: String, _ value: String, _ expected: String) {
    let message = FilterProbe.message(
      of: "<v | \(filters)>", ("v", value), ("a", "[]"), ("b", "\"x\""))
    #expect(message == expected)
  }

  @Test(
    "The name of a filter in jq has a hint",
    arguments: [
      ("ascii_downcase", "write lower"), ("ascii_upcase", "write upper"), ("tojson", "write json"),
      ("@base64d", "write base64d"), ("@sh", "write shell"),
      ("startwith('a')", "did you mean 'startswith'?"),
    ])
  func hints(_ name: String, _ hint: String) {
    #expect(FilterProbe.message(of: "<v | \(name)>", ("v", "1")).hasSuffix("; hint: \(hint)"))
  }
}
