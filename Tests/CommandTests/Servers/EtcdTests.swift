import Testing

@Suite("etcd", .server("etcd"))
struct EtcdTests {
  @Test("Keys are set, and listed by their beginning")
  func keys() throws {
    let server = try RealServer("etcd")
    #expect(try server.run("etcd-put", "key=app/size", "value=groß") == "2\n")
    #expect(try server.run("etcd-put", "key=app/host", "value=db1") == "3\n")
    #expect(try server.run("etcd-put", "key=app0", "value=no") == "4\n")
    #expect(try server.run("etcd-put", "key=app/größe", "value=7") == "5\n")
    let listed = """
      key        value
      app/größe  7
      app/host   db1
      app/size   groß

      """
    #expect(try server.run("etcd-list", "prefix=app/") == listed)
    #expect(try server.run("etcd-list", "prefix=app") == "\(listed)app0       no\n")
    // The last byte of ß is 9f, so the end of the range is the first one whose digits carry.
    #expect(try server.run("etcd-list", "prefix=app/größ") == "key        value\napp/größe  7\n")
  }
}
