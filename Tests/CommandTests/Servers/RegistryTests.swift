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
}
