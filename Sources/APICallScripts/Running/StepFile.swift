import APICallBase
import APICallRun
import APICallSpec
import YAMLTree

/// The file that a step, or a iteration of it, saves its answer in.
struct StepFile {
  let path: SavePath
  /// The place of `save:`.
  let mark: Mark?
  /// The script.
  let script: String
  let surroundings: RunContext

  /// Opens the file.
  ///
  /// - Parameters:
  ///   - endpoint: the call whose answer is saved.
  ///   - errors: where the body of an unexpected answer is shown.
  /// - Returns: where the answer goes.
  /// - Throws: a ``Failure`` where it may not or cannot be written.
  func open(for endpoint: Endpoint, errors: any ByteSink) throws(Failure) -> CallRun.Target {
    try checkTrust()
    let file = try surroundings.save(path)
    return (
      OutputRules(.saving(endpoint), in: file.surroundings),
      OutputStreams(file: file, error: errors)
    )
  }

  /// Notes where the file comes from, which later calls may send.
  func note(_ origin: ResponseOrigin, of endpoint: Endpoint) {
    let world = surroundings.resources.world
    world.trail.note(saved: path.text, from: origin, of: endpoint, in: world.files)
  }

  /// Refuses to write what apicall would read as its own, or into a folder that the user trusts, for a
  /// script that the user does not trust.
  private func checkTrust() throws(Failure) {
    guard !path.isFree else { return }
    let world = surroundings.resources.world
    var problem: String?
    if WriteRule.trustedFolder.holds,
      let folder = world.files.canonicalPath(of: FilePath.folder(of: path.text)),
      world.caller.trusts(folder)
    {
      problem = "is in a folder that is trusted"
    } else if WriteRule.specName.holds, let name = path.segments.last?.name, Project.reads(name) {
      problem = "is a file that apicall would read as one of its own"
    }
    guard let problem, let distrust = surroundings.resources.sources.chain?.distrust(in: world)
    else { return }
    throw Failure(
      .noPermission, "'\(path.text)' \(problem), and \(script) is not trusted", at: mark,
      hint: distrust.hint("lets files there write it") + ", or give the whole path as an input")
  }
}

extension OutputRequest {
  /// What is asked for of an answer that a step saves: its body, or what the file selects of it.
  fileprivate static func saving(_ endpoint: Endpoint) -> OutputRequest {
    var request = OutputRequest(of: endpoint, format: nil, parts: [])
    request.place = .file
    request.color = .never
    return request
  }
}

extension SecretTrail {
  /// Notes what a step has saved.
  ///
  /// - Parameters:
  ///   - path: the file; one that is longer than ``BufferedBytes/limit`` counts as one that holds secrets.
  ///   - origin: where the response comes from.
  ///   - endpoint: the call, whose outputs tell what is secret in it.
  ///   - files: where it is.
  func note(
    saved path: String, from origin: ResponseOrigin, of endpoint: Endpoint,
    in files: any FileSystem
  ) {
    guard RequestRule.savedResponses.holds,
      let canonical = files.canonicalPath(of: path)
    else { return }
    let provenance = origin.provenance(ofSaved: endpoint) {
      try? files.read(canonical, limit: BufferedBytes.limit)
    }
    note(provenance, ofFile: canonical)
  }
}
