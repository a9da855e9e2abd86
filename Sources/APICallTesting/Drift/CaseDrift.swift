import APICallBase
import APICallModel
import APICallReading

/// How the responses to a case differ from those of its recording, or from its example.
struct CaseDrift {
  private(set) var problems: [Message] = []
  private(set) var notes: [Message] = []

  enum Baseline {
    case recording(Recording)
    case example(Example)
  }

  /// Compares exchanges with a baseline.
  ///
  /// Those of a step are compared in their order; if there are more of them than were recorded, the
  /// last recorded one counts for the rest, such as for more pages of a list.
  ///
  /// If a request was refused, the run is not whole. Throws why a recorded body cannot be
  /// read.
  init(
    of exchanges: [TappedExchange], from baseline: Baseline, isWhole: Bool = true
  ) throws(RecordingFault) {
    switch baseline {
    case .example(let example):
      // The example is the response to the last request.
      if let last = exchanges.last { add(ResponseDrift(last, from: ResponseBaseline(example))) }
    case .recording(let recording):
      let recorded = Dictionary(grouping: recording.exchanges) { $0.step ?? "" }
      var counts: [String: Int] = [:]
      var missing: Set<Substring> = []
      for exchange in exchanges {
        let step = exchange.step ?? ""
        // A loop may have more iterations than were recorded.
        let loop = step.lastIndex(of: "[").map { step[...$0] }
        let ofLoop = loop.flatMap { loop in
          recording.exchanges.last { $0.step?.hasPrefix(loop) == true }
        }
        let old = recorded[step] ?? []
        guard let last = old.last ?? ofLoop else {
          let name = loop?.dropLast() ?? step[...]
          if missing.insert(name).inserted {
            problems.append(
              Message(
                "the recording has no response for the step '\(name)'",
                hint: "record it again: apicall test --record"))
          }
          continue
        }
        let count = counts[step, default: 0]
        counts[step] = count + 1
        let one = old.dropFirst(count).first ?? last
        add(ResponseDrift(exchange, from: try ResponseBaseline(one, in: recording)))
      }
      if isWhole { compare(exchanges.map(\.step), with: recording.exchanges.map(\.step)) }
    }
  }

  /// Compares how often each step sends something: with none, its responses are not compared.
  private mutating func compare(_ steps: [String?], with recorded: [String?]) {
    func counts(_ steps: [String?]) -> [Substring: Int] {
      var counts: [Substring: Int] = [:]
      for step in steps {
        let step = step ?? ""
        counts[step.lastIndex(of: "[").map { step[..<$0] } ?? step[...], default: 0] += 1
      }
      return counts
    }
    let now = counts(steps)
    for (step, before) in counts(recorded).sorted(by: { $0.key < $1.key }) {
      let place = step.isEmpty ? "" : " of the step '\(step)'"
      guard let count = now[step] else {
        problems.append(
          Message(
            "nothing was sent in place of the recorded requests\(place)",
            hint: "if that is right, record it again: apicall test --record"))
        continue
      }
      guard count < before else { continue }
      let words = count == 1 ? "1 request was sent" : "\(count) requests were sent"
      notes.append(
        Message("\(words) in place of the \(before) recorded ones\(place)").reported(as: .note))
    }
  }

  private mutating func add(_ drift: ResponseDrift) {
    if let problem = drift.problem { problems.append(problem) }
    if let note = drift.note { notes.append(note) }
  }
}
