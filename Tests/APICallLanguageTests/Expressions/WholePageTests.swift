import Testing

@Suite("Pages of other languages")
struct WholePageTests {
  private static let names = [
    "b", "p", "a", "input", "T", "div", "name", "file", "x", "y", "count", "i", "n", "log",
    "td",
  ]

  private static let html = #"""
    <!DOCTYPE html>
    <html lang="en"><head><meta charset="utf-8"/><title>a < b && b > a</title>
    <style>ul > li + li { margin: 0 } a:not([href]) > b { color: #333 }</style>
    <script type="module">
      for (let i = 0; i <n.length; i++) { if (a<b || x <= y) log(`${i} < ${n}`) }
      const f = (x) => x <y ? x : y; if (count <10 && count >0) name = "<b class='x'>"
    </script></head>
    <body class="x"><p id="p1">1 &lt; 2</p><a href="/?a=1&b=2#n">more</a><br/><br /><hr>
    <input type="text" name="name" value="a | b" disabled/><input
      type='checkbox'><b class="x">bold</b><p
    align=left>text</p><a name=x></a><div class='y' *ngFor="let x of y; trackBy: n"></div>
    <td colspan=2 align="right">5 < 6 > 4</td><!-- b < a + b --><b/><p />
    </body></html>
    """#

  private static let soap = #"""
    <?xml version="1.0" encoding="UTF-8"?>
    <soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/" xmlns:a="urn:a">
      <soap:Body><a:input><a:name xsi:type="xsd:string">b</a:name><a:count/></a:input>
      <![CDATA[ a <b && b > c; x < y | z ]]></soap:Body>
    </soap:Envelope>
    """#

  private static let java = #"""
    public final class Cache<K extends Comparable<K>, T> implements Map.Entry<K, T> {
      private final Map<K, List<? super T>> all = new HashMap<>();
      static <T extends Comparable<? super T>> int count(List<? extends T> list, T x) {
        int n = 0; for (int i = 0; i <list.size(); i++) if (list.get(i).compareTo(x) <0) n++;
        return n << 2 >>> 1;
      }
      Function<T, K> f = (a) -> a.key(); boolean less = x < y && y > n || n <= 5;
    }
    """#

  private static let typescript = #"""
    type Keys<T extends object, K extends keyof T = keyof T> = { [P in K]?: T[P][] }
    const get = async <T,>(x: Promise<null | T>): Promise<undefined | T> => (await x) ?? undefined
    const less = a <b ? a : b, arrow = (n: number) => n <y, node = <input name="a" {...x} />
    function map<T, K>(x: T[], f: (a: T) => K): K[] { return x.map(f) as unknown as K[] }
    """#

  private static let shell = #"""
    #!/bin/sh
    while read -r name; do echo "$name"; done <"$file" >out 2>&1
    cat <<EOF >x; diff <(sort a) <(sort b)
    [ "$a" \> "$b" ] && test "$x" -lt 5 || exit 1; cmd <other/x.txt >b.txt; cat <input>out.txt
    EOF
    """#

  private static let markdown = #"""
    # a < b

    See <https://example.com/a|b> or <a@b.example>, and `x <y && y> z`.

    | a | b < c |
    |---|-------|
    | <b class="x">1</b> | <br/> |

    > quoted -> 3 <- 4 <-> 5 <= 6 >= 5 <=> 6 <3 </3 <1 kg> <5>
    """#

  @Test(
    "A page stays as it is in a text that lists names",
    arguments: [
      ("HTML", html), ("SOAP", soap), ("Java", java), ("TypeScript", typescript),
      ("Markdown", markdown),
    ])
  func named(_ language: String, _ page: String) {
    #expect(ExpressionProbe.parts(of: page, naming: Self.names) == page)
  }

  @Test("In a page of a shell, only what names a value is one")
  func shell() {
    #expect(ExpressionProbe.parts(of: Self.shell, naming: ["a", "name", "file"]) == Self.shell)
    #expect(
      ExpressionProbe.parts(of: Self.shell, naming: ["input"])
        == Self.shell.replacing("<input>", with: "«input»"))
  }

  @Test(
    "What other languages write like a placeholder needs a backslash if the name is listed",
    arguments: [
      ("<p>", "«p»"), ("List<T>", "List«T»"), ("Array<T[x]>", "Array«T[x]»"),
      ("a <b and b > c", "a «(b and b)» c"), ("sort <file >x", bare),
      ("\\<p>", "<p>"), ("List\\<T>", "List<T>"), ("Promise\\<T | never>", "Promise<T | never>"),
      ("sort \\<file >x", "sort <file >x"),
      ("<div *ngIf='x'>", squeezed("*")), ("cat <a/x.txt >y", squeezed("/")),
      ("\\<div *ngIf='x'>", "<div *ngIf='x'>"),
    ])
  func likePlaceholders(_ text: String, _ read: String) {
    #expect(ExpressionProbe.parts(of: text, naming: Self.names) == read)
    let others = Self.names.filter { !["p", "T", "div", "b", "file", "a"].contains($0) }
    #expect(ExpressionProbe.parts(of: text, naming: others) == text)
  }

  @Test("Placeholders in a page are read, and the page around them stays")
  func placeholders() {
    let added = #"<li><n + 1>: <name | upper></li><(n > 1)>\<n + 1>"#
    let read = #"<li>«(n + 1)»: «(name | upper)»</li><(n > 1)><n + 1>"#
    for page in [Self.soap, Self.java, Self.typescript, Self.markdown] {
      #expect(
        ExpressionProbe.parts(of: page + added + page, naming: Self.names) == page + read + page)
    }
  }
}

private func squeezed(_ text: String) -> String {
  "error: the operator '\(text)' has to have a space on both sides; "
    + "hint: as in <a \(text) b>; write \\< for a < that is text"
}

private let bare =
  "error: the > ends the placeholder here; "
  + "hint: write <name> without the space, or <(a > b)> for a comparison"
