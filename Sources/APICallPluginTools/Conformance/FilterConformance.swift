import APICallBase
import APICallExternal
import APICallPluginKit
import JSONText

/// Checks the program of a decoder or a formatter.
struct FilterConformance {
  let rehearsal: Rehearsal
  let role: PluginRole
  let transcripts: [PluginTranscript]

  private var runs: [PluginTranscript.Filtering] {
    transcripts.compactMap { transcript in
      guard case .filter(let run) = transcript.content, run.status == 0 else { return nil }
      return run
    }
  }

  /// Returns the problem in words; nil without one.
  func problem(_ rule: ConformanceRule) throws(RehearsalProcess.Fault) -> String? {
    switch rule {
    case .nothing: return try end([])
    case .garbage:
      return try end((0..<4096).map { UInt8(truncatingIfNeeded: $0 &* 167 &+ $0 >> 5) })
    case .megabyte: return try end(megabyte)
    case .context: return try context()
    case .pieces: return try pieces()
    case .values: return try values()
    case .permits: return try permits()
    default: return nil
    }
  }

  private func end(_ input: [UInt8]) throws(RehearsalProcess.Fault) -> String? {
    var run = PluginTranscript.Filtering()
    run.input = input
    let (process, ending) = try rehearsal.run(run, as: role)
    if ending == .status(0) {
      return role.kind == .decoder ? Self.fault(in: process.output, role.produces) : nil
    }
    guard ending != .status(ExitStatus.badInput.rawValue) else { return nil }
    let words = process.words.last.map { ", and reports: \($0)" } ?? ""
    return "it \(ending.reason), not 0 or 65\(words)"
  }

  /// A mebibyte of input that suits the role: a list of strings in JSON, or lines of text.
  private var megabyte: [UInt8] {
    guard role.kind == .formatter else { return Self.mebibyte(of: "0123456789 abc\n") }
    return Array("[".utf8) + Self.mebibyte(of: #""0123456789","#) + Array("null]".utf8)
  }

  private static func mebibyte(of text: String) -> [UInt8] {
    Array(String(repeating: text, count: (1 << 20) / text.utf8.count + 1).utf8)
  }

  private var sample: PluginTranscript.Filtering {
    if let run = runs.first(where: { $0.variables.isEmpty }) { return run }
    var run = PluginTranscript.Filtering()
    run.input = Array((role.kind == .formatter ? #"{"name": "Ann"}"# : "a").utf8)
    return run
  }

  private func context() throws(RehearsalProcess.Fault) -> String? {
    let sample = sample
    let (known, _) = try rehearsal.run(sample, as: role)
    let (unknown, _) = try rehearsal.run(sample, as: role, hasContext: false)
    return known.output == unknown.output
      ? nil
      : "it writes '\(ByteText.escaped(unknown.output[...]))', not "
        + "'\(ByteText.escaped(known.output[...]))'"
  }

  private func pieces() throws(RehearsalProcess.Fault) -> String? {
    var run = sample
    // One piece of 4096 bytes and many small ones. More would take too long.
    run.input = Array(run.input.prefix(5000))
    let whole = try output(run, cut: .max)
    for size in [1, 7, 4096] {
      let got = try output(run, cut: size)
      if got != whole {
        return "with input in pieces of \(size), its output is "
          + "'\(ByteText.escaped(got[...]))', not '\(ByteText.escaped(whole[...]))'"
      }
    }
    return nil
  }

  /// The output; the exit status if the program fails, because the amount of output then depends on
  /// the pieces.
  private func output(
    _ run: PluginTranscript.Filtering, cut: Int
  ) throws(RehearsalProcess.Fault) -> [UInt8] {
    let (process, ending) = try rehearsal.run(run, as: role, cut: cut)
    return ending == .status(0) ? process.output : Array("it \(ending.reason)".utf8)
  }

  private func permits() throws(RehearsalProcess.Fault) -> String? {
    var run = PluginTranscript.Filtering()
    run.input = Array("{\"permits\":16,\"requests\":1000,\"seconds\":1}\n".utf8)
    let (process, ending) = try rehearsal.run(run, as: role)
    guard ending == .status(0) else { return "it \(ending.reason), not 0" }
    return ExternalLimiter.fault(in: process.output, asking: 16)
  }

  private func values() throws(RehearsalProcess.Fault) -> String? {
    for run in runs {
      let (process, ending) = try rehearsal.run(run, as: role)
      guard ending == .status(0) else { continue }
      if let fault = Self.fault(in: process.output, role.produces) { return fault }
    }
    return nil
  }

  private static func fault(in output: [UInt8], _ produces: String?) -> String? {
    switch produces {
    case "text/plain":
      return String(validating: output, as: UTF8.self) == nil ? "its output is not UTF-8" : nil
    case "application/x-ndjson":
      for line in output.split(separator: UInt8(ascii: "\n"))
      where (try? JSONDocument(Array(line))) == nil {
        return "'\(ByteText.escaped(line, limit: 60))' is not JSON"
      }
      return nil
    default:
      guard !output.isEmpty else { return nil }
      do {
        _ = try JSONDocument(output)
        return nil
      } catch {
        return "its output is not JSON: \(error.description)"
      }
    }
  }
}
