import APICallBase
import APICallText
import TestWorlds
import Testing

@Suite("The limit on a body")
struct BodyLimitTests {
  private let requester = ScriptedRequester(#"{"id": 1234567}"#)

  @Test(
    "max_body limits every body, whatever happens to it",
    arguments: [nil, "json", "raw", "yaml"] as [String?], [[], ["id"]])
  func bounds(_ format: String?, _ parts: [String]) async throws {
    let spec = "host: a.example\noutputs: {id: $.id}\nmax_body: "
    let fits = try await Exchange(requester, spec + "15", format: format, print: parts)
    #expect(fits.status == 0)
    let long = try await Exchange(requester, spec + "14", format: format, print: parts)
    #expect(long.status == 8)
    #expect(
      long.failure?.report == """
        call.yaml:3:11: error: the response is longer than 14 bytes
          3 | max_body: 14
            |           ^^
          hint: raise the limit here, or give --set max_body=1GiB
        exit status 8

        """)
  }

  @Test("It limits selected values and error pages, too")
  func others() async throws {
    let selected = try await Exchange(requester, "host: a.example\nselect: $.id\nmax_body: 14")
    #expect(selected.status == 8 && selected.output.isEmpty)
    let page = try await Exchange(ScriptedRequester(500, "123456"), "host: a.example\nmax_body: 5")
    #expect(page.status == 5 && page.failure?.diagnostics.count == 2)
  }

  @Test("Buffered values that grow have the same limit")
  func values() async throws {
    // Twenty bytes of CSV become more bytes of JSON.
    let csv = ScriptedRequester("name,other\n1,2\n3,4\n5,6\n", type: "text/csv")
    let spec = "host: a.example\nmax_body: 24\n"
    #expect(try await Exchange(csv, spec, format: "table").status == 8)
    #expect(try await Exchange(csv, spec + "select: $.name", format: "lines").text == "1\n3\n5\n")
  }

  @Test(
    "Sizes are digits, with or without a unit",
    arguments: [
      ("1", 1), ("1048576", 1 << 20), ("500KB", 500_000), ("10MiB", 10 << 20), ("1GiB", 1 << 30),
      ("2GB", 2_000_000_000), ("3KiB", 3072), ("1MB", 1_000_000), ("007", 7),
      ("0", nil), ("", nil), ("KiB", nil), ("-1", nil), ("1.5MiB", nil), ("10 MiB", nil),
      ("10mib", nil), ("10M", nil), ("10MiBs", nil), ("9999999999GiB", nil),
      ("99999999999999999999", nil), ("１", nil),
    ] as [(String, Int?)])
  func sizes(_ text: String, _ bytes: Int?) {
    #expect(WrittenSize.bytes(of: text) == bytes)
  }

  @Test("A size is written in the largest unit that divides it")
  func written() {
    for (bytes, text) in [
      (64 << 20, "64 MiB"), (1, "1 byte"), (1000, "1 KB"), (1023, "1023 bytes"),
      (3 << 30, "3 GiB"), (1_500_000, "1500 KB"), (1536, "1536 bytes"),
    ] {
      #expect(WrittenSize.text(of: bytes) == text)
    }
  }
}
