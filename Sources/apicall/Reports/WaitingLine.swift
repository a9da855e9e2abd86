/// The reason why a call waits, and the line that shows it.
enum WaitingLine: Equatable {
  /// The call waits for the response of a host, for a time so far.
  case answer(host: String, for: Duration)
  /// The call waits before a further attempt: its number, the number of attempts, the time left,
  /// and the status that caused it. `-v` counts in the same way.
  case retry(Int, of: Int, in: Duration, status: Int?)

  /// The line: `waiting for api.example.com, 3 s` or `attempt 3 of 6 in 4 s (503)`.
  ///
  /// If the terminal is too narrow, parts are left out: the status, the time, then the end of the
  /// name.
  func text(columns: Int) -> String {
    let room = max(columns - 1, 0)
    let (head, rest) =
      switch self {
      case .answer(let host, let time):
        ("waiting for \(host)", ", \(time.components.seconds) s")
      case .retry(let number, let count, let time, let status):
        (
          "attempt \(number) of \(count) in \(Self.seconds(time)) s",
          status.map { " (\($0))" } ?? ""
        )
      }
    if (head + rest).count <= room { return head + rest }
    if head.count <= room { return head }
    return String((head.prefix(max(room - 3, 0)) + "...").prefix(room))
  }

  /// The remaining seconds, rounded up: at least 1 until the time is over.
  static func seconds(_ time: Duration) -> Int64 {
    let (seconds, rest) = time.components
    return max(rest > 0 ? seconds + 1 : seconds, 0)
  }
}
