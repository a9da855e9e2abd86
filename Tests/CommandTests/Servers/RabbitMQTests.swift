import Testing

@Suite("RabbitMQ", .server("rabbitmq"))
struct RabbitMQTests {
  @Test("The queues with a prefix are purged, and no other one")
  func purge() throws {
    let server = try RealServer("rabbitmq")
    try server.prepare("rabbitmq")
    #expect(try server.prepare("rabbitmq-left") == "tmp.a: 2\ntmp.b/c: 2\nkeep: 2\n")
    #expect(try server.run("rabbitmq-purge", "prefix=tmp.") == "tmp.a\ntmp.b/c\n")
    #expect(try server.prepare("rabbitmq-left") == "tmp.a: 0\ntmp.b/c: 0\nkeep: 2\n")
  }
}
