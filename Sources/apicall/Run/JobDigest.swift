import APICallBase
import APICallHTTP
import APICallModel
import APICallRequests
import APICallSafety
import APICallScripts
import YAMLTree

/// A digest of what a run sends, and to whom: its files, with the inputs and options, but without
/// secrets.
enum JobDigest {
  static func text(of script: ScriptSpec, _ environment: CommandEnvironment) -> String {
    let settings = environment.settings
    var bytes: [UInt8] = []
    func add(_ text: [UInt8]) {
      bytes += "\(text.count) ".utf8
      bytes += text
    }
    let given = settings.inputs.map(\.name)
    Runnable.script(script).visitFiles { endpoint, _ in
      for source in endpoint.sources { add(source.bytes) }
      let resolver = InputResolver(endpoint, from: settings.sources)
      for input in endpoint.inputs where !input.isSecret {
        // What is given is for the inputs of the script; a called file may have others of that name.
        if endpoint.source === script.head.source, given.contains(input.name) { continue }
        guard let text = resolver.textOfVariable(of: input, in: environment.world)
        else { continue }
        add(Array("$\(input.name)=\(text)".utf8))
      }
    }
    let secrets = script.head.inputs.filter(\.isSecret).map(\.name)
    for input in settings.inputs where !secrets.contains(input.name) {
      add(Array("\(input.name)=\(input.text)".utf8))
    }
    for word in settings.optionsToRunAgain + responders(of: settings) { add(Array(word.utf8)) }
    let digest = environment.world.digests.sha256(bytes) ?? []
    let digits = digest.prefix(16).flatMap { byte in
      [byte >> 4, byte & 15].map { String($0, radix: 16) }
    }
    return digits.isEmpty ? RowDigest(bytes).text : digits.joined()
  }

  /// The settings that let something else than the server of the files respond.
  private static func responders(of settings: RunSettings) -> [String] {
    var words: [String] = []
    if let mock = settings.destination.mock { words += ["--mock", mock.description] }
    if let requester = settings.requester { words += ["--requester", requester] }
    if settings.failureMode != nil { words.append("--fail") }
    if let profile = settings.destination.profile, profile.isGeneral {
      words += ["APICALL_PROFILE", profile.name]
    }
    return words
  }
}
