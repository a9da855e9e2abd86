import CLibJQ

/// A compiled jq expression, and its results.
///
/// It is a class because it owns memory of libjq.
final class Expression {
  private var state: OpaquePointer?
  private let reader: ValueReader

  /// Compiles an expression.
  ///
  /// - Parameters:
  ///   - text: the expression.
  ///   - reader: the source of `input` and `inputs`.
  /// - Throws: `FilterProblem` with jq's message if it does not compile.
  init(_ text: String, reader: ValueReader) throws(FilterProblem) {
    self.reader = reader
    state = jq_init()
    Confinement.endWithoutMemory(state)
    // libjq 1.6 does not set it to nothing, and calls it for 'debug'.
    jq_set_debug_cb(state, { _, message in jv_free(message) }, nil)
    // libjq 1.6 asserts that this list exists when it reads an `import`.
    jq_set_attr(state, jv_string("JQ_LIBRARY_PATH"), jv_array())
    guard !text.utf8.contains(0) else {
      throw FilterProblem(FilterProblem.wrongUsage, "the expression contains a NUL")
    }
    let complaints = Complaints()
    jq_set_error_cb(
      state, { data, message in Complaints.note(message, in: data) },
      Unmanaged.passUnretained(complaints).toOpaque())
    let isCompiled = withExtendedLifetime(complaints) { jq_compile(state, text) != 0 }
    jq_set_error_cb(state, { _, message in jv_free(message) }, nil)
    guard isCompiled else {
      let shown = text.count > 200 ? text.prefix(200) + "..." : text[...]
      throw FilterProblem(
        FilterProblem.wrongUsage,
        "the expression '\(shown.filter { !$0.isNewline })' does not compile: \(complaints.words)")
    }
    jq_set_input_cb(
      state,
      { _, data in
        guard let data else { return jv_invalid() }
        let reader = Unmanaged<ValueReader>.fromOpaque(data).takeUnretainedValue()
        return reader.next() ?? jv_invalid()
      }, Unmanaged.passUnretained(reader).toOpaque())
  }

  deinit { jq_teardown(&state) }

  /// Applies the expression to a value.
  ///
  /// - Parameters:
  ///   - value: the value, which is consumed.
  ///   - receive: receives each result, and consumes it.
  /// - Returns: whether the expression can take more values, which is false after `halt`.
  /// - Throws: `FilterProblem` if the expression fails, or if `halt_error` ends it.
  func apply(to value: jv, _ receive: (jv) -> Void) throws(FilterProblem) -> Bool {
    jq_start(state, value, 0)
    while true {
      let result = jq_next(state)
      if jv_get_kind(result) != JV_KIND_INVALID {
        receive(result)
        continue
      }
      let failure = jv_invalid_get_msg(result)
      if let problem = reader.problem {
        jv_free(failure)
        throw problem
      }
      if jq_halted(state) != 0 {
        jv_free(failure)
        try checkHalt()
        return false
      }
      guard jv_get_kind(failure) != JV_KIND_NULL else { return true }
      throw FilterProblem(
        FilterProblem.wrongInput,
        "the expression fails at value \(reader.count): \(words(failure))")
    }
  }

  /// Throws if `halt_error` has ended the expression, but not `halt`.
  private func checkHalt() throws(FilterProblem) {
    let status = jq_get_exit_code(state)
    let isFailure =
      jv_get_kind(status) == JV_KIND_NUMBER && jv_number_value(jv_copy(status)) != 0
    jv_free(status)
    guard isFailure else { return }
    throw FilterProblem(
      FilterProblem.wrongInput,
      "the expression ends at value \(reader.count): \(words(jq_get_error_message(state)))")
  }

  /// A message of jq as text: a string unchanged, any other value as JSON.
  private func words(_ message: jv) -> String {
    let text = jv_get_kind(message) == JV_KIND_STRING ? message : jv_dump_string(message, 0)
    defer { jv_free(text) }
    let words = String(cString: jv_string_value(text))
    // The error of `input` at the end, which `inputs` catches.
    return words == "break" ? "no value is left for 'input'" : words
  }
}
