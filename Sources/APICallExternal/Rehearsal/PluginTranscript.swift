package import APICallBase
package import JSONText
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
  package enum Step: Sendable {
    /// apicall says something: a line of JSON without `bytes`, and octets.
    case say(JSONValue, [UInt8], line: Int)
    /// The plugin has to say something with these members, and octets where they are given.
    case hear(JSONValue, [UInt8]?, line: Int)
  }

  /// One run of a filter.
  package struct Filtering: Sendable {
    /// Variables that it is given besides the usual ones.
    package var variables: [(name: String, value: String)] = []
    /// Its options.
    package var options: [(name: String, value: String)] = []
    /// What it reads.
    package var input: [UInt8] = []
    /// What it has to write; nil where that is not said.
    package var output: [UInt8]?
    /// The line on which the output begins.
    package var outputLine: Int?
    /// How it has to end.
    package var status: Int32 = 0
  }

  /// What a file holds.
  package enum Content: Sendable {
    case frames([Step])
    case filter(Filtering)
  }

  /// The file.
  package let source: Source
  /// What it holds.
  package let content: Content

  /// Reads a file.
  ///
  /// - Parameter source: the file.
  /// - Throws: a ``Failure`` with exit status 65 and all lines that are wrong.
  package init(_ source: Source) throws(Failure) {
    var reader = TranscriptReader(source)
    content = reader.read()
    self.source = source
    guard reader.problems.isEmpty else { throw Failure(.badInput, reader.problems) }
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
