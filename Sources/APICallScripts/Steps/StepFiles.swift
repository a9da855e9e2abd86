package import APICallBase
package import APICallLanguage
package import APICallModel
import APICallRequests
import APICallSafety
import APICallText
import YAMLTree

/// The files that a step saves its responses in: `save:`.
final class StepFiles {
  static let limit = 1_000_000

  private let step: Step
  private let template: Template
  /// The inputs of the script, with which a path may be written; none for a called script.
  private let inputs: [String]
  /// The folder that the user named for the files; nil for none.
  private let folder: String?
  /// The files that the step has saved in this run, also in other runs of its script.
  private let saved: SavedFiles
  /// The names of the steps that lead to the step, and its own.
  private var place: [String] = []

  convenience init?(
    of step: Step, in script: ScriptSpec, below place: [String], into folder: String? = nil,
    besides saved: SavedFiles
  ) {
    guard let template = step.save else { return nil }
    self.init(
      at: template, of: step, in: script, isCalled: !place.isEmpty, into: folder, besides: saved)
    self.place = place + [step.name]
  }

  init(
    at template: Template, of step: Step, in script: ScriptSpec, isCalled: Bool,
    into folder: String? = nil, besides saved: SavedFiles = SavedFiles()
  ) {
    self.step = step
    self.saved = saved
    self.template = template
    self.folder = folder
    inputs = isCalled ? [] : script.head.inputs.map(\.name)
  }

  /// The path of the file of an iteration, which no other iteration has.
  ///
  /// Throws a ``Failure`` with exit status 65 if a value makes the path unsafe, or another
  /// iteration has that file.
  func path(of iteration: Int?, in scope: Scope) throws(Failure) -> SavePath {
    return try rethrowing(renderedPath(of: iteration, in: scope)) { (error: Failure) in
      error.withStatusOfResponses(in: [template], scope: scope)
    }
  }

  private func renderedPath(of iteration: Int?, in scope: Scope) throws(Failure) -> SavePath {
    var path = SavePath()
    for part in template.parts {
      switch part {
      case .text(let text): path.append(text, by: .file)
      case .placeholder(let placeholder):
        let value: ProtectedText
        let author: SavePath.Author
        do {
          let binding = try placeholder.binding(in: scope)
          value = try placeholder.text(of: binding, in: scope)
          author = placeholder.author(of: binding.provenance, given: inputs)
        } catch {
          throw Failure(.badInput, [error.diagnostic])
        }
        guard author != .value || !value.holdsSecret else {
          throw refusal("is a secret, which cannot name a file", placeholder, SavePath.freePath)
        }
        path.append(value.revealed, by: author)
        if let fault = path.fault {
          let shown = value.holdsSecret ? "a secret" : "'\(value.revealed)'"
          throw refusal("is \(shown), which \(fault.words)", placeholder, fault.hint)
        }
      }
    }
    if let fault = path.end() {
      throw Failure(unsafe: path, fault, at: template.mark)
    }
    if !path.isFree { path = path.into(folder) }
    try claim(path.text, for: iteration)
    return path
  }

  private func refusal(
    _ predicate: String, _ placeholder: Placeholder, _ hint: String?
  ) -> Failure {
    Failure(.badInput, "\(placeholder.text) \(predicate)", at: placeholder.mark, hint: hint)
  }

  private func claim(_ path: String, for iteration: Int?) throws(Failure) {
    let running = World.iterations
    let iterations = running.isEmpty ? iteration.map { [$0] } ?? [] : running
    guard !iterations.isEmpty else { return }
    let path = FilePath.normalized(path)
    if let (iteration, owner) = saved.claim(path, by: place, in: iterations) {
      throw Failure(
        .badInput,
        "iteration \(iteration) would overwrite '\(path)', which iteration \(owner) saved",
        at: template.mark, hint: "add a value that differs in each iteration, such as <index>")
    }
    guard saved.count <= Self.limit else {
      throw Failure(
        .badInput, "the step '\(step.name)' saves more than \(Self.limit) files", at: template.mark)
    }
  }
}

