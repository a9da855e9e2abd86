import APICallResponses
import Testing

@Suite("Content-Disposition")
struct ContentDispositionTests {
  @Test(
    "It names a file as RFC 6266 says",
    arguments: [
      ("attachment", nil), ("", nil), ("inline; filename=a.txt", "a.txt"),
      ("attachment; filename=a.txt", "a.txt"), ("attachment;filename=a.txt;size=3", "a.txt"),
      ("attachment; FileName=a.txt", "a.txt"),
      ("Attachment ; filename = \"a b.txt\" ; x=y", "a b.txt"),
      (#"attachment; filename="a\"b\\c.txt""#, #"a"b\c.txt"#),
      (#"attachment; filename="a;b.txt""#, "a;b.txt"), (#"attachment; filename="a.txt"#, "a.txt"),
      (#"attachment; filename="""#, ""), ("attachment; filename=a.txt; filename=b.txt", "a.txt"),
      ("attachment; filename=%41.txt", "%41.txt"),
      ("attachment; filename*=UTF-8''%e2%82%ac%20rates", "€ rates"),
      ("attachment; filename*=utf-8'en'a.txt", "a.txt"),
      ("attachment; filename*=ISO-8859-1''%A3%20rates", "£ rates"),
      ("attachment; filename=EURO.txt; filename*=utf-8''%e2%82%ac.txt", "€.txt"),
      ("attachment; filename*=utf-8''%e2%82%ac.txt; filename=EURO.txt", "€.txt"),
      ("attachment; filename*=utf-8''%ff.txt; filename=a.txt", "a.txt"),
      ("attachment; filename*=koi8-r''a.txt; filename=a.txt", "a.txt"),
      ("attachment; filename*=a.txt; filename=b.txt", "b.txt"),
      ("attachment; filename*=utf-8''a'b.txt", "a'b.txt"),
      ("attachment; xfilename=a.txt", nil), ("attachment; filename", nil), ("filename=a.txt", nil),
      ("attachment; x=\"filename=b.txt\"; filename=a.txt", "a.txt"), (";;;=;\"", nil),
    ] as [(String, String?)])
  func names(_ field: String, _ name: String?) {
    #expect(ContentDisposition(field).fileName == name)
  }
}
