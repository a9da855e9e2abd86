import APICallRequests

/// The resources of calls behind one reference, which is copied faster than all of them.
final class SharedResources: Sendable {
  let resources: CallResources

  init(_ resources: CallResources) { self.resources = resources }
}
