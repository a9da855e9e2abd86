import Testing

@Suite("Transmission", .server("transmission"))
struct TransmissionTests {
  @Test("The torrent with a name is removed, and no other one")
  func remove() throws {
    let server = try RealServer("transmission")
    let all = try server.prepare("transmission", "names=alpha", "names=a b", "names=beta")
    #expect(all == "1 alpha\n2 a b\n3 beta\n")
    #expect(try server.run("transmission-remove", "name=a b") == "2\n")
    #expect(try server.prepare("transmission", "names:=[]") == "1 alpha\n3 beta\n")
  }
}