extension Placeholder {
  /// The author of its value as a part of a path; `inputs` are the script's own.
  fileprivate func author(
    of provenance: Provenance, given inputs: [String]
  ) -> SavePath.Author {
    if provenance.isTyped { return .user }
    return holds(only: inputs) ? .file : .value
  }

  fileprivate func holds(only names: [String]) -> Bool {
    guard source != nil else { return false }
    var holds = true
    visitReferences { reference, _ in
      if !names.contains(reference.name) { holds = false }
    }
    return holds
  }
}

extension Template {
  /// Whether its own text is a part of a path, and not only slashes or the folder itself.
  fileprivate var isPartOfPath: Bool {
    parts.contains { part in
      guard case .text(let text) = part else { return false }
      return text.split(separator: "/").contains { $0 != "." }
    }
  }
}

extension Failure {
  /// The failure for a path that the user did not give to a script that is not trusted.
  init(untrusted path: String, _ script: String, _ distrust: Distrust, at mark: Mark?) {
    self.init(
      .noPermission, "'\(path)' is not a path that you gave, and \(script) is not trusted",
      at: mark,
      hint: "--into DIR saves below a folder; " + distrust.hint("allows files there to write it"))
  }

  fileprivate init(unsafe path: SavePath, _ fault: SavePath.Fault, at mark: Mark) {
    self.init(.badInput, "'\(path.text)' \(fault.words)", at: mark, hint: fault.hint)
  }
}

extension ScriptSpec {
  /// Checks that the folders its steps save in exist, and that it may write there, as far as they
  /// are known before anything is sent.
  ///
  /// Throws a ``Failure`` with exit status 73 if one does not exist, 65 for a path that the script
  /// may not save to, and 77 if it is not trusted to.
  package func checkFolders(
    _ inputs: Scope?, in world: World, into folder: String? = nil
  ) throws(Failure) {
    try checkFolders(inputs, in: world, into: folder, after: nil)
  }

  private func checkFolders(
    _ inputs: Scope?, in world: World, into: String?, after caller: CallChain?
  ) throws(Failure) {
    let chain = CallChain(self, after: caller)
    for step in steps {
      if case .script(let called) = step.callee {
        try called.checkFolders(nil, in: world, into: into, after: chain)
      }
      for template in step.savedPaths {
        try checkFolder(of: template, for: step, inputs, in: world, into: into, after: chain)
      }
    }
  }

  private func checkFolder(
    of template: Template, for step: Step, _ inputs: Scope?, in world: World, into: String?,
    after chain: CallChain
  ) throws(Failure) {
    let names = inputs == nil ? [] : head.inputs.map(\.name)
    var known = SavePath()
    // Whether all of it is known, and whether the user did not type some of it.
    var (isWhole, isForeign) = (true, template.isPartOfPath)
    parts: for part in template.parts {
      switch part {
      case .text(let text): known.append(text, by: .file)
      case .placeholder(let placeholder):
        guard let inputs, let binding = try? placeholder.binding(in: inputs),
          let value = try? placeholder.text(of: binding, in: inputs)
        else {
          isWhole = false
          break parts
        }
        let author = placeholder.author(of: binding.provenance, given: names)
        isForeign = isForeign || author != .user
        guard author != .value else {
          isWhole = false
          break parts
        }
        known.append(value.revealed, by: author)
      }
    }
    var whole = known
    if let fault = isWhole ? whole.end() : known.fault {
      throw Failure(unsafe: known, fault, at: template.mark)
    }
    guard isForeign || isWhole || into == nil else { return }
    if isForeign {
      known = known.into(into)
      if !known.isInto, WriteRule.untrustedPath.holds, let distrust = chain.distrust(in: world) {
        throw Failure(untrusted: template.written, file, distrust, at: template.mark)
      }
    }
    let folder = FilePath.folder(of: known.text)
    guard world.files.status(of: folder)?.kind == .folder else {
      throw Failure(
        .cannotCreate, "\(step.title) saves to '\(folder)', which is not an existing folder",
        at: template.mark,
        hint: "create it with 'mkdir -p \(ShellWord.path(folder))'; nothing was sent")
    }
  }
}
