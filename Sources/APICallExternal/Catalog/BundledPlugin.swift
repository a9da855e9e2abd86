/// A plugin that comes with apicall, as a package of its own below `plugins/`.
package struct BundledPlugin: Sendable {
  /// Its name.
  package let name: String
  /// What it is, in a few words.
  package let summary: String
  /// The Debian package whose library it is built with; nil where it needs none.
  package let package: String?

  /// All of them.
  package static let all = [
    BundledPlugin(
      name: "urlsession", summary: "a requester that sends with URLSession", package: nil),
    BundledPlugin(name: "jq", summary: "a formatter that runs a jq program", package: "libjq-dev"),
    BundledPlugin(name: "xml", summary: "a decoder for XML", package: "libxml2-dev"),
    BundledPlugin(
      name: "keyring", summary: "secrets in the keyring of the desktop", package: "libsecret-1-dev"),
  ]
}
