import APICallBase
import APICallContracts
import APICallPlugins
import APICallSafety
import APICallSystem

/// The terminal and the browser of the user who logs in.
struct TerminalDesk: LoginDesk {
  let world: World

  func show(_ lines: [String]) {
    StandardStreams.report(lines.reduce(into: "") { $0 += "  \($1)\n" })
  }

  func open(_ url: String) -> Bool { Browser.open(url) }

  func listener(on port: Int?) throws(TokenFailure) -> any RedirectListener {
    do throws(ListenerProblem) {
      return LoopbackRedirects(listener: try LoopbackListener(on: port, in: world))
    } catch {
      let place = port.map { "127.0.0.1:\($0)" } ?? "127.0.0.1"
      throw TokenFailure(
        .inputOutput, "cannot wait for the login at \(place): \(error.reason)",
        hint: error.isTaken
          ? "end the program that uses the port of 'redirect', or register another one" : nil)
    }
  }

  func ask(_ question: String) -> ProtectedText? {
    guard case .text(let text) = world.caller.answer(to: Question(question, isSecret: true)),
      !text.isEmpty
    else { return nil }
    return ProtectedText(text, isSecret: true)
  }
}

/// The requests to a listener, as a login judges them.
private final class LoopbackRedirects: RedirectListener {
  private let listener: LoopbackListener

  var port: Int { listener.port }

  init(listener: LoopbackListener) { self.listener = listener }

  func wait(
    within limit: Duration, judge: (_ target: String, _ host: String) -> RedirectPage
  ) async throws(CancellationError) -> Bool {
    try await listener.serve(within: limit) { target, host in
      let page = judge(target, host)
      return (page.status, page.text, page.isLast)
    }
  }
}
