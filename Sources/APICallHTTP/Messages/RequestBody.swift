package import APICallBase

/// The body of a request.
///
/// Small bodies are held in memory. Files are named, and read while they are sent: a
/// ``RequestBodyReader`` hands out the octets of both.
package enum RequestBody: Sendable, Hashable {
  /// Octets in memory; what is secret in them is masked where they are shown.
  case octets(ProtectedText)
  /// Pieces that follow one another, files among them.
  case pieces([Piece])

  /// A stretch of a body.
  package enum Piece: Sendable, Hashable {
    /// Octets in memory.
    case octets(ProtectedText)
    /// All of a file.
    case file(BodyFile)
  }

  /// The octets, where all of them are in memory.
  package var held: ProtectedText? {
    if case .octets(let octets) = self { octets } else { nil }
  }

  /// The stretches in order.
  package var allPieces: [Piece] {
    switch self {
    case .octets(let octets): [.octets(octets)]
    case .pieces(let pieces): pieces
    }
  }

  /// The length in octets; nil where it shows only while the body is read.
  package var size: Int? {
    guard case .pieces(let pieces) = self else { return held?.revealedOctets.count }
    var size = 0
    for piece in pieces {
      switch piece {
      case .octets(let octets): size += octets.revealedOctets.count
      case .file(let file):
        guard let octets = file.size else { return nil }
        size += octets
      }
    }
    return size
  }

  /// Whether the body can be read from its beginning again, which a pipe cannot.
  package var isRepeatable: Bool { unrepeatableFile == nil }

  /// The name of the first file in it that can be read once only.
  package var unrepeatableFile: ProtectedText? {
    guard case .pieces(let pieces) = self else { return nil }
    for case .file(let file) in pieces where !file.isRegular { return file.name }
    return nil
  }

  /// Whether anything in it is secret: of files, their names.
  package var holdsSecret: Bool {
    allPieces.contains { piece in
      switch piece {
      case .octets(let octets): octets.holdsSecret
      case .file(let file): file.name.holdsSecret
      }
    }
  }

  /// The body as it may be shown: secrets masked, and a note in the place of each file, such as
  /// `<512 octets of photo.png>`.
  package var masked: String {
    allPieces.map { piece in
      switch piece {
      case .octets(let octets): octets.masked
      case .file(let file): file.note
      }
    }.joined()
  }
}

extension RequestBody: CustomStringConvertible, CustomDebugStringConvertible {
  /// The masked body: string interpolation never shows a secret.
  package var description: String { masked }
  /// The masked body: a debugger's or a failed test's print never shows a secret.
  package var debugDescription: String { masked }
}

extension RequestBody: ExpressibleByStringLiteral {
  /// Creates a body of plain text.
  package init(stringLiteral value: String) { self = .octets(ProtectedText(value)) }
}
