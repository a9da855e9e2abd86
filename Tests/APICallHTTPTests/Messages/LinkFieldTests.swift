import APICallHTTP
import Testing

/// Links as servers write them.
struct LinkFieldTests {
  @Test(
    "The target of a relation is found",
    arguments: [
      ("</b>; rel=next", "/b"),
      ("<https://a.example/b?c=d,e;f>;rel=\"next\"", "https://a.example/b?c=d,e;f"),
      ("</a>; rel=prev, </b>; rel=next", "/b"), ("</a>; rel=\"prev\",</b>;rel=\"next\"", "/b"),
      ("</b>; rel=\"last NEXT\"", "/b"), ("</b>; REL=Next", "/b"), ("</b> ;\trel = \"next\"", "/b"),
      ("</b>; title=\"a, b; rel=prev \\\" <c>\"; rel=next", "/b"),
      ("</a>; rel=nextish, </b>; rel=next; rel=prev", "/b"), ("<>; rel=next", ""),
      ("</a>; rel=prev; rel=next, </b>; rel=next", "/b"), (", ,</b>; rel=next,", "/b"),
      ("</a>; anchor=\"#x\"; rel=next, </b>; rel=next", "/b"),
      ("</b>; crossorigin; rel=next", "/b"), ("</b>; rel=\"next", "/b"),
    ])
  func found(_ field: String, _ target: String) {
    let head = ResponseHead(status: 200, headers: [ResponseHead.Field("link", field)])
    #expect(LinkField.target(of: "next", in: head)?.text == target)
  }

  @Test(
    "A relation that is missing or cannot be read has no link",
    arguments: [
      "", "</a>", "</a>; rel=prev", "</a>; rel=\"\"", "</a; rel=next", "/a; rel=next",
      "</a>; rel=\"ne\"xt", "</a>; title=\"; rel=next", "</a>; rev=next",
      "</a>; rel=https://next/", "</a>; anchor=\"/x\"; rel=next",
    ])
  func missing(_ field: String) {
    let head = ResponseHead(status: 200, headers: [ResponseHead.Field("Link", field)])
    #expect(LinkField.target(of: "next", in: head) == nil)
  }

  @Test("The bytes of a target are kept")
  func bytes() {
    let field = FieldText(bytes: Array("</f".utf8) + [0xFC] + Array(">; rel=next".utf8))
    let head = ResponseHead(status: 200, headers: [ResponseHead.Field("Link", field)])
    #expect(LinkField.target(of: "next", in: head)?.bytes == [0x2F, 0x66, 0xFC])
  }

  @Test("Of several fields, the first with the relation counts")
  func several() {
    let fields = ["</a>; rel=prev", "</b>; rel=NEXT", "</c>; rel=next"]
    let head = ResponseHead(
      status: 200, headers: fields.map { ResponseHead.Field("LINK", $0) })
    #expect(LinkField.target(of: "Next", in: head)?.text == "/b")
    #expect(LinkField.target(of: "https://rel.example/x", in: head) == nil)
  }
}
