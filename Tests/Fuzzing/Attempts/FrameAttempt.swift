import APICallPluginKit
import JSONText

/// Frames of plugins: the frames or the problem are the same wherever the bytes are cut.
enum FrameAttempt {
  static func run(_ bytes: [UInt8]) {
    let frames = Pieces.agree(bytes, "frames") { Self.frames($0) }
    for frame in frames.frames {
      require(frame.payload.count <= Frame.longestPayload, "\(bytes.shown): too many bytes")
      require(frame.head.count <= Frame.longestHead, "\(bytes.shown): a line too long")
    }
    require(frames.problem?.isEmpty != true, "\(bytes.shown): a problem without words")
  }

  /// The frames parsed from bytes.
  struct Outcome: Equatable {
    var frames: [Taken] = []
    var problem: String?
  }

  /// A frame, as bytes.
  struct Taken: Equatable {
    var head: [UInt8]
    var payload: [UInt8]
  }

  private static func frames(_ pieces: [[UInt8]]) -> Outcome {
    var parser = FrameParser()
    var outcome = Outcome()
    do throws(FrameProblem) {
      for piece in pieces {
        parser.push(piece.span)
        while let frame = try parser.next() {
          outcome.frames.append(Taken(head: Array(frame.head.bytes), payload: frame.payload))
        }
      }
      try parser.finish()
    } catch {
      outcome.problem = error.reason
    }
    return outcome
  }
}
