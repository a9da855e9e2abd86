/// What a call waits for, and the line that shows it.
enum WaitingLine: Equatable {
  /// An answer of a host, for so long.
  case answer(host: String, for: Duration)
  /// The moment of a further attempt: which one, of how many, how soon, and the status that is why.
  case retry(Int, of: Int, in: Duration, status: Int?)

  /// The line: `waiting for api.example.com, 3 s` or `retry 2 of 5 in 4 s (503)`.
  ///
  /// What the terminal has no room for is left out: the status, the time, then the end of the name.
  ///
  /// - Parameter columns: the columns of the terminal; the last one stays free.
  /// - Returns: the line, without control characters; empty where there is no room at all.
  func text(columns: Int) -> String {
    let room = max(columns - 1, 0)
    let (head, rest) =
      switch self {
      case .answer(let host, let time):
        ("waiting for \(host)", ", \(time.components.seconds) s")
      case .retry(let number, let count, let time, let status):
        ("retry \(number) of \(count) in \(Self.seconds(time)) s", status.map { " (\($0))" } ?? "")
      }
    if (head + rest).count <= room { return head + rest }
    return head.count <= room ? head : String(head.prefix(max(room - 3, 0))) + "..."
  }

  /// The seconds of a time that is left: 1 until it is over.
  static func seconds(_ time: Duration) -> Int64 {
    let (seconds, rest) = time.components
    return max(rest > 0 ? seconds + 1 : seconds, 0)
  }
}
