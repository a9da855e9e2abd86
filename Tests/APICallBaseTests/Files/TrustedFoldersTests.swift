import APICallBase
import Testing

@Suite("Trusted folders")
struct TrustedFoldersTests {
  private func folders(_ lines: String...) -> TrustedFolders {
    TrustedFolders(Array(lines.joined(separator: "\n").utf8))
  }

  @Test(
    "A folder covers itself and everything below it",
    arguments: [
      ("/home/ann/shop", "/home/ann/shop"), ("/home/ann/shop/endpoints/a", "/home/ann/shop"),
      ("/home/ann", nil), ("/home/ann/shopping", nil), ("/home/ann/shop2/x", nil), ("/", nil),
      ("", nil), ("/srv/caf\u{E9}/x", "/srv/caf\u{E9}"), ("/srv/cafe\u{301}", nil),
    ])
  func covers(_ folder: String, _ path: String?) {
    #expect(folders("/home/ann/shop", "/srv/caf\u{E9}").path(covering: folder) == path)
  }

  @Test("The nearest folder counts")
  func nearest() {
    let folders = folders("/a", "/a/b/c", "/a/b", "/a-b")
    #expect(folders.path(covering: "/a/b/c/d") == "/a/b/c")
    #expect(folders.path(covering: "/a/b/x") == "/a/b")
    #expect(folders.path(covering: "/a/x") == "/a")
    #expect(TrustedFolders(Array("/".utf8)).path(covering: "/x") == "/")
  }

  @Test("A path that is not absolute is left out")
  func lines() {
    #expect(folders("", "relative", "/a", "/a", "~/x", "/b").paths == ["/a", "/b"])
  }

  @Test("Folders are kept in order, without duplicates")
  func changes() {
    var folders = folders("/b")
    folders.insert("/a")
    folders.insert("/b")
    #expect(String(decoding: folders.bytes, as: UTF8.self) == "/a\n/b\n")
    let removals = [folders.remove("/b"), folders.remove("/b")]
    #expect(removals == [true, false])
    #expect(folders.paths == ["/a"])
  }
}
