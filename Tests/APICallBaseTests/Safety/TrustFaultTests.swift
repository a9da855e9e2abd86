import APICallBase
import TestWorlds
import Testing

@Suite("What is trusted")
struct TrustFaultTests {
  @Test(
    "belongs to the user or root, and nobody else can write to it",
    arguments: [
      (FileStatus(kind: .file), nil),
      (FileStatus(kind: .file, isOwnedByUserOrRoot: false), .foreign),
      (FileStatus(kind: .file, isWorldWritable: true), .writable),
      (FileStatus(kind: .file, isGroupWritable: true), .writable),
      (FileStatus(kind: .file, isWorldWritable: true, isSticky: true), .writable),
      (FileStatus(kind: .folder, isWorldWritable: true), .writable),
      (FileStatus(kind: .folder, isWorldWritable: true, isSticky: true), nil),
      (FileStatus(kind: .folder, isGroupWritable: true, isSticky: true), nil),
      (FileStatus(kind: .folder, isOwnedByUserOrRoot: false, isSticky: true), .foreign),
    ] as [(FileStatus, TrustFault?)])
  func rule(_ status: FileStatus, _ fault: TrustFault?) {
    #expect(status.trustFault == fault)
  }

  @Test(
    "a folder that all share cannot be trusted with all that is in it",
    arguments: [
      (FileStatus(kind: .folder), nil),
      (FileStatus(kind: .folder, isWorldWritable: true, isSticky: true), .shared),
      (FileStatus(kind: .folder, isWorldWritable: true), .writable),
    ] as [(FileStatus, TrustFault?)])
  func shared(_ status: FileStatus, _ fault: TrustFault?) {
    #expect(status.faultAsTrustedFolder == fault)
  }

  @Test("and so do the folders up to the one that is trusted")
  func folders() {
    var files = MemoryFiles(["/home/ann/shop/a/b/c.yaml": ""])
    #expect(files.trustFault(of: "/home/ann/shop/a/b/c.yaml", upTo: "/") == nil)
    files.mark("/home/ann/shop/a", FileStatus(kind: .folder, isWorldWritable: true))
    let found = files.trustFault(of: "/home/ann/shop/a/b/c.yaml", upTo: "/home/ann/shop")
    #expect(found?.path == "/home/ann/shop/a" && found?.fault == .writable)
    #expect(files.trustFault(of: "/home/ann/shop/a/b/c.yaml", upTo: "/home/ann/shop/a/b") == nil)
  }
}
