import APICallBase
import YAMLTree

/// Where steps save their answers.
extension ScriptReader {
  /// Reads where a step saves its answers: a path below the working directory, unless an input of the
  /// script leads elsewhere.
  mutating func readSaving(_ draft: StepDraft, into step: inout Step) {
    guard let entry = draft.save, let template = reading.template(entry) else { return }
    step.save = template
    check([template])
    if case .script(let script) = step.callee {
      reading.report(
        "'save' keeps an answer, and \(script.file) is a script, which has none", at: entry.keyMark,
        hint: "save in the steps of that script")
    }
    for placeholder in template.placeholders {
      guard let name = names.firstSecret(in: placeholder) ?? secretName(in: placeholder) else {
        continue
      }
      reading.report(
        "the secret '\(name)' cannot stand in the name of a file", at: placeholder.mark,
        hint: "everybody can see the name")
    }
    if let problem = Self.problem(with: template) {
      reading.report(
        "'save' \(problem)", at: entry.value.mark,
        hint: "it names a file below the folder in which apicall is run; an input may lead "
          + "elsewhere, as in 'save: <folder>/<index>.json'")
    }
  }

  private func secretName(in placeholder: Placeholder) -> String? {
    placeholder.firstSecret(among: names.secrets + [SecretName.prefix])
  }

  /// What is wrong with the part of a path that is written out; nil where nothing is.
  private static func problem(with template: Template) -> String? {
    var path = SavePath()
    for part in template.parts {
      // A placeholder is a part of a name, whatever stands in it.
      if case .text(let literal) = part {
        path.append(literal, by: .file)
      } else {
        path.append("x", by: .file)
      }
    }
    return path.end()?.words
  }
}
