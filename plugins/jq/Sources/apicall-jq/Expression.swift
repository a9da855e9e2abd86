import CLibJQ

/// An expression of jq that was compiled, and what it makes of values.
///
/// A class, because it owns what libjq allocated.
final class Expression {
  private var state: OpaquePointer?
  private let reader: ValueReader

  /// Compiles an expression.
  ///
  /// - Parameters:
  ///   - text: the expression.
  ///   - reader: where its `input` and `inputs` read.
  /// - Throws: `FilterProblem` with jq's words where it does not compile.
  init(_ text: String, reader: ValueReader) throws(FilterProblem) {
    self.reader = reader
    state = jq_init()
    Confinement.endWithoutMemory(state)
    // libjq 1.6 asserts that there is such a list when it meets an `import`.
    jq_set_attr(state, jv_string("JQ_LIBRARY_PATH"), jv_array())
    guard !text.utf8.contains(0) else {
      throw FilterProblem(FilterProblem.wrongUsage, "the expression holds a NUL")
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
  ///   - value: the value; it is used up.
  ///   - receive: gets each result, and uses it up.
  /// - Returns: whether the expression wants more values: not after `halt`.
  /// - Throws: `FilterProblem` where the expression fails, or `halt_error` ends it.
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

  /// Throws where `halt_error` and not `halt` has ended the expression.
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

  /// A message of jq as text: a string as it is, any other value as JSON.
  private func words(_ message: jv) -> String {
    let text = jv_get_kind(message) == JV_KIND_STRING ? message : jv_dump_string(message, 0)
    defer { jv_free(text) }
    let words = String(cString: jv_string_value(text))
    // What `input` says at the end, for `inputs` to catch.
    return words == "break" ? "there is no value left for 'input'" : words
  }
}
