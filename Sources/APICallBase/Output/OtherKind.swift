/// A body that is not of the kind that is read: its media type, and its beginning for messages.
package struct OtherKind: Sendable, Hashable {
  /// The most bytes of the beginning that are kept.
  package static let longest = 256

  /// The name of the decoder that was to read it; empty if a decoder has found it, which does not
  /// know the rest.
  package let decoder: String
  package let mediaType: String?
  /// The beginning of the body; empty if there is nothing to see in it.
  package let start: [UInt8]
  /// What is wrong with it; nil if the media type or the beginning is enough.
  package let reason: String?
  /// What to do about it; nil for what is usual.
  package let hint: String?

  package init(
    readAs decoder: String, mediaType: String?, start: some Collection<UInt8>,
    reason: String? = nil, hint: String? = nil
  ) {
    self.decoder = decoder
    self.mediaType = mediaType
    self.start = Array(start.prefix(Self.longest))
    self.reason = reason
    self.hint = hint
  }

  /// Creates what a decoder finds.
  package init(_ reason: String) {
    self.init(readAs: "", mediaType: nil, start: [], reason: reason)
  }
}
