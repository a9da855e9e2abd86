package import APICallBase
package import APICallContracts
package import APICallModel
package import APICallSafety
import Synchronization

/// The cookies of a run: those of its calls together, and those that it keeps under names.
package final class CookieStores: Sendable {
  /// Finds the store of a name between runs, for the files of trusted folders or for others; nil if
  /// nothing is kept.
  package typealias Finding =
    @Sendable (_ name: String, _ distrust: Distrust?, CallResources) throws(Failure) -> (
      any CookieStore
    )?

  /// The store that the user named for all calls; nil without one.
  private let file: (any CookieStore)?
  private let find: Finding
  /// The stores of this run, by their names and whether they are for trusted folders.
  private let known = Mutex<[String: RunCookies]>([:])

  package init(
    file: (any CookieStore)? = nil, finding find: @escaping Finding = { _, _, _ in nil }
  ) {
    self.file = file
    self.find = find
  }

  /// Returns the store of the cookies of an endpoint; nil if it has none.
  ///
  /// The files of trusted folders and others share no cookies.
  package func store(
    for endpoint: EndpointSpec, isKept: Bool, in resources: CallResources
  ) throws(Failure) -> (any CookieStore)? {
    if let file, isKept { return file }
    guard let use = endpoint.cookies else { return nil }
    let distrust = endpoint.distrust(after: resources.sources.chain, in: resources.world)
    var name = ""
    if case .kept(let own) = use {
      if isKept, let found = try find(own, distrust, resources) { return found }
      name = own
    }
    return known.withLock { known in
      let key = "\(distrust == nil) \(name)"
      let store = known[key] ?? RunCookies()
      known[key] = store
      return store
    }
  }
}
