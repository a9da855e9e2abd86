import APICallBase
import APICallSafety
import APICallSystem
import APICallText
import JSONText

/// Lists the secrets of all sources.
struct SecretInventory {
  let store: SecretStore
  let isJSON: Bool

  /// Prints the secrets of all sources that can list them, in the order of the lookup.
  ///
  /// Throws the ``Failure`` of the first source that cannot list its secrets.
  func print() throws(Failure) {
    let sources = try SecretProblem.asFailure { () throws(SecretProblem) in try store.sources() }
    var rows: [(source: String, listing: SecretListing)] = []
    var failure: Failure?
    for source in sources {
      do throws(SecretProblem) {
        rows += try source.list().sorted { $0.name < $1.name }.map { (source.name, $0) }
      } catch {
        failure = failure ?? error.failure
      }
    }
    let lines =
      isJSON
      ? rows.map { Self.json(of: $0.listing, in: $0.source) }
      : TextColumns.lines(
        rows.map { [$0.listing.name, $0.source, $0.listing.origins.joined(separator: " ")] })
    try Printing.print(lines.map { "\($0)\n" }.joined())
    if let failure { throw failure }
  }

  private static func json(of listing: SecretListing, in source: String) -> String {
    BuiltJSON.map([
      ("name", .text(listing.name)), ("source", .text(source)),
      ("origins", .texts(listing.origins)),
    ]).compact
  }
}
