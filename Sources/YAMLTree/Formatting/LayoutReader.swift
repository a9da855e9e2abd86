/// Reads a text that is known to be right, with everything that the formatter has to keep.
struct LayoutReader {
  private let events: EventStream
  let source: Source
  var scanner: LayoutScanner

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - events: the events of the text.
  ///   - source: the text.
  init(_ events: EventStream, _ source: Source) {
    self.events = events
    self.source = source
    scanner = LayoutScanner(source)
  }

  /// Reads the document.
  ///
  /// - Returns: its value; nil where there is none.
  /// - Throws: a ``FormattingProblem`` where a comment or a directive has no place.
  mutating func read() throws(FormattingProblem) -> LayoutNode? {
    var root: LayoutNode?
    while true {
      let event = try next()
      switch event.kind {
      case .streamEnd:
        if let place = scanner.directive {
          throw .directive(Mark(source: source, start: place))
        }
        root?.tail += scanner.waiting
        return root
      case .documentStart:
        scanner.walk(to: event.end)
        let first = try next()
        // What stands above the document is above its first key, whatever else is between.
        for index in scanner.waiting.indices { scanner.waiting[index].isAlone = true }
        let before = scanner.waiting
        scanner.waiting = []
        root = try readNode(first, outside: 0)
        root?.addAbove(before)
      default: scanner.walk(to: event.end)
      }
    }
  }

  /// The next event; what stands before it has been walked through.
  mutating func next() throws(FormattingProblem) -> Event {
    let event: Event
    do {
      event = try events.next()
    } catch {
      throw .unreadable(error.mark)
    }
    scanner.beginGap()
    scanner.walk(to: event.start)
    return event
  }

  /// Reads the value that begins with an event.
  ///
  /// - Parameters:
  ///   - event: the event.
  ///   - column: the column of the block around it; 0 outside of any.
  /// - Returns: the value with its comments.
  /// - Throws: a ``FormattingProblem`` where a comment has no place.
  mutating func readNode(
    _ event: Event, outside column: Int
  ) throws(FormattingProblem) -> LayoutNode {
    var properties: [String] = []
    for property in [event.anchor, event.tag?.text] where property != nil {
      properties.append(scanner.takeWord())
    }
    var node = LayoutNode(content: .alias(""), properties: properties, start: event.start)
    switch event.kind {
    case .scalar(let scalar):
      var lines: [String] = []
      if event.isBlock {
        lines = scanner.takeBlock(scalar, inside: max(0, column - 1))
      } else if scanner.position < event.end {
        lines = scanner.takeLines(to: event.end)
      }
      node.content = .scalar(LayoutScalar(value: scalar, lines: lines, isBlock: event.isBlock))
    case .sequenceStart, .mappingStart: try readChildren(of: &node, event, outside: column)
    case .alias(let name):
      node.content = .alias(name)
      scanner.jump(to: event.end)
    default: break
    }
    if node.children.isEmpty { try takeOpening(of: &node) }
    return node
  }
}
