import APICallHTTP
import APICallSafety
import APICallText

/// The body of a request as arguments of curl(1).
struct CurlBody: Sendable {
  /// The command that writes the body to a pipe; nil if none is needed.
  let source: String?
  let option: String

  /// The maximum size of an argument in bytes: Linux allows 128 KiB.
  private static let argumentLimit = 96 << 10

  init(_ body: RequestBody, _ secrets: inout SecretVariables) {
    switch body.allPieces {
    case let pieces where pieces.isEmpty:
      source = nil
      option = "--data-binary ''"
    case let pieces where pieces.count == 1:
      let bytes: ProtectedText
      switch pieces[0] {
      case .file(let file) where file.part != nil:
        source = secrets.output(of: file)
        option = "--data-binary @-"
        return
      case .file(let file):
        source = nil
        option =
          "--data-binary \(ShellWord([.bytes([UInt8(ascii: "@")])] + secrets.parts(of: file)).text)"
        return
      case .bytes(let held): bytes = held
      }
      let word = ShellWord(secrets.parts(of: bytes))
      // A leading @ names a file.
      let isArgument =
        word.isPlain && bytes.revealedBytes.first != UInt8(ascii: "@")
        && bytes.revealedBytes.count <= Self.argumentLimit
      source = isArgument ? nil : word.printf
      option = "--data-binary \(isArgument ? word.text : "@-")"
    case let pieces:
      var commands: [String] = []
      for piece in pieces {
        switch piece {
        case .bytes(let bytes): commands.append(ShellWord(secrets.parts(of: bytes)).printf)
        case .file(let file): commands.append(secrets.output(of: file))
        }
      }
      source = "{ \(commands.joined(separator: "\n  ")); }"
      option = "--data-binary @-"
    }
  }
}

extension SecretVariables {
  /// The command that writes a file, or a part of it, to standard output.
  fileprivate mutating func output(of file: BodyFile) -> String {
    let word = ShellWord(parts(of: file)).text
    guard let part = file.part else { return "cat -- \(word)" }
    return "tail -c +\(part.lowerBound + 1) -- \(word) | head -c \(part.count)"
  }

  /// The parts of a file's path; `-` is standard input for curl and cat as well.
  fileprivate mutating func parts(of file: BodyFile) -> [ShellWord.Part] {
    if file.name.revealed == file.path { return parts(of: file.name) }
    let path = ProtectedText(file.path, isSecret: file.name.holdsSecret)
    return parts(of: path)
  }
}
