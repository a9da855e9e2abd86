package import APICallBase
package import APICallContracts
package import APICallHTTP
import APICallText
import Glibc
import JSONText
import Synchronization

/// A rate that a plugin keeps for the workers of all machines.
///
/// Its program is run once for all requests that wait at the moment: it reads a question, and answers
/// how many of them may be sent, and after how long.
package final class ExternalLimiter: SharedRate {
  /// The longest time that a plugin may let a run wait, and the shortest without any permit.
  private static let longestWait = 3600.0
  private static let shortestWait = Duration.milliseconds(10)
  /// The pause before it is looked again whether another request has brought permits.
  private static let look = Duration.milliseconds(2)

  private let order: FilterOrder
  private let context: PluginContext
  private let world: World
  private let limit: (requests: Int, seconds: Int)?
  private let state = Mutex(State())

  private struct State {
    var waiting = 0
    var permits = 0
    /// The time before which no request is sent, as ``World/elapsed`` counts.
    var start = Duration.zero
    var isAsking = false
    /// What the responses since the last question have told.
    var facts: [(key: String, value: BuiltJSON)] = []
    var fault: Failure?
  }

  private enum Turn {
    case begins
    case waits(Duration)
    case asks(permits: Int, facts: [(key: String, value: BuiltJSON)])
  }

  struct Answer: Equatable {
    var permits: Int
    var wait: Duration
  }

  init(
    _ provider: PluginProvider, as name: String, limit: (requests: Int, seconds: Int)?,
    in context: PluginContext, _ world: World
  ) {
    order = FilterOrder(provider, as: name, ExchangeFacts(), provider.defaults, in: context)
    self.context = context
    self.world = world
    self.limit = limit
  }

  package var fault: Failure? { state.withLock { $0.fault } }

  package func turn() async throws(CancellationError) {
    state.withLock { $0.waiting += 1 }
    defer { state.withLock { $0.waiting -= 1 } }
    while true {
      switch next() {
      case .begins: return
      case .waits(let time): try await world.wait(time)
      case .asks(let permits, let facts):
        defer { state.withLock { $0.isAsking = false } }
        do throws(PluginProblem) {
          let answer = try await ask(for: permits, facts)
          state.withLock {
            $0.permits = answer.permits
            $0.start = world.elapsed() + answer.wait
          }
        } catch {
          if Task.isCancelled { throw CancellationError() }
          // A later try may reach the service.
          let fault = Failure(.incomplete, Failure(error).diagnostics)
          state.withLock { $0.fault = fault }
        }
      }
    }
  }

  private func next() -> Turn {
    let now = world.elapsed()
    return state.withLock { state in
      if state.fault != nil { return .begins }
      if now < state.start { return .waits(state.start - now) }
      if state.permits > 0 {
        state.permits -= 1
        return .begins
      }
      if state.isAsking { return .waits(Self.look) }
      state.isAsking = true
      defer { state.facts = [] }
      return .asks(permits: state.waiting, facts: state.facts)
    }
  }

  package func note(_ head: ResponseHead, _ told: RemainingRequests?) {
    let pause = [429, 503].contains(head.status) ? head.retryAfter(world.now()) : nil
    guard told != nil || pause != nil || head.status == 429 else { return }
    var facts: [(key: String, value: BuiltJSON)] = [("status", BuiltJSON(head.status))]
    if let pause { facts.append(("retry_after", BuiltJSON(pause.components.seconds))) }
    if let told {
      facts.append(("remaining", BuiltJSON(told.requests)))
      facts.append(("reset", .number(Self.seconds(told.reset))))
    }
    state.withLock { state in
      // A pause is told, whatever the responses after it say.
      let hasPause = state.facts.contains { $0.key == "retry_after" }
      if pause != nil || !hasPause { state.facts = facts }
    }
  }

  private static func seconds(_ time: Duration) -> String {
    let milliseconds = time.components.attoseconds / 1_000_000_000_000_000
    let digits = String(milliseconds)
    return "\(time.components.seconds).\(String(repeating: "0", count: 3 - digits.count))\(digits)"
  }

  // MARK: The program

  /// Throws ``PluginProblem`` if the program does not answer.
  private func ask(
    for permits: Int, _ facts: [(key: String, value: BuiltJSON)]
  ) async throws(PluginProblem) -> Answer {
    var question: [(key: String, value: BuiltJSON)] = [("permits", BuiltJSON(permits))]
    if let limit {
      question.append(("requests", BuiltJSON(limit.requests)))
      question.append(("seconds", BuiltJSON(limit.seconds)))
    }
    let line = Array("\(BuiltJSON.map(question + facts).compact)\n".utf8)
    let child: ChildProcess
    do throws(SpawnError) {
      child = try ChildProcess(
        order.program, environment: order.environment, reporting: order.report)
    } catch {
      throw PluginProblem(order.plugin, error, program: order.program)
    }
    // It is shorter than what a pipe holds. A program may answer without reading it.
    _ = line.withUnsafeBytes { child.write($0) }
    child.closeInput()
    var output: [UInt8] = []
    let end = world.elapsed() + order.silence
    while true {
      let ending = child.reap()
      while output.count <= PluginLimits.piece,
        child.readPiece({ $0.withUnsafeBufferPointer { output.append(contentsOf: $0) } })
      {}
      child.readErrors()
      if let ending {
        child.log.endLine()
        guard ending == .status(0) else {
          throw PluginProblem(order.plugin, ending, child.log.words)
        }
        return try Self.answer(output, to: permits, of: order.plugin)
      }
      let left = end - world.elapsed()
      guard left > .zero, output.count <= PluginLimits.piece else {
        child.kill()
        let reason =
          left > .zero
          ? "its answer is longer than \(PluginLimits.piece) bytes"
          : "it was silent for \(PluginLimits.written(order.silence))"
        throw PluginProblem(order.plugin, reason, words: child.log.words)
      }
      do throws(CancellationError) {
        try await context.wait(
          child.interests(hasInput: false), child.end < 0 ? .milliseconds(20) : left)
      } catch {
        throw PluginProblem(order.plugin, "it was interrupted")
      }
    }
  }

  /// What is wrong with an answer; nil if it is one.
  package static func fault(in output: [UInt8], asking permits: Int) -> String? {
    do throws(PluginProblem) { _ = try answer(output, to: permits, of: "") } catch {
      return error.reason
    }
    return nil
  }

  /// Reads an answer, such as `{"permits": 16, "wait": 0.35}`.
  ///
  /// Throws ``PluginProblem`` if the output is something else, or allows more than was asked for.
  static func answer(
    _ output: [UInt8], to permits: Int, of plugin: String
  ) throws(PluginProblem) -> Answer {
    let root = try? JSONDocument(output).root
    let shown = TerminalText.escapingLine(String(decoding: output.prefix(60), as: UTF8.self))
    guard let granted = root?["permits"]?.text, let count = Int(granted), count >= 0 else {
      throw PluginProblem(
        plugin, "its answer has no number 'permits': '\(shown)'",
        hint: #"it prints one line of JSON, such as {"permits": 16, "wait": 0.35}"#)
    }
    guard count <= permits else {
      throw PluginProblem(plugin, "it allows \(count) requests, and was asked for \(permits)")
    }
    var wait = Duration.zero
    if let text = root?["wait"]?.text {
      guard let seconds = Double(text), seconds >= 0, seconds <= longestWait else {
        throw PluginProblem(
          plugin, "'wait' is not a number of seconds from 0 to \(Int(longestWait)): '\(text)'")
      }
      wait = .seconds(seconds)
    }
    return Answer(permits: count, wait: count == 0 ? max(wait, shortestWait) : wait)
  }
}
