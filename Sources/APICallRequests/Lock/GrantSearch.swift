import APICallBase
import APICallModel
import APICallReading
import APICallSafety
import YAMLTree

/// Finds what the user lets the files of a run do with each secret that they name.
struct GrantSearch {
  let folders: [UntrustedFolder]
  let calls: [EndpointSpec]
  /// Whether the text of a body may name secrets, too.
  let hasTexts: Bool
  let resources: CallResources
  private(set) var keys: [RunLock.Key] = []
  /// The names of all secrets, even of those that are not stored.
  private(set) var names: [String] = []
  private(set) var problems: [Message] = []

  /// Throws a ``Failure`` if a signal interrupts the question, or if the answer cannot be kept.
  mutating func add(_ mention: SecretMention, among mentions: [SecretMention]) throws(Failure) {
    guard !names.contains(mention.name) else { return }
    names.append(mention.name)
    // A secret that is missing, or cannot be read, is reported where it is used.
    guard let root = try? resources.secrets.root(named: mention.name) else { return }
    let isTyped =
      !hasTexts && mentions.allSatisfy { $0.name != root.name || $0.mark.source.isOption }
    if isTyped { return keys.append(RunLock.Key(root, .whole, in: nil)) }
    let ofRun = resources.grants.first { $0.secret == root.name }?.grant
    for folder in folders {
      let kept = kept(root, in: folder)
      var grant = ofRun ?? kept
      if grant == nil { grant = try answer(about: root, in: folder) }
      // A grant for one run says nothing of other origins.
      if ofRun != nil, let kept { grant?.reach = kept.reach }
      if let grant {
        keys.append(RunLock.Key(root, grant, in: grant == .whole ? nil : folder.shown))
      } else {
        problems.append(problem(of: root, in: folder, at: mention.mark))
      }
    }
  }

  private func kept(_ root: SecretRoot, in folder: UntrustedFolder) -> SecretGrant? {
    folder.fault == nil ? resources.world.caller.grant(of: root.name, in: folder.path) : nil
  }

  /// Asks the user: nil for a refusal, and without a terminal.
  private func answer(
    about root: SecretRoot, in folder: UntrustedFolder
  ) throws(Failure) -> SecretGrant? {
    let caller = resources.world.caller
    guard let path = folder.path, folder.fault == nil, caller.canAnswer else { return nil }
    let grant = SecretGrant(wantedBy: calls, of: root, with: resources)
    let files = folder.shown == "." ? "the files here" : "the files in '\(folder.shown)'"
    let origins = SecretRefusal.list(root.origins.map(\.description))
    let question = Question(
      "let \(files), which are not trusted, send the secret '\(root.name)' to \(origins) in "
        + "\(grant.words)? [y/N]")
    switch caller.answer(to: question) {
    case .interrupted: throw Failure(.interrupted, [])
    case .text(let text) where ["y", "yes"].contains(text.lowercased()):
      try caller.keep(SecretGrants.Entry(root.name, in: path, grant))
      return grant
    case .text, .nothing, .noTerminal: return nil
    }
  }

  private func problem(
    of root: SecretRoot, in folder: UntrustedFolder, at mark: Mark
  ) -> Message {
    let grant = SecretGrant(wantedBy: calls, of: root, with: resources)
    let once = "'--grant \(grant.option(for: root.name))'"
    let command = grant.command(for: root.name, in: folder.shown)
    let forRun = "\(once) lets this run send it in \(grant.wordsForRun)"
    if let (path, fault) = folder.fault {
      let advice = "use files in a folder of your own"
      return Message(
        "\(fault.words(for: path)), so the secret '\(root.name)' cannot be granted to files there",
        at: mark, hint: "\(fault.remedy(for: path, owning: advice)); \(forRun)")
    }
    let alsoOnce = grant.reach.isEmpty ? "; \(once) does so for one run" : ""
    return Message(
      "the file is not trusted, and you have not granted it the secret '\(root.name)'", at: mark,
      hint: folder.path == nil
        ? forRun : "\(command) lets files there send it in \(grant.words)\(alsoOnce)")
  }
}

extension SecretGrant {
  /// The value of `--grant` that gives it for one run.
  fileprivate func option(for secret: String) -> String {
    let others = methods == Self.usualMethods ? [] : methods ?? []
    let words = others + (allowsContent ? ["body"] : [])
    return words.isEmpty ? secret : "\(secret)=\(words.joined(separator: ","))"
  }
}
