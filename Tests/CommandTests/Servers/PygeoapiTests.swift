import Testing

@Suite("pygeoapi", .server("pygeoapi"))
struct PygeoapiTests {
  @Test("All pages are requested from the server, although its links have another name for it")
  func items() throws {
    let server = try RealServer("pygeoapi")
    let rows = (1...25).map { "\($0),\($0).5,-\($0).25,\"place \($0), east\"\n" }
    #expect(
      try server.run(
        "pygeoapi-items", "collection=places", "--set", "paginate.origin=http://places.example")
        == "id,longitude,latitude,name\n" + rows.joined())
    let other = try server.result("pygeoapi-items", ["collection=places"], in: Place.package)
    #expect(other.ending == .exit(76))
    #expect(other.error.contains("page 1 leads to http://places.example"))
  }
}
