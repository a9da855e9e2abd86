import APICallBase
import APICallContracts
import APICallExternal
import APICallHTTP
import APICallModel
import APICallPluginKit
import APICallReading
import APICallRequests
import APICallSafety
import APICallScripts
import APICallSystem
import APICallText
import CommandOptions

/// The names that a project and the endpoints on the command line define.
struct KnownNames {
  typealias Candidate = Completer.Candidate

  let environment: CommandEnvironment
  let operands: [String]

  func values(of kind: Candidates, begun text: String) -> [Candidate] {
    let registry = environment.registry
    return switch kind {
    case .words(let words): words().map { Candidate($0) }
    case .formatter:
      registry.formatters.map { Candidate($0.name, $0.summary) } + plugins(of: .formatter)
    case .decoder: registry.decoders.map { Candidate($0.name, $0.summary) } + plugins(of: .decoder)
    case .requester:
      registry.requesters.map { Candidate($0.name, $0.summary) } + plugins(of: .requester)
    case .profile: profiles
    case .parts: parts(after: text.lastIndex(of: ",").map { String(text[...$0]) } ?? "")
    case .header: endpoint?.headers.map { Candidate("\($0.name): ") } ?? []
    case .query: endpoint?.query.map { Candidate("\($0.name)=") } ?? []
    case .field: EndpointFields.descriptions.map { Candidate("\($0.name)=", $0.summary) }
    case .variable: endpoint?.inputs.compactMap { $0.variable.map { Candidate($0.text) } } ?? []
    case .source: environment.secrets.nearSources.map { Candidate($0.name, $0.summary) }
    case .secret: secrets
    case .origin: origins
    case .session: sessions
    case .plugin: plugins
    case .path: [Completer.paths]
    case .files: endpoints + [Completer.files]
    case .call:
      operands.contains { !$0.contains("=") } ? inputs(begun: text) : endpoints + [Completer.files]
    case .calls:
      // A slash means the name of another endpoint.
      values(of: text.contains("/") && !text.contains("=") ? .files : .call, begun: text)
    case .unknown: []
    }
  }

  private func plugins(of role: Role) -> [Candidate] {
    guard let kind = PluginRole.Kind(rawValue: role.rawValue) else { return [] }
    return (environment.registry.supply?.names(of: role) ?? []).map { name in
      let summary = (try? catalog.provider(of: kind, named: name))?.plugin.manifest.summary ?? ""
      return Candidate(name, summary.isEmpty ? "From a plugin" : summary)
    }
  }

  private var endpoints: [Candidate] {
    let library = environment.library
    return ((try? library.paths(in: nil)) ?? []).compactMap { file in
      library.name(of: file.path).map { Candidate($0) }
    }
  }

  private var endpoint: EndpointSpec? { called.first }

  private var called: [EndpointSpec] {
    operands.filter { !$0.contains("=") }.compactMap { operand in
      guard let path = try? environment.library.path(of: operand) else { return nil }
      return (try? environment.library.runnable(at: path))?.head
    }
  }

  private func inputs(begun text: String) -> [Candidate] {
    let called = called
    if let assignment = InputResolver.Assignment(text) {
      let takers = called.lazy.compactMap { $0.input(named: assignment.name) }
      guard let input = takers.first else { return [] }
      switch assignment.form {
      case .file: return [Completer.paths]
      case .json: return []
      case .literal where input.type == .file: return [Completer.paths]
      case .literal: return values(of: input).map { Candidate("\(input.name)=\($0)") }
      }
    }
    let given = operands.compactMap { InputResolver.Assignment($0)?.name }
    var candidates: [Candidate] = []
    for input in called.flatMap(\.inputs) where !given.contains(input.name) || input.type == .array
    {
      let candidate = Candidate("\(input.name)=", input.help ?? input.type.words)
      if !candidates.contains(where: { $0.text == candidate.text }) { candidates.append(candidate) }
    }
    return candidates
  }

  private func values(of input: InputDeclaration) -> [String] {
    for rule in input.rules {
      if case .choices(let values) = rule.kind { return values.compactMap(\.plainText) }
    }
    return input.type == .boolean ? ["true", "false"] : []
  }

  private func parts(after start: String) -> [Candidate] {
    let outputs = endpoint?.outputs.map { Candidate("\(start)\($0.name)", "An output") } ?? []
    return outputs + [
      Candidate("\(start)status", "The status code"),
      Candidate("\(start)headers.", "A header field"),
    ]
  }

  private var catalog: PluginCatalog {
    PluginCatalog(files: environment.world.files, variable: Program.environment)
  }

  private var plugins: [Candidate] {
    catalog.all().filter { !$0.isShadowed }.map {
      Candidate($0.name, $0.manifest?.summary ?? "")
    }
  }

  /// The names of stored secrets, except those that only a plugin can list.
  private var secrets: [Candidate] {
    environment.secrets.nearSources.flatMap { source in
      ((try? source.list()) ?? []).map {
        let origins = $0.origins.joined(separator: " ")
        return Candidate($0.name, "In \(source.name)\(origins.isEmpty ? "" : ", for \(origins)")")
      }
    }
  }

  private var origins: [Candidate] {
    let known =
      projectProfiles.flatMap { profile in
        profile.origins.map { Candidate($0.description, "The profile '\(profile.name)' uses it") }
      }
      + environment.secrets.nearSources.flatMap { (try? $0.list()) ?? [] }.flatMap { secret in
        secret.origins.map { Candidate($0, "The secret '\(secret.name)' may go there") }
      }
    return known.reduce(into: []) { candidates, candidate in
      if !candidates.contains(where: { $0.text == candidate.text }) { candidates.append(candidate) }
    }
  }

  private var sessions: [Candidate] {
    ((try? SessionFolder().sessions()) ?? []).filter(\.isThere).compactMap {
      $0.name.name.map { Candidate($0) }
    }
  }

  private var profiles: [Candidate] {
    projectProfiles.map { profile in
      Candidate(profile.name, profile.host.map { "Send to \($0.address.text)" } ?? "")
    }
  }

  /// The profiles of the project: that of the endpoint, or else of the working directory.
  private var projectProfiles: [ProjectSpec.Profile] {
    let files = environment.world.files
    let folder = endpoint.map { FilePath.folder(of: $0.file) } ?? files.workingDirectory
    return (try? ProjectReader(files: files).project(above: folder))?.profiles ?? []
  }
}
