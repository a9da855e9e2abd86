import APICallBase
import APICallHTTP
import APICallSafety
import APICallText
import TestWorlds
import Testing

@Suite("The body of a request")
struct RequestBodyTests {
  static let files: MemoryFiles = {
    var files = MemoryFiles(["a": "onetwo", "empty": ""])
    files.add("pipe", "through", status: FileStatus(kind: .other))
    return files
  }()

  private func file(_ path: String) throws -> RequestBody.Piece {
    .file(try BodyFile(InputFile(path: path), in: Self.files))
  }

  @Test("The length is known if the lengths of all parts are known")
  func size() throws {
    #expect(("abc" as RequestBody).size == 3 && RequestBody.pieces([]).size == 0)
    #expect(RequestBody.bytes(ProtectedText()).size == 0)
    #expect(try RequestBody.pieces([.bytes("é"), file("a"), file("empty")]).size == 8)
    #expect(try RequestBody.pieces([file("a"), file("pipe")]).size == nil)
    #expect(try RequestBody.pieces([file("-")]).size == nil)
  }

  @Test("A body that cannot be read twice is marked as such")
  func repeatable() throws {
    #expect(("abc" as RequestBody).isRepeatable)
    #expect(try RequestBody.pieces([file("a")]).isRepeatable)
    #expect(try !RequestBody.pieces([file("a"), file("pipe")]).isRepeatable)
    #expect(try !RequestBody.pieces([file("-")]).isRepeatable)
  }

  @Test("The shown body has notes in place of files")
  func masked() throws {
    let secret = ProtectedText("hunter2", isSecret: true)
    let hidden = RequestBody.Piece.file(
      try BodyFile(InputFile(path: "a"), name: secret, in: Self.files))
    let body = RequestBody.pieces([
      .bytes("k="), .bytes(secret), try file("a"), try file("pipe"), try file("-"), hidden,
    ])
    let shown =
      "k=***<6 bytes of a><the bytes of pipe><the bytes of standard input><6 bytes of ***>"
    #expect(body.masked == shown && "\(body)" == shown && String(reflecting: body) == shown)
    #expect(body.holdsSecret && !("x" as RequestBody).holdsSecret)
    #expect(RequestBody.pieces([hidden]).holdsSecret)
  }

  @Test("A reader returns the same bytes, however few are read at a time", arguments: 1...9)
  func reading(room: Int) throws {
    let body = RequestBody.pieces([
      .bytes("<"), try file("empty"), try file("a"), .bytes(""), try file("pipe"), .bytes(">"),
    ])
    let reader = RequestBodyReader(body)
    var bytes: [UInt8] = []
    while true {
      let piece = try reader.next(upTo: room)
      if piece.isEmpty { break }
      #expect(piece.count <= room)
      bytes += piece
    }
    #expect(bytes.text == "<onetwothrough>")
    #expect(try reader.next(upTo: room).isEmpty)
    #expect(throws: RequestBodyFailure(.notRepeatable, file: "pipe")) { try reader.rewind() }
  }

  @Test("A body of files and bytes can be read again from its beginning")
  func rewinding() throws {
    let reader = RequestBodyReader(.pieces([.bytes("<"), try file("a")]))
    for count in [1, 3, 7, 100] {
      _ = try reader.next(upTo: count)
      _ = try reader.next(upTo: count)
      try reader.rewind()
      #expect(try reader.next(upTo: 1).text == "<" && reader.next(upTo: 9).text == "onetwo")
      try reader.rewind()
    }
  }

  @Test("An unread pipe is at its beginning")
  func untouched() throws {
    let reader = RequestBodyReader(.pieces([try file("pipe")]))
    try reader.rewind()
    #expect(try reader.next(upTo: 99).text == "through")
  }

  @Test("A path that cannot be read as a file is an error before a body is made")
  func refused() {
    #expect(throws: FileError.notFound) { try BodyFile(InputFile(path: "nothing"), in: Self.files) }
    #expect(throws: FileError.isFolder) {
      try BodyFile(InputFile(path: "/home/ann/shop"), in: Self.files)
    }
    var files = Self.files
    files.unreadable = ["/home/ann/shop/a"]
    #expect(throws: FileError.notPermitted) { try BodyFile(InputFile(path: "a"), in: files) }
  }

  @Test("Reading the whole body takes a limit")
  func limit() throws {
    let body = RequestBody.pieces([try file("a"), try file("a")])
    #expect(try body.bytes(limit: 12).text == "onetwoonetwo")
    #expect(throws: RequestBodyFailure(.unreadable(.tooLarge(limit: 11)), file: "a")) {
      try body.bytes(limit: 11)
    }
  }
}
