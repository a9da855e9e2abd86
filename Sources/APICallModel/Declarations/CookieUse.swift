/// `cookies:`: where the cookies of a call are kept.
package enum CookieUse: Sendable, Hashable {
  /// For the other calls of the run.
  case run
  /// For later runs of the project as well, under a name.
  case kept(String)
}
