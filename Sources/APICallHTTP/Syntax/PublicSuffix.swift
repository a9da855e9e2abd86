import CLibPSL

/// The domains below which everybody can register names, such as `co.uk`: psl_is_public_suffix2(3).
enum PublicSuffix {
  /// The list of the system, or the one that libpsl was built with, whichever is newer; nil if
  /// neither can be read.
  private nonisolated(unsafe) static let list = psl_latest(nil)

  /// Returns whether a domain is a public suffix; a single label always is, and without the list
  /// every domain.
  ///
  /// The domain is in lower case, as it is sent, without dots around it.
  static func contains(_ domain: String) -> Bool {
    guard let list else { return true }
    let plain = domain.hasSuffix(".") ? String(domain.dropLast()) : domain
    return !plain.contains(".") || psl_is_public_suffix2(list, plain, PSL_TYPE_ANY) == 1
  }
}
