import APICallHTTP
import APICallResponses
import APICallSafety
import APICallText
import SeededNumbers
import Testing

@Suite("A filename chosen by a response")
struct SafeFileNameTests {
  @Test(
    "It is the last component of a name, without anything that hides, steers or leads elsewhere",
    arguments: [
      ("photo.png", "photo.png"), ("a b (1).txt", "a b (1).txt"),
      ("Überblick.pdf", "Überblick.pdf"),
      ("/etc/passwd", "passwd"), ("../../x", "x"), ("..\\..\\x.exe", "x.exe"),
      ("C:\\Temp\\x.txt", "x.txt"), ("a/b\\c", "c"), ("folder/", nil), ("a\\", nil),
      ("", nil), (".", nil), ("..", nil), ("...", nil), (" . . ", nil), ("\u{200B}", nil),
      (".bashrc", "bashrc"), ("..x", "x"), (". x", "x"), ("x.", "x"), ("x . ", "x"),
      ("-rf", "_-rf"), ("\u{200B}.x", "x"), ("\u{0}.x", "x"), ("x\u{0}.png", "x.png"),
      ("a\nb", "ab"), ("a\u{1B}[31mb", "a[31mb"), ("a\u{9B}31mb", "a31mb"),
      ("a\u{202E}gpj.exe", "agpj.exe"), ("a\u{2066}b\u{2069}", "ab"), ("a\u{FEFF}b", "ab"),
      ("a\u{E0041}b", "ab"), ("a\u{3164}b", "ab"), ("a\u{2028}b", "ab"), ("a\u{AD}b", "ab"),
      ("a%2Fb", "a%2Fb"), ("CON", "CON"), ("a:b", "a:b"), ("~", "~"), ("x\u{A0}", "x"),
    ] as [(String, String?)])
  func safe(_ given: String, _ name: String?) {
    #expect(SafeFileName(given)?.text == name)
  }

