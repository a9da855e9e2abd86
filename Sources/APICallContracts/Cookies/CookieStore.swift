package import APICallBase
package import APICallHTTP
import Synchronization

/// Stores the cookies of several calls.
package protocol CookieStore: Sendable {
  /// Returns the cookies as they are now.
  func jar() throws(Failure) -> CookieJar

  /// Changes the cookies under a lock; `change` returns whether it has changed anything.
  func update(_ change: (inout CookieJar) -> Bool) async throws(Failure)

  /// Returns the store of one of several users; the store itself if they share it.
  func store(of user: String) -> any CookieStore
}

extension CookieStore {
  package func store(of user: String) -> any CookieStore { self }
}

/// The cookies of a run.
package final class RunCookies: CookieStore {
  private let cookies = Mutex(CookieJar())
  private let others = Mutex<[String: RunCookies]>([:])

  package init() {}

  package func jar() -> CookieJar { cookies.withLock { $0 } }

  package func update(_ change: (inout CookieJar) -> Bool) {
    cookies.withLock { _ = change(&$0) }
  }

  package func store(of user: String) -> any CookieStore {
    guard !user.isEmpty else { return self }
    return others.withLock { others in
      let store = others[user] ?? RunCookies()
      others[user] = store
      return store
    }
  }
}
