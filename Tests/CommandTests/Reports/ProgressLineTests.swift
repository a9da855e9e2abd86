import APICallSystem
import Testing

@testable import apicall

@Suite("The progress line")
struct ProgressLineTests {
  struct Case: CustomTestStringConvertible {
    var testDescription: String { line }
    var columns = 80
    var state: ProgressLine
    var line: String

    init(
      _ line: String, columns: Int = 80, verb: String = "receiving", _ amount: Int64,
      of total: Int64? = nil, rate: Int64? = nil, elapsed: Duration = .seconds(3)
    ) {
      self.line = line
      self.columns = columns
      state = ProgressLine(
        verb: verb, amount: amount, total: total, rate: rate, elapsed: elapsed)
    }
  }

  @Test(
    "It shows what fits",
    arguments: [
      Case(
        "receiving  34% [=========>                    ] 12.3 MB of 36.0 MB, 1.2 MB/s, 0:20 left",
        columns: 100, 12_300_000, of: 36_000_000, rate: 1_200_000),
      Case(
        "receiving  34% [======>               ] 12.3 MB of 36.0 MB, 1.2 MB/s, 0:20 left",
        columns: 80, 12_300_000, of: 36_000_000, rate: 1_200_000),
      Case(
        "receiving  34% 12.3 MB of 36.0 MB, 1.2 MB/s, 0:20 left",
        columns: 60, 12_300_000, of: 36_000_000, rate: 1_200_000),
      Case(
        "receiving  34% 12.3 MB of 36.0 MB, 1.2 MB/s",
        columns: 50, 12_300_000, of: 36_000_000, rate: 1_200_000),
      Case(
        "receiving  34% 12.3 MB of 36.0 MB", columns: 40, 12_300_000, of: 36_000_000,
        rate: 1_200_000),
      Case("receiving  34%", columns: 20, 12_300_000, of: 36_000_000, rate: 1_200_000),
      Case("receiv", columns: 7, 12_300_000, of: 36_000_000, rate: 1_200_000),
      Case("", columns: 0, 12_300_000, of: 36_000_000, rate: 1_200_000),
      Case("receiving 12.3 MB, 1.2 MB/s, 0:03", 12_300_000, rate: 1_200_000),
      Case("receiving 999 B, 0:03", 999),
      Case(
        "sending   0% [                              ] 1 B of 4.0 kB", verb: "sending", 1, of: 4000),
      Case(
        "sending 100% [==============================] 4.0 kB of 4.0 kB", verb: "sending", 4000,
        of: 4000, rate: 0),
      Case(
        "receiving  50% [==============>               ] 1 B of 2 B, 0 B/s", 1, of: 2, rate: 0),
      Case(
        "receiving  25% [======>                       ] 1.0 GB of 4.0 GB, 1.0 kB/s",
        1_000_000_000, of: 4_000_000_000, rate: 1000),
      Case(
        "receiving   0% [                           ] 1.0 MB of 4.0 GB, 1.0 MB/s, 1:06:39 left",
        columns: 86, 1_000_000, of: 4_000_000_000, rate: 1_000_000),
      // More than was announced: the rest is unknown.
      Case("receiving 3 B, 0:03", 3, of: 2),
      Case("receiving 3 B, 1:01:01", 3, elapsed: .seconds(3661)),
    ])
  func text(_ example: Case) {
    #expect(example.state.text(columns: example.columns) == example.line)
    #expect(example.line.utf8.count < max(example.columns, 1))
  }

  @Test("It never reaches the last column, and contains only plain ASCII")
  func anyWidth() {
    for columns in 0..<140 {
      for amount: Int64 in [0, 1, 999, 1000, 999_949, 999_950, 123_456_789, .max / 2, .max] {
        for total in [nil, 0, 1, amount, .max] as [Int64?] {
          for rate in [nil, 0, 1, 5_000_000, .max] as [Int64?] {
            let state = ProgressLine(
              verb: "receiving", amount: amount, total: total, rate: rate, elapsed: .seconds(1))
            let line = state.text(columns: columns)
            #expect(line.utf8.count <= max(columns - 1, 0), "\(line)")
            #expect(line.utf8.allSatisfy { (0x20...0x7E).contains($0) }, "\(line)")
          }
        }
      }
    }
  }

  @Test(
    "Byte counts have a unit and one decimal",
    arguments: [
      (-1, "0 B"), (0, "0 B"), (999, "999 B"), (1000, "1.0 kB"), (1049, "1.0 kB"),
      (1050, "1.1 kB"), (999_949, "999.9 kB"), (999_950, "1.0 MB"), (34_100_000, "34.1 MB"),
      (Int64.max, "9.2 EB"),
    ] as [(Int64, String)])
  func amounts(bytes: Int64, text: String) {
    #expect(ByteAmount.text(bytes) == text)
  }

  @Test("The rate is that of the last seconds")
  func rates() {
    var rate = TransferRate()
    #expect(rate.note(0, at: .zero) == nil)
    #expect(rate.note(100, at: .milliseconds(100)) == 1000)
    for second in 1...10 {
      _ = rate.note(Int64(second) * 1000, at: .seconds(second))
    }
    #expect(rate.note(10_000, at: .seconds(10)) == 1000)
    // A standstill.
    for second in 11...16 { _ = rate.note(10_000, at: .seconds(second)) }
    #expect(rate.note(10_000, at: .seconds(17)) == 0)
    // The response after the request.
    #expect(rate.note(10, at: .seconds(18)) == nil)
    #expect(rate.note(1010, at: .seconds(19)) == 1000)
  }

  struct Place: CustomTestStringConvertible {
    var testDescription: String
    var extent: ProgressExtent
    var context: ProgressExtent.Context

    init(
      _ testDescription: String, _ extent: ProgressExtent,
      _ change: (inout ProgressExtent.Context) -> Void = { _ in }
    ) {
      self.testDescription = testDescription
      self.extent = extent
      context = ProgressExtent.Context(
        isErrorTerminal: true, terminal: "xterm", output: .file, isResponseSaved: false,
        areEventsShown: false)
      change(&context)
    }
  }

  @Test(
    "It is shown only where it does not interfere",
    arguments: [
      Place("the answer goes to a file", .whole),
      Place("the answer goes to the terminal", .untilResponse) { $0.output = .terminal },
      Place("the answer goes to a program", .untilResponse) { $0.output = .program },
      Place("so it does, and the user wants it", .whole) {
        $0.output = .program
        $0.choice = true
      },
      Place("the answer goes to the terminal, and the user wants it", .untilResponse) {
        $0.output = .terminal
        $0.choice = true
      },
      Place("the answer is saved", .whole) {
        $0.output = .terminal
        $0.isResponseSaved = true
      },
      Place("the user does not want it", .none) { $0.choice = false },
      Place("messages go to a file", .none) { $0.isErrorTerminal = false },
      Place("messages go to a file, and the user wants it", .none) {
        $0.isErrorTerminal = false
        $0.choice = true
      },
      Place("a terminal that can do nothing", .none) { $0.terminal = "dumb" },
      Place("a terminal of which nothing is known", .none) { $0.terminal = nil },
      Place("a terminal without a name", .none) { $0.terminal = "" },
      Place("a machine that runs jobs", .none) { $0.continuousIntegration = "true" },
      Place("a machine that does not", .whole) { $0.continuousIntegration = "false" },
      Place("events on the terminal", .none) { $0.areEventsShown = true },
    ])
  func extents(_ place: Place) {
    #expect(ProgressExtent(in: place.context) == place.extent)
  }
}