  @Test("It is cut before its extension, between characters")
  func length() throws {
    let long = String(repeating: "x", count: 300)
    #expect(SafeFileName(long)?.text == String(long.prefix(255)))
    #expect(SafeFileName(long + ".png")?.text == String(long.prefix(251)) + ".png")
    #expect(SafeFileName("a." + long)?.text == "a." + long.prefix(253))
    let wide = try #require(SafeFileName(String(repeating: "é", count: 200) + ".gz")).text
    #expect(wide == String(repeating: "é", count: 126) + ".gz")
    let family = "👨‍👩‍👧‍👦"
    let people = try #require(SafeFileName(String(repeating: family, count: 20) + ".gz")).text
    #expect(people.utf8.count <= 255 && people.hasSuffix(".gz"))
    #expect(people.dropLast(3).count == 63)
    let zalgo = "a" + String(repeating: "\u{301}", count: 200)
    #expect(SafeFileName(zalgo) == nil)
    #expect(
      SafeFileName(String(repeating: "x", count: 250) + " . . . . .png")?.text.hasSuffix("x.png")
        == true)
  }

  @Test(
    "It is the server's, else the path's, else a word with the extension of its type",
    arguments: [
      ("attachment; filename=a.txt", "/x/y.png", "image/png", "a.txt"),
      ("attachment; filename=\"..\"", "/x/y.png", "image/png", "y.png"),
      ("attachment", "/x/y.png", nil, "y.png"), (nil, "/x/y%20z.png", nil, "y z.png"),
      (nil, "/x/", "application/json", "index.json"),
      (nil, "/", "application/json; charset=utf-8", "index.json"),
      (nil, "/", "application/problem+json", "index.json"),
      (nil, "/", "image/svg+xml", "index.svg"),
      (nil, "/", "what", "index"), (nil, "/", nil, "index"),
      (nil, "/%2e%2e", "text/html", "index.html"),
      (nil, "/a%2f..%2f..%2fetc%2fpasswd", nil, "passwd"), (nil, "/%5c%5cx%5cy", nil, "y"),
      (nil, "/%00", "text/csv", "index.csv"), (nil, "/caf%C3%A9", nil, "café"),
      (nil, "/%FF.bin", nil, "\u{FFFD}.bin"),
    ] as [(String?, String, String?, String)])
  func choice(_ disposition: String?, _ path: String, _ type: String?, _ name: String) {
    var head = ResponseHead(status: 200)
    if let disposition { head.headers.append(.init("Content-Disposition", disposition)) }
    if let type { head.headers.append(.init("Content-Type", type)) }
    let url = RequestURL(
      origin: Origin(scheme: .https, host: "a.example"), path: ProtectedText(path))
    #expect(SafeFileName(of: head, from: url) { _ in false }.text == name)
  }

  @Test("It is never made from a secret")
  func secret() {
    var path = ProtectedText("/files/")
    path.append(ProtectedText("hunter2", isSecret: true))
    let url = RequestURL(origin: Origin(scheme: .https, host: "a.example"), path: path)
    let name = SafeFileName(of: ResponseHead(status: 200), from: url) { _ in false }
    #expect(name.text == "index")
  }

  @Test(
    "A name in which the server repeats a secret is not used",
    arguments: [
      ("hunter2-hunter2", "file.bin"), ("a hunter2-hunter2.txt", "file.bin"),
      ("hunter2%2Dhunter2", "file.bin"), ("hunter2-\u{200B}hunter2", "file.bin"),
      ("hunter2-hunter2/x", "file.bin"), ("aHVudGVyMi1odW50ZXIy", "file.bin"),
      ("hunter3", "hunter3"),
    ])
  func repeated(_ given: String, _ name: String) {
    let redactor = Redactor([Array("hunter2-hunter2".utf8)])
    var head = ResponseHead(status: 200)
    head.headers.append(.init("Content-Disposition", "attachment; filename=\"\(given)\""))
    let url = RequestURL(
      origin: Origin(scheme: .https, host: "a.example"), path: "/file.bin")
    let made = SafeFileName(of: head, from: url) { redactor.masking($0) != $0 }
    #expect(made.text == name)
  }

  /// The pieces of hostile names.
  private static let pieces: [String] =
    ["/", "\\", ".", "..", "\u{0}", "\u{1B}", "\n", "\r", "\u{202E}", "\u{200B}", "\u{FEFF}", "-"]
    + [" ", "a", "é", "👨‍👩‍👧", "\u{301}", "%2F", "\u{9B}", "\u{E0001}", "x.png", "\u{7F}", "\u{2028}"]
    + ["\"", ";", "\\\"", "~", "\t", "\u{FFFE}", "\u{110BD}", String(repeating: "b", count: 130)]

  @Test(
    "It never leaves its folder, hides, or contains a control character", arguments: [1, 2, 3])
  func property(_ seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var made = 0
    for _ in 0..<5000 {
      let count = Int.random(in: 0...12, using: &generator)
      let given = (0..<count).map { _ in Self.pieces.randomElement(using: &generator) ?? "" }
        .joined()
      guard let name = SafeFileName(given)?.text else { continue }
      made += 1
      let isSafe =
        !name.isEmpty && name.utf8.count <= 255 && !name.utf8.contains(0) && !name.contains("/")
        && !name.contains("\\") && !name.hasPrefix(".") && !name.hasPrefix("-")
        && !name.hasSuffix(".") && !name.hasPrefix(" ") && !name.hasSuffix(" ")
        && !name.unicodeScalars.contains { TerminalText.isUnsafe($0) || $0 == "\n" || $0 == "\t" }
      #expect(isSafe, "seed \(seed): \(given.debugDescription) became \(name.debugDescription)")
      #expect(
        SafeFileName(name)?.text == name, "seed \(seed): \(name.debugDescription) changes again")
    }
    #expect(made > 2000)
  }
}
