import APICallBase
import APICallLanguage
import APICallModel
import APICallRequests
import APICallText

/// The check of the files that steps read and save.
extension Foresight {
  /// Whether a file has to exist by now, because no earlier step may save it.
  func mayRead(_ path: String) -> Bool {
    let name = Array(FilePath.name(of: path).utf8)
    return !savedNames.contains { saved in
      name.starts(with: saved.beginning.utf8)
        && name.reversed().starts(with: saved.ending.utf8.reversed())
    }
  }

  mutating func checkSaving(
    _ step: Step, in files: StepFiles?, iteration: Int?, _ names: ForeseenNames
  ) {
    guard let files, let template = step.save else { return }
    checkSaving(template, in: files, iteration: iteration, names)
  }

  mutating func checkSaving(
    _ template: Template, in files: StepFiles, iteration: Int?, _ names: ForeseenNames
  ) {
    noteSaving(template, names)
    guard names.isKnown(template) else {
      savedNames.append((template.beginningOfName, template.endingOfName))
      return
    }
    do throws(Failure) {
      let path = try files.path(of: iteration, in: names.known)
      savedNames.append((FilePath.name(of: path.text), FilePath.name(of: path.text)))
    } catch {
      problems.add(error)
    }
  }

  mutating func noteReading(_ path: Template, _ names: ForeseenNames) {
    guard isOfRun, path.literal != ScriptSpec.standardInput else { return }
    paths.note(path, .read, names, in: resources.world.files)
  }

  mutating func noteSaving(_ path: Template, _ names: ForeseenNames) {
    guard isOfRun else { return }
    paths.note(path, .saved, names, in: resources.world.files)
  }
}

extension Template {
  /// The text of a path after its last slash and before its first placeholder.
  fileprivate var beginningOfName: String {
    guard case .text(let text) = parts.first else { return "" }
    return text.ends(with: "/") ? "" : FilePath.name(of: text)
  }

  /// The text of a path after its last placeholder, unless that is in the name of a folder.
  fileprivate var endingOfName: String {
    guard case .text(let text) = parts.last else { return "" }
    return FilePath.name(of: text)
  }
}
