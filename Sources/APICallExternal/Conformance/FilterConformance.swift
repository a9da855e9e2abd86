import APICallHTTP
import APICallPluginKit
import JSONText

/// What is asked of the program of a decoder or a formatter.
struct FilterConformance {
  private let rehearsal: Rehearsal
  private let role: PluginRole
  /// The plugin's own runs that end well.
  private let runs: [PluginTranscript.Filtering]

  init(_ rehearsal: Rehearsal, _ role: PluginRole, _ transcripts: [PluginTranscript]) {
    self.rehearsal = rehearsal
    self.role = role
    runs = transcripts.compactMap { transcript in
      guard case .filter(let run) = transcript.content, run.status == 0 else { return nil }
      return run
    }
  }

  /// Asks one thing.
  ///
  /// - Parameter rule: what is asked.
  /// - Returns: what is wrong, in words; nil for nothing.
  /// - Throws: a fault of the process.
  func problem(_ rule: ConformanceRule) throws(RehearsalProcess.Fault) -> String? {
    switch rule {
    case .nothing: return try end([])
    case .garbage:
      let octets = (0..<4096).map { UInt8(truncatingIfNeeded: $0 &* 167 &+ $0 >> 5) }
      return try end(octets)
    case .megabyte: return try end(megabyte)
    case .context:
      let (with, without) = (try output(true), try output(false))
      return with == without
        ? nil
        : "it writes '\(OctetText.escaped(without[...]))', not '\(OctetText.escaped(with[...]))'"
    case .pieces: return pieces()
    case .values: return try values()
    default: return nil
    }
  }

  private func end(_ input: [UInt8]) throws(RehearsalProcess.Fault) -> String? {
    var run = PluginTranscript.Filtering()
    run.input = input
    let process = try rehearsal.run(run, as: role)
    let ending = try process.end(within: rehearsal.patience)
    guard ending != .status(0), ending != .status(FilterOrder.badInput) else {
      return role.kind == .decoder && ending == .status(0)
        ? Self.fault(in: process.output, role.produces) : nil
    }
    let words = process.words.last.map { ", and says: \($0)" } ?? ""
    return "it \(ending.reason), and not with 0 or 65\(words)"
  }

  /// A mebibyte of input that the role knows: a list of texts in JSON, or lines of text.
  private var megabyte: [UInt8] {
    let line = role.kind == .formatter ? #""0123456789","# : "0123456789 abc\n"
    var octets = role.kind == .formatter ? Array("[".utf8) : []
    while octets.count < 1 << 20 { octets += line.utf8 }
    return octets + (role.kind == .formatter ? Array("null]".utf8) : [])
  }

  private var sample: PluginTranscript.Filtering {
    if let run = runs.first(where: { $0.variables.isEmpty }) { return run }
    var run = PluginTranscript.Filtering()
    run.input = Array((role.kind == .formatter ? #"{"name": "Ann"}"# : "a").utf8)
    return run
  }

  private func output(_ hasContext: Bool) throws(RehearsalProcess.Fault) -> [UInt8] {
    let process = try rehearsal.run(sample, as: role, hasContext: hasContext)
    _ = try process.end(within: rehearsal.patience)
    return process.output
  }

  /// Asks it as apicall itself does, piece by piece.
  private func pieces() -> String? {
    let provider = PluginProvider(plugin: rehearsal.plugin, role: role)
    let variable = rehearsal.variable
    var run = sample
    var environment = PluginEnvironment(of: rehearsal.plugin.manifest, from: variable)
    for option in rehearsal.plugin.manifest.options {
      environment[option.variable] = option.defaultValue
    }
    for (name, value) in run.options { environment[PluginOption(name).variable] = value }
    let entries = environment.entries
    // One piece of 4096 octets and many small ones: more would take long.
    run.input = Array(run.input.prefix(5000))
    let order = FilterOrder(provider, in: entries, silence: rehearsal.patience)
    switch role.kind {
    case .formatter:
      let role = role
      let entry = FormatterEntry(role.names.first ?? "", summary: "") { _ in
        ExternalFormatter(order, as: role)
      }
      return RoleConformance.problem(of: entry, printing: run.input)
    default:
      let products = ExternalDecoder.Products(role.produces)
      let entry = DecoderEntry(
        role.names.first ?? "", summary: "", mediaTypes: role.accepts,
        kind: products == .text ? .text : .json
      ) { settings in ExternalDecoder(order, products: products, limit: settings.limit) }
      return RoleConformance.problem(of: entry, reading: run.input)
    }
  }

  private func values() throws(RehearsalProcess.Fault) -> String? {
    for run in runs {
      let process = try rehearsal.run(run, as: role)
      guard try process.end(within: rehearsal.patience) == .status(0) else { continue }
      if let fault = Self.fault(in: process.output, role.produces) { return fault }
    }
    return nil
  }

  /// What is wrong with the output of a decoder; nil for nothing.
  private static func fault(in output: [UInt8], _ produces: String?) -> String? {
    switch produces {
    case "text/plain":
      return String(validating: output, as: UTF8.self) == nil ? "what it writes is not UTF-8" : nil
    case "application/x-ndjson":
      for line in output.split(separator: UInt8(ascii: "\n"))
      where (try? JSONDocument(Array(line))) == nil {
        return "'\(OctetText.escaped(line, limit: 60))' is no JSON"
      }
      return nil
    default:
      guard !output.isEmpty else { return nil }
      do {
        _ = try JSONDocument(output)
        return nil
      } catch {
        return "what it writes is no JSON: \(error.description)"
      }
    }
  }
}
