import APICallPluginKit
import JSONText

/// Frames of plugins: wherever the octets are cut, the same frames come of them, or the same problem.
enum FrameAttempt {
  static func run(_ octets: [UInt8]) {
    let frames = Pieces.agree(octets, "frames") { Self.frames($0) }
    for frame in frames.frames {
      require(frame.payload.count <= Frame.longestPayload, "\(octets.shown): too many octets")
      require(frame.head.count <= Frame.longestHead, "\(octets.shown): a line too long")
    }
    require(frames.problem?.isEmpty != true, "\(octets.shown): a problem without words")
  }

  /// What was taken out of octets.
  struct Outcome: Equatable {
    var frames: [Taken] = []
    var problem: String?
  }

  /// A frame, as octets.
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
          outcome.frames.append(Taken(head: Array(frame.head.octets), payload: frame.payload))
        }
      }
      try parser.finish()
    } catch {
      outcome.problem = error.reason
    }
    return outcome
  }
}
