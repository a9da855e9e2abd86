import Foundation
import Testing

@Suite("Prometheus", .server("prometheus"))
struct PrometheusTests {
  @Test("Values become CSV with a column for each label, and a readable time")
  func values() throws {
    let server = try RealServer("prometheus")
    let query = """
      label_replace(vector(1.5), "job", "api", "", "")
      or label_replace(vector(0) / 0, "zone", "b,c", "", "")
      """
    #expect(
      try server.run("prometheus-values", "query=\(query)", "at=2026-01-31T12:00:00Z") == """
        job,zone,value,time
        api,,1.5,2026-01-31T12:00:00Z
        ,"b,c",NaN,2026-01-31T12:00:00Z

        """)
    #expect(try server.run("prometheus-values", "query=nothing") == "")
  }

  @Test("The last hour is from an hour ago until now")
  func hour() throws {
    let server = try RealServer("prometheus")
    // The difference between the time of each value and now, to the minute.
    let now = Int(Date.now.timeIntervalSince1970)
    let query = #"label_replace(round(vector(time() - \#(now)), 60), "job", "api", "", "")"#
    #expect(
      try server.run("prometheus-hour", "query=\(query)") == """
        job  instance  lowest   mean  highest
        api             -3600  -1800        0

        """)
  }
}
