import APICallBase
import APICallSpec
import YAMLTree

/// Finds what the user lets the files of a run do with each secret that they name.
struct GrantSearch {
  private let folders: [UntrustedFolder]
  private let calls: [Endpoint]
  private let resources: CallResources
  /// The secrets with their grants.
  private(set) var keys: [RunLock.Key] = []
  /// The names of all secrets, even of those that are not stored.
  private(set) var names: [String] = []
  /// The secrets that are not granted.
  private(set) var problems: [Diagnostic] = []

  init(in folders: [UntrustedFolder], for calls: [Endpoint], with resources: CallResources) {
    self.folders = folders
    self.calls = calls
    self.resources = resources
  }

  /// Finds the grants for a secret.
  ///
  /// - Parameters:
  ///   - mention: where a file names it.
  ///   - mentions: all places where files name secrets.
  /// - Throws: a ``Failure`` if a signal interrupts the question, or if the answer cannot be kept.
  mutating func add(_ mention: SecretMention, among mentions: [SecretMention]) throws(Failure) {
    guard !names.contains(mention.name) else { return }
    names.append(mention.name)
    // A secret that is missing, or cannot be read, is reported where it is used.
    guard let root = try? resources.secrets.root(named: mention.name) else { return }
    let isTyped = mentions.allSatisfy { $0.name != root.name || $0.mark.source.isOption }
    if isTyped { return keys.append(RunLock.Key(root, .whole, in: nil)) }
    let ofRun = resources.grants.first { $0.secret == root.name }?.grant
    for folder in folders {
      var grant = ofRun ?? kept(root, in: folder)
      if grant == nil { grant = try answer(about: root, in: folder) }
      if let grant {
        keys.append(RunLock.Key(root, grant, in: grant == .whole ? nil : folder.shown))
      } else {
        problems.append(problem(of: root, in: folder, at: mention.mark))
      }
    }
  }

  /// The grant that the user gave earlier.
  private func kept(_ root: SecretRoot, in folder: UntrustedFolder) -> SecretGrant? {
    resources.world.caller.grant(of: root.name, in: folder.path)
  }

  /// Asks the user: nil for a refusal, and without a terminal.
  private func answer(
    about root: SecretRoot, in folder: UntrustedFolder
  ) throws(Failure) -> SecretGrant? {
    let caller = resources.world.caller
    guard let path = folder.path, folder.canKeepGrants, caller.canAnswer else { return nil }
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
  ) -> Diagnostic {
    let grant = SecretGrant(wantedBy: calls, of: root, with: resources)
    let once = "'--grant \(grant.option(for: root.name))'"
    let command = grant.command(for: root.name, in: folder.shown)
    return Diagnostic(
      "the file is not trusted, and you have not granted it the secret '\(root.name)'", at: mark,
      hint: folder.canKeepGrants
        ? "\(command) lets files there send it in \(grant.words); \(once) does so for one run"
        : "\(once) lets this run send it in \(grant.words)")
  }
}

extension UntrustedFolder {
  /// Whether a grant for it can be kept: other users must not be able to change the files.
  fileprivate var canKeepGrants: Bool {
    if case .notTrusted(_, nil) = distrust { return path != nil }
    return false
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
