package import APICallBase
package import APICallHTTP
import Synchronization

/// Stores the cookies of several calls.
package protocol CookieStore: Sendable {
  /// Returns the cookies as they are now.
  func jar() throws(Failure) -> CookieJar

  /// Changes the cookies under a lock; `change` returns whether it has changed anything.
  func update(_ change: (inout CookieJar) -> Bool) async throws(Failure)
}

/// The cookies of a run.
package final class RunCookies: CookieStore {
  private let cookies = Mutex(CookieJar())

  package init() {}

  package func jar() -> CookieJar { cookies.withLock { $0 } }

  package func update(_ change: (inout CookieJar) -> Bool) {
    cookies.withLock { _ = change(&$0) }
  }
}
