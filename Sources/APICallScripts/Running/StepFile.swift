import APICallBase
import APICallModel
import APICallRequests
import APICallResponses
import APICallSafety
import APICallText
import YAMLTree

/// The file that a step, or an iteration of it, saves its response in.
struct StepFile {
  let path: SavePath
  let mark: Mark?
  let script: String
  let context: RunContext
  /// Why the script is not trusted; nil if it is.
  let distrust: Distrust?

  func open(for endpoint: EndpointSpec, errors: any ByteSink) throws(Failure) -> CallRun.Target {
    let file = try open()
    return (
      OutputRules(.saving(endpoint), in: file.context),
      OutputStreams(file: file, error: errors)
    )
  }

  func open() throws(Failure) -> any OutputFile {
    var path = path
    if let distrust {
      try check(distrust)
      path.replacesSavedOnly = WriteRule.foreignFile.holds
    }
    return try context.save(path)
  }

  /// Notes the origin of the file, which later calls may send.
  func note(_ origin: ResponseOrigin, of endpoint: EndpointSpec) {
    let world = context.resources.world
    guard RequestRule.savedResponses.holds,
      let canonical = world.files.canonicalPath(of: path.text)
    else { return }
    let provenance = origin.provenance(ofSaved: endpoint) {
      try? world.files.read(canonical, limit: BufferedBytes.limit)
    }
    world.trail.note(provenance, ofFile: canonical)
  }

  /// Refuses a path that the user did not give, or that is in a trusted folder, for a script that is
  /// not trusted.
  private func check(_ distrust: Distrust) throws(Failure) {
    guard !path.isFree else { return }
    guard path.isInto || !WriteRule.untrustedPath.holds
    else { throw Failure(untrusted: path.text, script, distrust, at: mark) }
    let world = context.resources.world
    guard WriteRule.trustedFolder.holds,
      let folder = world.files.canonicalPath(of: FilePath.folder(of: path.text)),
      world.caller.trusts(folder)
    else { return }
    throw Failure(
      .noPermission, "'\(path.text)' is in a trusted folder, and \(script) is not trusted",
      at: mark,
      hint: distrust.hint("allows files there to write it")
        + ", or give the whole path as an input")
  }
}

extension OutputRequest {
  /// The output request for a saved response: its body, or the values that the file selects.
  fileprivate static func saving(_ endpoint: EndpointSpec) -> OutputRequest {
    var request = OutputRequest(of: endpoint, format: nil, parts: [])
    request.place = .file
    request.color = .never
    request.refusesSecrets = true
    return request
  }
}
