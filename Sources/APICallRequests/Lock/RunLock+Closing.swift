package import APICallBase
import APICallLanguage
package import APICallModel
import APICallReading
package import APICallSafety
import YAMLTree

extension RunLock {
  /// Decides what a run may do, before its first request.
  ///
  /// If the user has not granted the files a secret, and there is a terminal, it asks, and keeps the
  /// answer.
  ///
  /// Returns the lock; nil if the user trusts all files, or if they name no stored secret, or if no
  /// request leaves this machine. Throws a ``Failure`` with exit status 77 and each secret that is
  /// not granted and each request in the files that the run may not send.
  package static func close(
    over files: [Runnable], with resources: CallResources
  ) throws(Failure) -> RunLock? {
    guard !resources.destination.isLocal, RequestRule.lock.holds else { return nil }
    let mentions = files.flatMap(\.secretMentions)
    var heads: [EndpointSpec] = []
    var calls: [EndpointSpec] = []
    for file in files {
      file.visitFiles { file, isCall in
        heads.append(file)
        if isCall, resources.isRemote(file) { calls.append(file) }
      }
    }
    // The text of a body is not read yet.
    let hasTexts = calls.contains { $0.body?.fileNames.contains(SecretName.prefix) == true }
    guard !mentions.isEmpty || hasTexts, !calls.isEmpty else { return nil }
    let folders = UntrustedFolder.all(of: heads, in: resources.world)
    guard !folders.isEmpty else { return nil }
    var grants = GrantSearch(
      folders: folders, calls: calls, hasTexts: hasTexts, resources: resources)
    for mention in mentions { try grants.add(mention, among: mentions) }
    guard grants.problems.isEmpty else { throw Failure(.noPermission, grants.problems) }
    let lock = RunLock(grants.keys, naming: grants.names)
    let problems = calls.flatMap { lock.problems(of: $0, among: calls, with: resources) }
    guard problems.isEmpty else { throw Failure(.noPermission, problems) }
    return lock
  }

  /// The requests of an endpoint that may not be sent, as far as its file shows.
  private func problems(
    of endpoint: EndpointSpec, among calls: [EndpointSpec], with resources: CallResources
  ) -> [Message] {
    var found: [Message] = []
    func add(_ refusal: Refusal, at mark: Mark?) {
      found.append(
        refusal.diagnostic(at: mark) { SecretGrant(wantedBy: calls, of: $0, with: resources) })
    }
    if let refusal = endpoint.shownOrigin(with: resources).flatMap({ refusal(toReach: $0) }) {
      add(refusal, at: endpoint.targetMark)
    }
    if let method = endpoint.shownMethod(with: resources),
      let key = keys.first(where: { $0.grant.methods?.contains(method) == false })
    {
      add(.method(method, key), at: endpoint.method?.mark ?? endpoint.targetMark)
    }
    for key in keys where !key.grant.allowsContent {
      if let mark = endpoint.contentMark(ofSecret: key.root.name) { add(.content(key), at: mark) }
    }
    return found
  }
}

extension CallResources {
  fileprivate func isRemote(_ endpoint: EndpointSpec) -> Bool {
    registry.isRemote(requesterName(for: endpoint))
  }
}
