import APICallLanguage
import APICallModel
import APICallText
import TestWorlds
import Testing

@Suite("Templates: text with placeholders")
struct TemplateTests {
  /// The parts, with placeholders in guillemets, to show how each was read.
  private func parts(_ text: String) throws -> String {
    try Template(text, at: .nowhere).parts.map { part in
      switch part {
      case .text(let text): text
      case .placeholder(let placeholder):
        "«" + placeholder.canonicalText.dropFirst().dropLast() + "»"
      }
    }.joined()
  }

  @Test(
    "A name in angle brackets is a placeholder",
    arguments: [
      ("<a>", "«a»"), ("x<a>y<b>", "x«a»y«b»"), ("<a><b>", "«a»«b»"), ("<a.b.c>", "«a.b.c»"),
      ("<_a-1.b-2>", "«_a-1.b-2»"), ("<<a>>", "<«a»>"), ("é<a>é", "é«a»é"), ("\n<a>\n", "\n«a»\n"),
    ])
  func placeholder(_ text: String, _ read: String) throws {
    #expect(try parts(text) == read)
  }

  @Test(
    "Items, members in brackets, filters, functions and their arguments are read",
    arguments: [
      ("<a[0]>", "«a[0]»"), ("<a[10][0].b>", "«a[10][0].b»"),
      ("<a[\"First Name\"]>", "«a[\"First Name\"]»"),
      ("<a['<>|']>", "«a[\"<>|\"]»"), ("<a[\"é\\\"\"].b>", "«a[\"é\\\"\"].b»"),
      ("<a.b[0].c>", "«a.b[0].c»"),
      ("<a|upper>", "«(a | upper)»"), ("<a | upper>", "«(a | upper)»"),
      ("<a   |   upper   |lower>", "«((a | upper) | lower)»"), ("<a | upper >", "«(a | upper)»"),
      ("<a | upper()>", "«(a | upper)»"), ("<a | join(\", \")>", "«(a | join(\", \"))»"),
      ("<a | join( ',' )>x", "«(a | join(\",\"))»x"), ("<a | join('>')>>", "«(a | join(\">\"))»>"),
      ("<a | join('\\n\\t\\r\\\\\\'')>", "«(a | join(\"\\n\\t\\r\\\\'\"))»"),
      ("<a | default(b.c[1])>", "«(a | default(b.c[1]))»"),
      ("<a | default(-1.5e3)>", "«(a | default(-1.5e3))»"),
      ("<a | default('')>", "«(a | default(\"\"))»"),
      ("<a | hmac_sha256(k) | hex>", "«((a | hmac_sha256(k)) | hex)»"),
      ("<uuid()>", "«uuid()»"), ("<uuid( )>", "«uuid()»"),
      ("<now() | date('unix')>", "«(now() | date(\"unix\"))»"),
      ("<random(1,6)>", "«random(1, 6)»"), ("<random( -1 , b )>", "«random(-1, b)»"),
      ("<fake(\"email\")>", "«fake(\"email\")»"), ("<+rest>", "«+rest»"),
      ("<+a.b | lower>", "«+(a.b | lower)»"), ("a <b | upper> <c", "a «(b | upper)» <c"),
    ])
  func whole(_ text: String, _ read: String) throws {
    #expect(try parts(text) == read)
  }

  @Test(
    "Any other use of < is text",
    arguments: [
      "", "<", ">", "<>", "a < b", "a <b", "a<b c>d", "</p>", "<br/>", "<a b=\"1\">", "<x:Env>",
      "<https://x>", "<a@b.example>", "<1>", "<-a>", "<a.>", "<.a>", "<a..b>", "<a.1>", "<a b>",
      "< a>", "<a >", "<é>", "<aé>", "<!-- a -->", "<?xml?>", "<![CDATA[x]]>", "<a", "1<2>1",
      "<a|", "<a | b", "<a(b", "<a[0]", "<a\n| b>", "<a | b\n>", "<+", "<+ a>", "<+1>", "< | b>",
      "<a [0]>", "<a (b)>", "<a || b>", "a <b || c> d", "i <len(x)", "<+a b>", "<a | upper2",
      "<a.b c>",
      "a <b[i]", "<a[0]", "<a['x'", "<é | upper>", "<+", "a <+b", "<a, b>", "<a-b c='<'", "<a=>",
      "a\\b", "<=>", "->", "<->",
    ])
  func text(_ text: String) throws {
    #expect(try parts(text) == text)
  }

  @Test(
    "A backslash makes < text",
    arguments: [
      ("\\<", "<"), ("\\<a>", "<a>"), ("x\\<a | b>", "x<a | b>"), ("\\\\<a>", "\\<a>"),
      ("<a>\\<a>", "«a»<a>"), ("\\a", "\\a"), ("\\", "\\"),
    ])
  func escape(_ text: String, _ read: String) throws {
    #expect(try parts(text) == read)
  }

  @Test("Only a placeholder alone keeps the type of its value")
  func sole() throws {
    #expect(try Template("<a.b>", at: .nowhere).sole?.text == "<a.b>")
    for text in ["", "<a> ", " <a>", "<a><b>", "a", "\\<a>"] {
      #expect(try Template(text, at: .nowhere).sole == nil)
    }
  }

  @Test("Text without placeholders is known before there are values")
  func literal() throws {
    #expect(try Template("", at: .nowhere).literal == "")
    #expect(try Template("a\\<b>", at: .nowhere).literal == "a<b>")
    #expect(try Template("a<b>", at: .nowhere).literal == nil)
    #expect(try Template("a<b.c>d", at: .nowhere).written == "a<b.c>d")
  }

  @Test(
    "A path splits its text at tokens",
    arguments: [
      ("/a/{b}/c", "/a/«b»/c"), ("{a}{b}", "«a»«b»"), ("{", "{"), ("{}", "{}"), ("{a", "{a"),
      ("{a b}", "{a b}"), ("{1}", "{1}"), ("{{a}}", "{«a»}"), ("a}", "a}"), ("{a}{", "«a»{"),
    ])
  func tokens(_ text: String, _ read: String) throws {
    let path = PathTemplate(try Template(text, at: .nowhere))
    let shown = path.pieces.map { piece in
      switch piece {
      case .text(let text): text
      case .token(let name): "«\(name)»"
      case .placeholder: "?"
      }
    }.joined()
    #expect(shown == read)
  }

  @Test("A repeated token is listed once")
  func tokenNames() throws {
    #expect(PathTemplate(try Template("/{a}/<x>/{b}/{a}", at: .nowhere)).tokens == ["a", "b"])
  }

  @Test(
    "Names are letters, digits, hyphens and underscores",
    arguments: [
      ("a", true), ("_", true), ("A-1_b", true), ("", false), ("1a", false), ("-a", false),
      ("a.b", false), ("é", false), ("a b", false), ("a\u{301}", false),
    ])
  func identifier(_ text: String, _ isValid: Bool) {
    #expect(Identifier.isValid(text) == isValid)
  }
}
