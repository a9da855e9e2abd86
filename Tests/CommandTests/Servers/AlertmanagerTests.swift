import Testing

@Suite("Alertmanager", .server("alertmanager"))
struct AlertmanagerTests {
  @Test("A silence is created for two hours, and those of its creator are listed")
  func silence() throws {
    let server = try RealServer("alertmanager")
    func silence(_ value: String, by creator: String) throws -> String {
      try server.run("alertmanager-silence", "label=host", "value=\(value)", "creator=\(creator)")
        .replacing(#/\d{4}-\d\d-\d\d \d\d:\d\d/#, with: "YYYY-MM-DD HH:MM")
    }
    let first = """
      alerts    ends              comment
      host=db1  YYYY-MM-DD HH:MM  maintenance

      """
    #expect(try silence("db1", by: "ann") == first)
    #expect(try silence("db2", by: "bo") == first.replacing("db1", with: "db2"))
    #expect(
      try silence("db3", by: "ann") == "\(first)host=db3  YYYY-MM-DD HH:MM  maintenance\n")
  }
}
