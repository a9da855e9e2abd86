import APICallBase
import APICallHTTP
import APICallLanguage
import APICallModel
import APICallRequests
import APICallSafety
import APICallText
import TestWorlds
import Testing

@Suite("Files that a user names")
struct FileInputTests {
  static let files: MemoryFiles = {
    var files = MemoryFiles(["/etc/hosts": "127.0.0.1 a\n", "dir/x": ""])
    files.add("/dev/zero", "0", status: FileStatus(kind: .other))
    files.add("/tmp/bin", bytes: [0, 0xFF])
    return files
  }()

  /// The request of a spec whose input `photo` is a file.
  private func request(
    _ spec: String, _ path: String = "/etc/hosts", isSecret: Bool = false
  ) throws(Failure) -> OutgoingRequest {
    let endpoint = try SpecText.endpoint("host: a.example\ninputs: {photo: {}}\n" + spec)
    let world = World.fixed(Self.files)
    var scope = Scope(world)
    scope["photo"] = Scope.Binding(.file(InputFile(path: path)), isSecret: isSecret)
    return try CallBuilder(world: world, destination: Destination()).director(for: endpoint)
      .request(for: endpoint, in: scope)
  }

  private func message(_ spec: String, _ path: String = "/etc/hosts", isSecret: Bool = false)
    -> String
  {
    do {
      return "\(try request(spec, path, isSecret: isSecret))"
    } catch {
      return error.diagnostics.map { $0.message + ($0.hint.map { "; \($0)" } ?? "") }
        .joined(separator: "\n")
    }
  }

  @Test("A file can be anywhere on the machine")
  func anywhere() throws {
    let body = try request("file: <photo>").body
    #expect(try body?.bytes(limit: 99).text == "127.0.0.1 a\n")
    #expect(body?.masked == "<12 bytes of /etc/hosts>")
  }

  @Test("The filename of a part is the last component of the path")
  func filename() throws {
    let text = try request("multipart: {a: {file: <photo>}}").body?.bytes(limit: 999).text
    #expect(text?.contains("; filename=\"hosts\"\r\n") == true && text?.contains("etc") == false)
  }

  @Test("Standard input has no length, and is sent in chunks")
  func chunks() throws {
    let request = try request("file: <photo>", "-")
    #expect(request.body?.size == nil)
    #expect(request.headers.contains(HeaderField("Transfer-Encoding", "chunked")))
    #expect(!request.headers.contains { $0.isNamed("Content-Length") })
    #expect(request.body?.masked == "<the bytes of standard input>")
  }

  @Test("Standard input has no file name unless the part sets one")
  func standardInputName() throws {
    let text = try request("multipart: {a: {file: <photo>}}", "-").body?.masked
    #expect(text?.contains("name=\"a\"\r\nContent-Type") == true, "\(text ?? "")")
    let named = try request("multipart: {a: {file: <photo>, filename: sea.png}}", "-").body?.masked
    #expect(named?.contains("; filename=\"sea.png\"\r\n") == true, "\(named ?? "")")
  }

  @Test("A secret path is masked, and so is the filename derived from it")
  func secret() throws {
    let body = try #require(
      try request("multipart: {a: {file: <photo>}}", isSecret: true).body)
    #expect(body.masked.contains("; filename=\"***\"\r\n"))
    #expect(body.masked.contains("<12 bytes of ***>"))
    #expect(!body.masked.contains("hosts"))
    #expect(
      message("file: <photo>", "/secret/path", isSecret: true)
        == "cannot read the file '***': no such file")
  }

  @Test(
    "Filters can read a file",
    arguments: [
      ("<photo | base64>", "/etc/hosts", "MTI3LjAuMC4xIGEK"), ("<photo | hex>", "/tmp/bin", "00ff"),
      ("<photo | base64url>", "/tmp/bin", "AP8"), ("<photo | urlencode>", "/tmp/bin", "%00%FF"),
      (
        "<photo | sha256 | hex>", "/tmp/bin",
        "06eb7d6a69ee19e5fbdf749018d3d2abfa04bcbd1365db312eb86dc7169389b8"
      ),
      (
        "<photo | hmac_sha256(\"k\") | hex>", "/tmp/bin",
        "ee96a94d853b37fb3fd1f94e644450fbe67a12fed480c344901dd83e8ebed2dd"
      ),
    ])
  func filters(_ template: String, _ path: String, _ text: String) throws {
    let body = try request("json: '\(template)'", path).body?.held?.revealed
    #expect(body == "\"\(text)\"")
  }

  @Test(
    "An unsupported use of a file is an error",
    arguments: [
      (
        "json: {a: <photo>}", "/etc/hosts",
        "the value of <photo> is a file, which cannot be part of a text; "
          + "file: sends its bytes, and | base64 converts them to text"
      ),
      (
        "multipart: {a: <photo>}", "/etc/hosts",
        "the value of <photo> is a file, which cannot be part of a text; "
          + "file: sends its bytes, and | base64 converts them to text"
      ),
      (
        "json: <photo | upper>", "/etc/hosts",
        "the filter 'upper' takes text, not a file"
      ),
      (
        "json: <photo | base64>", "/nothing", "cannot read the file '/nothing': no such file"
      ),
      (
        "json: '<now() | hmac_sha256(photo) | hex>'", "/nothing",
        "cannot read the file '/nothing': no such file"
      ),
      (
        "file: <photo>", "/dev/zero",
        "'/dev/zero' is a device, a pipe or a socket; to send standard input, declare an input of "
          + "type file and give NAME=-"
      ),
      (
        "json: <photo | hex>", "/dev/zero",
        "cannot read the file '/dev/zero': it is a device, a pipe or a socket"
      ),
      ("file: <photo>", "dir", "cannot read the file 'dir': it is a folder"),
      ("file: <photo>", "/nothing", "cannot read the file '/nothing': no such file"),
      (
        "multipart: {a: {file: <photo>}, b: {file: <photo>}}", "-",
        "two parts take standard input, which can be read only once; save it to a file, and send that"
      ),
      (
        "file: <photo>\ntemplate: [photo]", "/tmp/bin",
        "'/tmp/bin' is not UTF-8 text; to send a file that is not text, write 'file' without 'template'"
      ),
    ])
  func refused(_ spec: String, _ path: String, _ expected: String) {
    #expect(message(spec, path) == expected)
  }

  @Test("A file too long to buffer cannot be the value of a filter")
  func tooLong() {
    var files = Self.files
    files.add("/tmp/large", bytes: [UInt8](repeating: 0, count: (64 << 20) + 1))
    let world = World.fixed(files)
    var scope = Scope(world)
    scope["photo"] = Scope.Binding(.file(InputFile(path: "/tmp/large")))
    do {
      let endpoint = try SpecText.endpoint(
        "host: a.example\ninputs: {photo: {}}\njson: <photo | hex>")
      _ = try ExternalDirector(HostAddress("a.example")).request(for: endpoint, in: scope)
      Issue.record("it was read")
    } catch {
      let message = (error as? Failure)?.diagnostics.first?.message
      #expect(message == "cannot read the file '/tmp/large': it is longer than 67108864 bytes")
    }
  }
}
