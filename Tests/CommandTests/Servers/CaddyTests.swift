import Testing

@Suite("Caddy", .server("caddy"))
struct CaddyTests {
  @Test("Runs at the same time add one route for each host")
  func routes() throws {
    let server = try RealServer("caddy")
    try server.prepare("caddy")
    let hosts = ["a", "b", "a", "c", "b", "a"].map { "\($0).example" }
    let runs = try hosts.map { host in
      try server.start("caddy-route", ["host=\(host)", "to=127.0.0.1:8080"])
    }
    for run in runs.map({ CommandRun($0) }) { #expect(run.ending == .exit(0), "\(run.error)") }
    let left = try server.prepare("caddy-hosts")
    #expect(left == "a.example\nb.example\nc.example\n")
    #expect(try server.run("caddy-route", "host=b.example", "to=127.0.0.1:8080") == left)
  }
}
