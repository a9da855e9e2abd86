/// Why a redirect was not followed.
package struct RedirectFailure: Error, Sendable, Hashable {
  /// What is wrong with it.
  package enum Reason: Sendable, Hashable {
    /// So many were followed already, which is all that may be.
    case tooMany(limit: Int)
    /// It leads to a request that was answered already.
    case circle
    /// The answer has so many Location fields that differ.
    case severalLocations(Int)
    /// What the Location field says is no place for a request; the text says why.
    case unusableLocation(String)
    /// It leads from https to http.
    case insecure
    /// It leads to another origin, and the body that would have to be sent again holds a secret.
    case secretBody
    /// It leads to where the project does not want this method.
    case guarded
  }

  /// What is wrong.
  package var reason: Reason
  /// The status of the redirect.
  package var status: Int
  /// The URLs of the requests so far, in order: the first is the call's own.
  package var visited: [RequestURL]
  /// The request that would follow; nil where none can be made.
  package var next: Request?

  /// Creates a failure.
  ///
  /// - Parameters:
  ///   - reason: what is wrong.
  ///   - status: the status of the redirect.
  ///   - visited: the URLs of the requests so far.
  ///   - next: the request that would follow.
  package init(
    _ reason: Reason, status: Int, visited: [RequestURL], next: Request? = nil
  ) {
    self.reason = reason
    self.status = status
    self.visited = visited
    self.next = next
  }
}
