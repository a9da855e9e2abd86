import CLibYAML

/// Pulls events out of libyaml's parser.
///
/// It is a class because the parser points into itself and into the copy of the text that it reads,
/// and has to be freed exactly once.
final class YAMLEventStream {
  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private let bytes: UnsafeMutableBufferPointer<UInt8>
  private let source: Source
  private var tags: TagFinder
  private var open: [OpenFlow?] = []

  /// Creates a stream.
  init(_ source: Source) throws(YAMLProblem) {
    self.source = source
    tags = TagFinder(source)
    parser = .allocate(capacity: 1)
    parser.initialize(to: yaml_parser_t())
    bytes = .allocate(capacity: max(source.bytes.count, 1))
    guard yaml_parser_initialize(parser) == 1 else {
      throw .syntax("out of memory", in: source, at: Mark.Position(line: 1, column: 1))
    }
    _ = bytes.update(fromContentsOf: source.bytes)
    yaml_parser_set_input_string(parser, bytes.baseAddress, source.bytes.count)
  }

  var flow: OpenFlow? { open.last ?? nil }

  deinit {
    yaml_parser_delete(parser)
    parser.deallocate()
    bytes.deallocate()
  }

  /// Returns the next event.
  ///
  /// Throws a syntax problem, after which the stream returns no more events.
  func next() throws(YAMLProblem) -> YAMLEvent {
    var event = yaml_event_t()
    guard yaml_parser_parse(parser, &event) == 1 else { throw problem() }
    defer { yaml_event_delete(&event) }
    let start = Mark.Position(event.start_mark)
    let end = Mark.Position(event.end_mark)
    note(event, at: start)
    switch event.type {
    case YAML_SCALAR_EVENT:
      let scalar = event.data.scalar
      let bytes = UnsafeBufferPointer(start: scalar.value, count: scalar.length)
      let text = String(decoding: bytes, as: UTF8.self)
      let style: Scalar.Style = scalar.style == YAML_PLAIN_SCALAR_STYLE ? .plain : .quoted
      return YAMLEvent(
        kind: .scalar(Scalar(text, style: style)), anchor: string(scalar.anchor),
        tag: tag(scalar.tag, at: event),
        isBlock: scalar.style == YAML_LITERAL_SCALAR_STYLE
          || scalar.style == YAML_FOLDED_SCALAR_STYLE, start: start, end: end)
    case YAML_SEQUENCE_START_EVENT:
      let sequence = event.data.sequence_start
      return YAMLEvent(
        kind: .list, anchor: string(sequence.anchor), tag: tag(sequence.tag, at: event),
        isBlock: sequence.style == YAML_BLOCK_SEQUENCE_STYLE, start: start, end: end)
    case YAML_MAPPING_START_EVENT:
      let mapping = event.data.mapping_start
      return YAMLEvent(
        kind: .map, anchor: string(mapping.anchor), tag: tag(mapping.tag, at: event),
        isBlock: mapping.style == YAML_BLOCK_MAPPING_STYLE, start: start, end: end)
    case YAML_ALIAS_EVENT:
      let name = string(event.data.alias.anchor) ?? ""
      return YAMLEvent(kind: .alias(name), start: start, end: end)
    case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT:
      return YAMLEvent(kind: .end, start: start, end: end)
    case YAML_DOCUMENT_START_EVENT: return YAMLEvent(kind: .document, start: start, end: end)
    case YAML_STREAM_END_EVENT, YAML_NO_EVENT:
      return YAMLEvent(kind: .streamEnd, start: start, end: end)
    default: return YAMLEvent(kind: .other, start: start, end: end)
    }
  }

  private func note(_ event: yaml_event_t, at start: Mark.Position) {
    switch event.type {
    case YAML_SEQUENCE_START_EVENT:
      let isFlow = event.data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE
      open.append(isFlow ? OpenFlow(bracket: "[", line: start.line) : nil)
    case YAML_MAPPING_START_EVENT:
      let isFlow = event.data.mapping_start.style == YAML_FLOW_MAPPING_STYLE
      open.append(isFlow ? OpenFlow(bracket: "{", line: start.line) : nil)
    case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: _ = open.popLast()
    default: break
    }
  }

  private func string(_ text: UnsafeMutablePointer<yaml_char_t>?) -> String? {
    text.map { String(cString: $0) }
  }

  private func tag(
    _ resolved: UnsafeMutablePointer<yaml_char_t>?, at event: yaml_event_t
  ) -> Node.Tag? {
    resolved == nil ? nil : tags.tag(at: event.start_mark)
  }

  private func problem() -> YAMLProblem {
    let words = parser.pointee.problem.map { String(cString: $0) } ?? "out of memory"
    // The reader, the part that decodes characters, reports a byte instead of a mark.
    if parser.pointee.error == YAML_READER_ERROR {
      let place = source.position(ofByte: Int(parser.pointee.problem_offset))
      return .syntax(words, in: source, at: place)
    }

    let context = parser.pointee.context.map { String(cString: $0) }
    return .syntax(
      words, in: source, at: Mark.Position(parser.pointee.problem_mark), context: context,
      from: context == nil ? nil : Mark.Position(parser.pointee.context_mark), inside: flow)
  }
}
