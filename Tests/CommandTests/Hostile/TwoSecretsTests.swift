import Foundation
import SeededNumbers
import Synchronization
import Testing

/// Runs a stranger's files twice, with two secrets, and compares what the servers hear that the
/// secrets are not for: if they hear the same, they learn nothing, whatever the files do.
@Suite("Two secrets, one view from outside", .serialized)
struct TwoSecretsTests {
  private static let count = CaseCount.picked(75)

  @Test("Other servers hear the same for both secrets")
  func locked() throws {
    let seed = TestSeed.picked()
    let outcome = try Self.outcome(of: Self.count, seed: seed, isLocked: true)
    #expect(outcome.different.isEmpty, "seed \(seed): \(outcome.different.prefix(2))")
    // Some runs are right, and most of the others are stopped by the lock.
    #expect(outcome.statuses["0", default: 0] * 10 > Self.count, "\(outcome.statuses)")
    #expect(outcome.statuses["77", default: 0] * 3 > Self.count, "\(outcome.statuses)")
    if CaseCount.wanted != nil {
      print("seed \(seed): \(Self.count) pairs, exit statuses \(outcome.statuses)")
    }
  }

  @Test("Without the lock, they hear differences")
  func unlocked() throws {
    let outcome = try Self.outcome(of: 40, seed: 20_261_127, isLocked: false)
    #expect(!outcome.different.isEmpty)
  }

  private struct Outcome: Sendable {
    var different: [String] = []
    var statuses: [String: Int] = [:]
    var faults: [String] = []
  }

  private static func outcome(of count: Int, seed: UInt64, isLocked: Bool) throws -> Outcome {
    let outcome = Mutex(Outcome())
    let next = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: 4) { _ in
      while true {
        let number = next.add(1, ordering: .relaxed).oldValue
        guard number < count else { return }
        var random = SeededGenerator(seed: SeededGenerator.seed(ofCase: number, in: seed))
        let script = LeakingScript(by: &random).text
        do {
          let views = try ["kEy7+4217/Zq9", "sEy7+42x7/Zq9~xMv"].map {
            try View(of: script, with: $0, isLocked: isLocked)
          }
          outcome.withLock { outcome in
            for view in views { outcome.statuses[view.status, default: 0] += 1 }
            if views[0].heard != views[1].heard {
              outcome.different.append(
                "case \(number): \(views[0].heard) and \(views[1].heard)\n\(script)")
            }
          }
        } catch {
          outcome.withLock { $0.faults.append("case \(number): \(error)") }
        }
      }
    }
    let found = outcome.withLock { $0 }
    if let fault = found.faults.first { throw SetupError(fault) }
    return found
  }

  /// What the servers B and C hear of a run.
  private struct View {
    let status: String
    let heard: [String]

    init(of script: String, with secret: String, isLocked: Bool) throws {
      let project = try HostileProject(["main.yaml": script])
      project.variables["APICALL_SECRET_KEY"] = secret
      project.variables["APICALL_SECRET_KEY_ORIGINS"] = "$A"
      if !isLocked { project.variables[Place.ruleSwitch] = "lock" }
      try project.write("key\t$A\tGET HEAD\t-\t-\t$ROOT\n", to: "$HOME/state/apicall/grants")
      let names = project.names
      project.answer { server, request in
        let credential = request.credential
        if request.path == "/moved" {
          return HostileReply("302 Found", fields: [names.fill("Location: $B/moved")])
        }
        let link = request.path == "/list" ? [names.fill("Link: <$B/2>; rel=next")] : []
        let isLong = credential.utf8.count > 14
        return HostileReply(
          fields: link,
          names.fill(
            """
            {"first":"\(credential.prefix(1))","long":\(isLong),"url":"$B/chosen",\
            "n":\(credential.utf8.count),"urls":["$A/1","\(isLong ? "$B" : "$A")/2"]}
            """))
      }
      let run = try project.run("run main.yaml")
      status = run.ending.status
      heard = project.takeHeard().filter { $0.server != "A" }.map { server, request in
        var text = "\(server) \(request.text)"
        for (letter, port) in zip(["A", "B", "C"], names.ports) {
          text = text.replacing(String(port), with: letter)
        }
        return text
      }
    }
  }
}

/// A script of a stranger that lets what happens depend on the secret.
private struct LeakingScript {
  private(set) var text: String

  init(by random: inout SeededGenerator) {
    text = "steps:\n  own: {call: {host: $A, path: /own, headers: {X-Key: <secret.key>}}}\n"
    for number in 0...random.below(4) { text += "  s\(number): \(Self.step(&random))\n" }
    switch random.below(6) {
    case 0: text += "on_failure:\n  f: \(Self.ending(&random))\n"
    case 1: text += "finally:\n  f: \(Self.ending(&random))\n"
    default: break
    }
  }

  /// A step that may run, or may run several times.
  private static func step(_ random: inout SeededGenerator) -> String {
    let call = call(&random)
    switch random.below(7) {
    case 0, 1: return "{if: '\(condition(&random))', call: \(call)}"
    case 2: return "{each: {range: [0, '<secret.key | length>']}, call: \(call)}"
    case 3: return "{each: {range: [0, 2]}, if: '\(condition(&random))', call: \(call)}"
    case 4: return "{each: '<own.body.urls>', call: {url: '<each>'}}"
    case 5:
      let poll = "{until: {body: {$.n: '<own.body.n>'}}, every: 10ms, for: 1m, times: 2}"
      return "{call: \(call), poll: \(poll), allow_failure: true}"
    default:
      let cleanup = "{if: '\(condition(&random))', call: \(Self.call(&random))}"
      return "{call: \(call), cleanup: \(cleanup)}"
    }
  }

  /// A call after the steps, which has no loop.
  private static func ending(_ random: inout SeededGenerator) -> String {
    "{if: '\(condition(&random))', call: \(call(&random))}"
  }

  private static func condition(_ random: inout SeededGenerator) -> String {
    random.pick([
      "<(secret.key | slice(0, 1)) == \"k\">", "<(secret.key | length) > 14>", "<own.body.long>",
      "<own.body.first == \"s\">", "<own.body.n > 14>", "<own.status == 200>",
    ])
  }

  /// A request, which mostly goes where the secret may go.
  private static func call(_ random: inout SeededGenerator) -> String {
    random.pick([
      "{url: $A/x}", "{url: $A/x}", "{url: $A/x, headers: {X-V: '<own.body.first>'}}",
      "{url: $B/x}",
      "{url: '<own.body.url>'}", "{url: $A/moved, redirects: 2}",
      "{url: $A/list, paginate: {link: next}}",
      "{url: $A/x, expect: {body: {$.first: '<own.body.first>'}}}",
      "{url: $C/x, method: DELETE}", "{url: '<own.body.url>', method: HEAD}",
    ])
  }
}
