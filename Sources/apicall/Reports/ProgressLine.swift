/// The progress of a transfer, and the line that shows it.
struct ProgressLine: Equatable {
  /// The direction: `sending` or `receiving`.
  var verb: String
  var amount: Int64
  /// The total bytes; nil if not known.
  var total: Int64?
  /// The bytes per second; nil if not known yet.
  var rate: Int64?
  var elapsed: Duration

  /// The widths of the widest and the narrowest useful bar.
  static let bars = (widest: 30, narrowest: 8)

  /// The line, in ASCII and without control characters.
  ///
  /// If the terminal is too narrow, parts are left out: the bar first, then the time, then the
  /// rate.
  func text(columns: Int) -> String {
    let room = columns - 1
    let amounts = [
      known.map { "\(ByteAmount.text(amount)) of \(ByteAmount.text($0))" }
        ?? ByteAmount.text(amount),
      isDone ? nil : rate.map { "\(ByteAmount.text($0))/s" }, isDone ? nil : time,
    ].compactMap { $0 }
    let head = percent.map { "\(verb) \(pad($0))%" } ?? verb
    let whole = "\(head) \(amounts.joined(separator: ", "))"
    if let percent, room - whole.utf8.count - 3 >= Self.bars.narrowest {
      let width = min(room - whole.utf8.count - 3, Self.bars.widest)
      let rest = amounts.joined(separator: ", ")
      return "\(head) [\(Self.bar(percent, width: width))] \(rest)"
    }
    for count in stride(from: amounts.count, through: 0, by: -1) {
      let line = ([head] + [amounts.prefix(count).joined(separator: ", ")])
        .filter { !$0.isEmpty }.joined(separator: " ")
      if line.utf8.count <= room { return line }
    }
    return String(head.prefix(max(room, 0)))
  }

  private var known: Int64? { total.flatMap { $0 > 0 && amount <= $0 ? $0 : nil } }

  private var isDone: Bool { known == amount }

  private var percent: Int? { known.map { Int(Double(amount) / Double($0) * 100) } }

  private func pad(_ percent: Int) -> String {
    String(repeating: " ", count: 3 - String(percent).utf8.count) + String(percent)
  }

  private var time: String? {
    guard let known else { return Self.clock(elapsed.components.seconds) }
    guard let rate, rate > 0 else { return nil }
    let (seconds, rest) = (known - amount).quotientAndRemainder(dividingBy: rate)
    return Self.clock(rest == 0 ? seconds : seconds + 1).map { "\($0) left" }
  }

  static func bar(_ percent: Int, width: Int) -> String {
    let filled = width * percent / 100
    let head = filled > 0 && filled < width ? ">" : ""
    let done = String(repeating: "=", count: filled - head.utf8.count) + head
    return done + String(repeating: " ", count: width - filled)
  }

  /// Minutes and seconds, or hours too; nil from 100 hours on.
  static func clock(_ seconds: Int64) -> String? {
    guard seconds < 360_000 else { return nil }
    func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let minutes = seconds / 60
    guard minutes >= 60 else { return "\(minutes):\(two(seconds % 60))" }
    return "\(minutes / 60):\(two(minutes % 60)):\(two(seconds % 60))"
  }
}
