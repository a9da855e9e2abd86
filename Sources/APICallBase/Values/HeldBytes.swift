/// What is held in memory of one body, file or list.
package enum HeldBytes {
  /// The most bytes of it, unless the file says `max_body`.
  package static let limit = 64 << 20
}
