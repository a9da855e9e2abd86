import Testing

@testable import APICallRun

@Suite("Slips in names")
struct LetterSlipTests {
  @Test(
    "A slip is found",
    arguments: [
      ("X-Next-Curser", "X-Next-Cursor"), ("x_next_cursor", "X-Next-Cursor"),
      ("X-Next-Curso", "X-Next-Cursor"), ("next_curser", "next_cursor"),
      ("nextCursor", "next_cursor"), ("nxet", "next"),
    ])
  func slips(_ written: String, _ known: String) {
    #expect(LetterSlip.name(meantBy: written, among: ["other", known]) == known)
  }

  @Test(
    "Another name is none",
    arguments: [
      ("last_id", "list_id"), ("page", "pages"), ("next_cursor", "prev_cursor"),
      ("page_token1", "page_token2"), ("next_cursor", "Next_Cursor"), ("next", "text"),
    ])
  func others(_ written: String, _ known: String) {
    #expect(LetterSlip.name(meantBy: written, among: [known]) == nil)
  }
}
