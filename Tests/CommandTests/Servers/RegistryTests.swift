import Foundation
import Testing

@Suite("Docker registry", .server("registry"))
struct RegistryTests {
  @Test("The tags of all repositories have digests and sizes")
  func tags() throws {
    let server = try RealServer("registry")
    try server.prepare("registry")
    let first = "sha256:c2746cd8998b987b21d91061845260d096dfa6e81b25816cce059ec8390442ce"
    let second = "sha256:e8df2065541fbd6f3ffd9cf7b6519db3b1c0e58f02430204f2193ed949fcb0cc"
    let gap = String(repeating: " ", count: first.count - "digest".count)
    #expect(
      try server.run("registry-tags") == """
        repository  tag     digest\(gap)  size
        base        latest  \(first)     8
        shop/api    1.0     \(first)     8
        shop/api    1.1     \(second)    12

        """)
  }

  @Test("A file is sent in parts, each to the place that the one before names")
  func upload() throws {
    let server = try RealServer("registry")
    let folder = try RealServer.folder()
    let data = Data((0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 3) })
    try data.write(to: URL(fileURLWithPath: "\(folder)/data"))
    for size in [9999, 50_000, 100_000, 200_000] {
      let run = try server.result(
        "registry-upload", ["data=data", "size=\(size)", "name=parts/\(size)"], in: folder)
      #expect(run.ending == .exit(0) && run.error.isEmpty, "\(run.error)")
      let digest = run.output.trimmingCharacters(in: .whitespacesAndNewlines)
      let stored = CommandRun(
        try ChildProcess(
          ["sh", "-c", "curl -sf $0 | sha256sum", "\(server.url)/v2/parts/\(size)/blobs/\(digest)"])
      )
      #expect("sha256:" + stored.output.prefix(64) == digest)
    }
  }
}
