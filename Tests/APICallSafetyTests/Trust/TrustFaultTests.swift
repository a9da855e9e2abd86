import APICallBase
import APICallSafety
import TestWorlds
import Testing

@Suite("What is trusted")
struct TrustFaultTests {
  @Test(
    "A trusted file belongs to the user or root, and only they can write to it",
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
    "A shared folder cannot be trusted with everything in it",
    arguments: [
      (FileStatus(kind: .folder), nil),
      (FileStatus(kind: .folder, isWorldWritable: true, isSticky: true), .shared),
      (FileStatus(kind: .folder, isWorldWritable: true), .writable),
    ] as [(FileStatus, TrustFault?)])
  func shared(_ status: FileStatus, _ fault: TrustFault?) {
    #expect(status.faultAsTrustedFolder == fault)
  }

  @Test("The folders up to the trusted one follow the same rule")
  func folders() {
    var files = MemoryFiles(["/home/ann/shop/a/b/c.yaml": ""])
    #expect(files.trustFault(of: "/home/ann/shop/a/b/c.yaml", upTo: "/") == nil)
    files.mark("/home/ann/shop/a", FileStatus(kind: .folder, isWorldWritable: true))
    let found = files.trustFault(of: "/home/ann/shop/a/b/c.yaml", upTo: "/home/ann/shop")
    #expect(found?.path == "/home/ann/shop/a" && found?.fault == .writable)
    #expect(files.trustFault(of: "/home/ann/shop/a/b/c.yaml", upTo: "/home/ann/shop/a/b") == nil)
  }
}
