package import APICallSafety

/// How the servers at some origins prove who they are, and the client to them, besides what the
/// user's options say.
package struct ServerIdentity: Sendable, Hashable {
  package let origins: [Origin]
  /// The path of a file with the certificates of the authorities to trust, in PEM form, instead of
  /// the system's.
  package var authorities: String?
  package var pins: KeyPins?
  /// The paths of files with the certificate of the client and its key, in PEM form; nil without one,
  /// or if the key is in the same file.
  package var certificate: String?
  package var key: String?

  package init(of origins: [Origin], pins: KeyPins?) {
    self.origins = origins
    self.pins = pins
  }
}
