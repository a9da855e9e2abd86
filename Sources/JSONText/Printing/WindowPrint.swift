import CJSONScan

/// Prints the tokens of a window, one member or element per line.
struct WindowPrint {
  private static let mostRuns = 512

  private let window: JSONWindow
  private var state = apicall_json_layout()

  init(_ window: JSONWindow, _ layout: IndentingLayout, in scalar: JSONScalar? = nil) {
    self.window = window
    state.start = window.startsInString ? 0 : Int(bitPattern: UInt.max)
    state.kind = JSONScalar.codes.first { $0.scalar == scalar }?.code ?? APICALL_JSON_PLAIN
    state.depth = UInt32(clamping: layout.depth)
    state.is_first = layout.isFirst
  }

  /// The layout after the window.
  var layout: IndentingLayout {
    IndentingLayout(depth: Int(state.depth), isFirst: state.is_first)
  }

  /// The scalar that continues after the window.
  var current: JSONScalar? {
    window.found.place.in_string ? JSONScalar(state.kind) : nil
  }

  /// Prints as much as fits.
  ///
  /// Returns whether all is printed.
  mutating func go(on bytes: Span<UInt8>, to output: inout ByteOutput) -> Bool {
    state.runs = nil
    return print(bytes, to: &output)
  }

  mutating func go(
    on bytes: Span<UInt8>, to output: inout ByteOutput, _ runs: inout [JSONStyledIndenter.Run]
  ) -> Bool {
    withUnsafeTemporaryAllocation(of: apicall_json_run.self, capacity: Self.mostRuns) { memory in
      state.runs = memory.baseAddress
      state.run_room = memory.count
      state.run_count = 0
      let start = output.flushed
      let isComplete = print(bytes, to: &output)
      var last = runs.last?.end ?? 0
      for index in 0..<state.run_count {
        let run = memory[index]
        let end = start &+ Int(run.end)
        guard end > last else { continue }
        runs.append(JSONStyledIndenter.Run(scalar: JSONScalar(run.kind), end: end))
        last = end
      }
      return isComplete
    }
  }

  private mutating func print(_ bytes: Span<UInt8>, to output: inout ByteOutput) -> Bool {
    var window = window.found
    return output.fill { memory, count in
      state.out = memory.baseAddress
      state.room = memory.count
      state.written = count
      let isComplete = bytes.withUnsafeBufferPointer {
        apicall_json_print(&state, &window, $0.baseAddress, $0.count)
      }
      count = state.written
      return isComplete
    }
  }
}

extension JSONScalar {
  fileprivate static let codes: [(scalar: JSONScalar?, code: apicall_json_kind)] = [
    (nil, APICALL_JSON_PLAIN), (.key, APICALL_JSON_KEY), (.string, APICALL_JSON_STRING),
    (.number, APICALL_JSON_NUMBER), (.boolean, APICALL_JSON_BOOLEAN), (.null, APICALL_JSON_NULL),
  ]

  fileprivate init?(_ kind: apicall_json_kind) {
    switch kind {
    case APICALL_JSON_KEY: self = .key
    case APICALL_JSON_STRING: self = .string
    case APICALL_JSON_NUMBER: self = .number
    case APICALL_JSON_BOOLEAN: self = .boolean
    case APICALL_JSON_NULL: self = .null
    default: return nil
    }
  }
}
