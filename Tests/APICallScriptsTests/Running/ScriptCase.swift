import APICallContracts
import APICallHTTP
import APICallLanguage
import APICallRequests
import TestWorlds

/// A script that a user could write, the responses, and the result, read from a golden file.
///
/// The script comes first. Lines that begin with `----` separate it from what follows: `---- file
/// NAME` and the text of another file; `---- answer PATH STATUS BODY`, where STATUS can be `429/5`
/// for a Retry-After of 5 seconds, or `---- answer PATH interrupted`, `late` or `never`, one for
/// each request of the path, with the last one repeated; `---- run` and inputs; and then all
/// requests, waits and output.
struct ScriptCase {
  private var head = ""
  private var files = MemoryFiles()
  private var answers: [String: [ScriptedRequester]] = [:]
  private var silence: String?
  private var inputs: [InputResolver.Assignment] = []

  init(_ text: String) {
    var path = SpecText.name
    var lines: [Substring] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      guard line.hasPrefix("---- ") else {
        lines.append(line)
        continue
      }
      if !path.isEmpty {
        let text = lines.map { "\($0)\n" }.joined()
        files.add(path, text)
        head += text
      }
      lines = []
      path = ""
      let words = line.split(separator: " ", maxSplits: 4).dropFirst().map(String.init)
      if words.first == "requests" { break }
      head += "\(line)\n"
      switch words.first {
      case "file": path = words[1]
      case "answer" where words.last == "never": silence = words[1]
      case "answer": answers[words[1], default: []].append(Self.answer(words.dropFirst(2)))
      default:
        inputs = line.split(separator: " ").dropFirst(2).compactMap {
          InputResolver.Assignment(String($0))
        }
      }
    }
  }

  private static func answer(_ words: ArraySlice<String>) -> ScriptedRequester {
    switch words.first {
    case "interrupted": ScriptedRequester(error: .cancelled)
    case "late": ScriptedRequester(error: .timedOut(.total(after: .seconds(2))))
    default:
      answer(
        words.first?.split(separator: "/").map(String.init) ?? [], words.dropFirst().last ?? "")
    }
  }

  private static func answer(_ status: [String], _ body: String) -> ScriptedRequester {
    let fields = status.dropFirst().map { ResponseHead.Field("Retry-After", $0) }
    return ScriptedRequester(status.first.flatMap { Int($0) } ?? 200, headers: fields, body)
  }

  /// The golden file as it should be.
  func text() async throws -> String {
    let trial = try await ScriptTrial(files, answers: answers, silentAt: silence, inputs: inputs)
    var text = head + "---- requests\n"
    for request in trial.requests { text += "\(request)\n" }
    if !trial.pauses.isEmpty {
      text += "---- pauses\n" + trial.pauses.map(\.written).joined(separator: " ") + "\n"
    }
    if trial.hasResumed { text += "---- went on after a signal\n" }
    for (name, written) in [("output", trial.output), ("error", trial.error)]
    where !written.isEmpty {
      text += "---- standard \(name)\n\(written)\(written.hasSuffix("\n") ? "" : "\n")"
    }
    return text + "---- says\n" + (trial.failure?.report ?? "exit status 0\n")
  }
}
