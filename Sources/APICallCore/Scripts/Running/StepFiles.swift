import YAMLTree

/// The files that a step saves its answers in: `save:`.
final class StepFiles {
  /// The most of them.
  static let limit = 1_000_000

  private let step: Step
  private let template: Template
  /// The script's own inputs, whose values the user chose; none of a script that is called.
  private let chosen: [String]
  /// The rounds that have a file, by its path.
  private var owners: [String: Int] = [:]

  /// Creates what names the files; nil where none are to be saved.
  ///
  /// - Parameters:
  ///   - step: the step.
  ///   - script: its script.
  ///   - isCalled: whether that is called by another one.
  init?(of step: Step, in script: Script, isCalled: Bool) {
    guard let template = step.save else { return nil }
    self.step = step
    self.template = template
    chosen = isCalled ? [] : script.head.inputs.map(\.name)
  }

  /// The path of the file of a round, which no other one has.
  ///
  /// - Parameters:
  ///   - round: the round, counted from 1; nil where there is none.
  ///   - scope: the script's names, with their values, and those of the round.
  /// - Returns: the path.
  /// - Throws: a ``Failure`` with exit status 65 where a value would lead elsewhere, or another
  ///   round has that file.
  func path(of round: Int?, in scope: Scope) throws(Failure) -> String {
    var path = PathText()
    for part in template.parts {
      switch part {
      case .text(let text): path.append(text)
      case .placeholder(let placeholder):
        let value: ProtectedText
        do {
          value = try placeholder.text(in: scope)
        } catch {
          throw Failure(.badInput, [error.diagnostic]).withOwnStatus
        }
        if placeholder.isChosen(by: chosen) {
          path.append(value.revealed)
        } else {
          guard !value.holdsSecret else {
            throw refusal("\(placeholder.text) is a secret, which names no file", placeholder)
          }
          path.append(value: value.revealed)
        }
        if let fault = path.fault {
          let shown = value.holdsSecret ? "a secret" : "'\(value.revealed)'"
          throw refusal("\(placeholder.text) is \(shown), which \(fault)", placeholder)
        }
      }
    }
    if let fault = path.end() {
      throw Failure(.badInput, "'\(path.text)' \(fault)", at: template.mark)
    }
    try claim(path.text, for: round)
    return path.text
  }

  private func refusal(_ message: String, _ placeholder: Placeholder) -> Failure {
    Failure(
      .badInput, message, at: placeholder.mark,
      hint: "only an input of the script that is run may lead to another folder")
  }

  private func claim(_ path: String, for round: Int?) throws(Failure) {
    guard let round else { return }
    let path = FilePath.normalized(path)
    let owner = owners[path] ?? round
    guard owner == round else {
      throw Failure(
        .badInput, "round \(round) would write over '\(path)', which round \(owner) saved",
        at: template.mark, hint: "put in what differs from round to round, such as <index>")
    }
    guard owners.count < Self.limit else {
      throw Failure(
        .badInput, "the step '\(step.name)' saves more than \(Self.limit) files", at: template.mark)
    }
    owners[path] = round
  }
}

/// A path while it is put together, segment by segment.
private struct PathText {
  private(set) var text = ""
  /// The segment that is not over yet, and whether it holds a value of which nobody knows what it is.
  private var segment = ""
  private var holdsValue = false
  /// What is wrong with the value that came last, as a predicate.
  private(set) var fault: String?

  /// Adds what the script, or the user, says.
  mutating func append(_ text: String) {
    for character in text.unicodeScalars {
      if character == "\0" { fault = "holds NUL" }
      if character == "/" {
        fault = fault ?? segmentFault
        segment = ""
        holdsValue = false
      } else {
        segment.unicodeScalars.append(character)
      }
    }
    self.text += text
  }

  /// Adds a value that is one segment, or a part of one.
  mutating func append(value: String) {
    if value.isEmpty { fault = "is nothing" }
    for scalar in value.unicodeScalars {
      if scalar == "/" { fault = "holds a slash" }
      if scalar == "\0" { fault = "holds NUL" }
    }
    segment += value
    text += value
    holdsValue = true
    if segment.hasPrefix(".") { fault = fault ?? "begins the name with a dot" }
  }

  /// Ends it.
  ///
  /// - Returns: what is wrong with it, as a predicate; nil where nothing is.
  mutating func end() -> String? {
    if let fault = fault ?? segmentFault { return fault }
    return segment.isEmpty ? "names no file" : nil
  }

  private var segmentFault: String? {
    holdsValue && segment.hasPrefix(".") ? "begins a name with a dot" : nil
  }
}

extension Placeholder {
  /// Whether the user has chosen all that is in it.
  fileprivate func isChosen(by names: [String]) -> Bool {
    guard case .reference = origin else { return false }
    var isChosen = true
    visitReferences { reference, _ in
      if !names.contains(reference.name) { isChosen = false }
    }
    return isChosen
  }
}

extension Script {
  /// Checks that the folders are there that its steps save in, as far as they are known before
  /// anything is sent.
  ///
  /// - Parameters:
  ///   - inputs: its inputs, with their values; nil where another script calls it.
  ///   - files: where the folders are looked for.
  /// - Throws: a ``Failure`` with exit status 73 where one is not.
  package func checkFolders(_ inputs: Scope?, in files: any FileSystem) throws(Failure) {
    for step in steps {
      if case .script(let called) = step.callee { try called.checkFolders(nil, in: files) }
      guard let template = step.save else { continue }
      var known = ""
      for part in template.parts {
        if case .text(let text) = part {
          known += text
        } else if let inputs, case .placeholder(let placeholder) = part,
          placeholder.isChosen(by: head.inputs.map(\.name)),
          let value = try? placeholder.text(in: inputs)
        {
          known += value.revealed
        } else {
          break
        }
      }
      let folder = FilePath.folder(of: known)
      guard files.status(of: folder)?.kind == .folder else {
        throw Failure(
          .cannotCreate, "\(step.title) saves in '\(folder)', which is no folder that is there",
          at: template.mark, hint: "make it first, as by mkdir -p '\(folder)'; nothing was sent")
      }
    }
  }

  /// Whether any of its steps saves its answers, those of scripts that it calls among them.
  package var savesAnswers: Bool {
    steps.contains { step in
      if case .script(let called) = step.callee, called.savesAnswers { return true }
      return step.save != nil
    }
  }
}
