/// A body that nobody wants to see: what is wrong with it has been said.
final class UnseenBody: BodyRoute, BodyReader {
  let wantsMore: Bool

  /// Creates a route.
  ///
  /// - Parameter isRead: whether the body is read to its end all the same.
  init(isRead: Bool) { wantsMore = isRead }

  func receive(_ octets: Span<UInt8>) {}
  func finish() {}
  func read(_ held: HeldBody) {}
}
