import APICallBase
import APICallHTTP
import APICallLanguage
import APICallModel
import APICallReading
import TestWorlds
import Testing
import YAMLTree

@Suite("Files that extend others")
struct LayerChainTests {
  private func endpoint(_ files: [String: String], at path: String = "a.yaml") throws
    -> EndpointSpec
  {
    try EndpointLibrary(files: MemoryFiles(files), reader: SpecText.reader).endpoint(at: path)
  }

  private func failure(_ files: MemoryFiles, at path: String = "a.yaml") -> Failure? {
    do {
      _ = try EndpointLibrary(files: files, reader: SpecText.reader).endpoint(at: path)
      return nil
    } catch {
      return error
    }
  }

  @Test("Each value comes from the nearest file that writes it, and records which")
  func nearest() throws {
    let endpoint = try self.endpoint(
      [
        "apicall.yaml": "{}", "shop/a.yaml": "extends: ../b.yaml\npath: /a\nquery: {x: 1}",
        "b.yaml": "extends: c.yaml\npath: /b\ntimeout: 3s\nquery: {x: 2, y: 2}",
        "c.yaml": "host: c.example\npath: /c\ntimeout: 4s\nquery: {x: 3, y: 3, z: 3}",
      ], at: "shop/a.yaml")
    #expect(endpoint.path?.template.written == "/a")
    #expect(endpoint.path?.template.mark.source.name == "shop/a.yaml")
    #expect(endpoint.timeout.limits.total == .seconds(3))
    #expect(endpoint.host?.mark.source.name == "c.yaml")
    #expect(endpoint.query.map(\.name) == ["x", "y", "z"])
    #expect(endpoint.query.map { $0.values[0].written } == ["1", "2", "3"])
    #expect(endpoint.query.map(\.mark.source.name) == ["shop/a.yaml", "b.yaml", "c.yaml"])
    #expect(endpoint.field("timeout")?.keyMark.source.name == "b.yaml")
    #expect(endpoint.field("extends")?.value.scalar?.text == "../b.yaml")
    #expect(endpoint.file == "shop/a.yaml")
  }

  @Test("A base can be incomplete, and use names from the file that extends it")
  func incomplete() throws {
    let endpoint = try self.endpoint([
      "a.yaml": "extends: b.yaml\nhost: a.example\ninputs: {id: {}}\noutputs: {t: {from: $.t}}",
      "b.yaml": "path: /x/{id}\nheaders: {X-Id: <id>}\noutputs: {t: {secret: true}}",
    ])
    #expect(endpoint.outputs.map(\.isSecret) == [true])
  }

  @Test("Sixteen files can extend one another, and a hundred are refused at once")
  func depth() throws {
    func chain(_ count: Int) -> [String: String] {
      var files = ["a.yaml": "host: a.example\nextends: 1.yaml"]
      for index in 1..<count { files["\(index).yaml"] = "extends: \(index + 1).yaml" }
      files["\(count - 1).yaml"] = "timeout: 2s"
      return files
    }
    #expect(try self.endpoint(chain(16)).timeout.limits.total == .seconds(2))
    for count in [17, 100] {
      let failure = try #require(self.failure(MemoryFiles(chain(count))))
      #expect(failure.diagnostics.map(\.message) == ["more than 16 files extend one another"])
    }
  }

  @Test("A cycle through a symbolic link is found")
  func links() throws {
    var files = MemoryFiles([
      "a.yaml": "extends: b/link.yaml\nhost: a.example", "b/link.yaml": "",
    ])
    files.link("b/link.yaml", to: "a.yaml")
    let failure = try #require(self.failure(files))
    #expect(
      failure.diagnostics.map(\.message)
        == ["files extend one another in a circle: a.yaml -> a.yaml"])
  }

  @Test("A link that leads out of the project is not followed")
  func escape() throws {
    var files = MemoryFiles([
      "a.yaml": "extends: link.yaml\nhost: a.example", "link.yaml": "",
      "/etc/secret.yaml": "timeout: 2s",
    ])
    files.link("link.yaml", to: "/etc/secret.yaml")
    let failure = try #require(self.failure(files))
    #expect(
      failure.diagnostics.map(\.message) == [
        "'link.yaml' is a symbolic link that leads out of /home/ann/shop, or to nothing"
      ])
    let library = EndpointLibrary(files: files, reader: SpecText.reader, fileRoots: ["/etc"])
    #expect(try library.endpoint(at: "a.yaml").timeout.limits.total == .seconds(2))
  }

  @Test("A base of more than 1 MiB is not read, and one of almost 1 MiB is")
  func large() throws {
    var files = MemoryFiles(["a.yaml": "extends: b.yaml\nhost: a.example"])
    files.add("b.yaml", "timeout: 2s\n#" + String(repeating: "x", count: 1 << 20 - 40))
    #expect(failure(files) == nil)
    files.add("b.yaml", "timeout: 2s\n#" + String(repeating: "x", count: 1 << 20))
    #expect(
      failure(files)?.diagnostics.map(\.message)
        == ["cannot read 'b.yaml': it is longer than 1048576 bytes"])
  }

  @Test("Aliases count towards the limit, over all files together")
  func bomb() throws {
    let bomb = """
      let:
        a: &a [x, x, x, x, x, x, x, x, x, x]
        b: &b [*a, *a, *a, *a, *a, *a, *a, *a, *a, *a]
        c: &c [*b, *b, *b, *b, *b, *b, *b, *b, *b, *b]
        d: [*c, *c, *c, *c, *c, *c, *c, *c, *c, *c, *c, *c, *c, *c, *c, *c, *c, *c, *c, *c, *c, *c]
      """
    var files = MemoryFiles(["a.yaml": "extends: 1.yaml\nhost: a.example"])
    for index in 1..<16 { files.add("\(index).yaml", "extends: \(index + 1).yaml\n\(bomb)") }
    let failure = try #require(self.failure(files))
    #expect(
      failure.diagnostics.map(\.message)
        == ["with '4.yaml', there are more than 100000 keys and values"])
  }

  @Test("A device or a pipe does not block")
  func device() throws {
    var files = MemoryFiles(["a.yaml": "extends: b\nhost: a.example", "b": ""])
    files.mark("b", FileStatus(kind: .other))
    #expect(
      failure(files)?.diagnostics.map(\.message)
        == ["cannot read 'b': it is not a regular file"])
  }

  @Test("Without a disk there is nothing to extend")
  func noDisk() throws {
    let failure = #expect(throws: Failure.self) { try SpecText.endpoint("extends: b.yaml") }
    #expect(failure?.diagnostics.map(\.message) == ["file 'b.yaml' does not exist"])
  }
}
