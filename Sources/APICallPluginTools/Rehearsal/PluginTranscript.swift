package import APICallBase
import JSONText
package import YAMLTree

/// What is said to a plugin, and what it has to answer, as a text that people read and write:
/// apicall-plugins(7), TRANSCRIPTS.
///
/// ```text
/// # A line for the reader.
/// > {"id":1,"secret":{"op":"get","name":"github"}}
/// < {"id":1,"missing":true}
/// ```
package struct PluginTranscript: Sendable {
  /// The most octets of a file: 4 MiB.
  package static let longestFile = 4 << 20

  /// One step of a conversation in frames.
  enum Step: Sendable {
    /// apicall says something: a line of JSON without `bytes`, and octets.
    case say(JSONValue, [UInt8], line: Int)
    /// The plugin has to say something, and octets where they are given.
    case hear(FramePattern, [UInt8]?, line: Int)
  }

  /// One run of a filter.
  struct Filtering: Sendable {
    /// Variables that it is given besides the usual ones.
    var variables: [(name: String, value: String)] = []
    /// Its options.
    var options: [(name: String, value: String)] = []
    /// What it reads.
    var input: [UInt8] = []
    /// What it has to write; nil where that is not said.
    var output: [UInt8]?
    /// The line on which the output begins.
    var outputLine: Int?
    /// How it has to end.
    var status: Int32 = 0
  }

  /// What a file holds.
  enum Content: Sendable {
    case frames([Step])
    case filter(Filtering)
  }

  /// The file.
  let source: Source
  /// What it holds.
  let content: Content

  /// Reads a file.
  ///
  /// - Parameter source: the file.
  /// - Throws: a ``Failure`` with exit status 65 and all lines that are wrong.
  package init(_ source: Source) throws(Failure) { try self.init(source, isRule: false) }

  /// The same, of what is asked of every plugin.
  init(_ source: Source, isRule: Bool) throws(Failure) {
    var reader = TranscriptReader(source, isRule: isRule)
    content = reader.read()
    self.source = source
    guard reader.problems.isEmpty else { throw Failure(.badInput, reader.problems) }
  }

  /// The steps, where it is a conversation.
  var steps: [Step] {
    guard case .frames(let steps) = content else { return [] }
    return steps
  }

  /// The place of a line.
  func mark(_ line: Int) -> Mark { source.mark(ofLine: line) }
}

extension Source {
  /// The place of a whole line.
  func mark(ofLine number: Int) -> Mark {
    let length = line(number)?.unicodeScalars.count ?? 0
    return Mark(
      source: self, start: Mark.Position(line: number, column: 1),
      end: Mark.Position(line: number, column: length + 1))
  }
}
