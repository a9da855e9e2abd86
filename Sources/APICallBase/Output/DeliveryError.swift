/// Why an answer could not be brought to its reader.
package enum DeliveryError: Error, Sendable, Hashable {
  /// The body is not what its media type says; the text says where and why.
  case malformed(String)
  /// The value cannot be put into the format; the text says why, the hint what would have room for
  /// it.
  case unsuitable(String, hint: String? = nil)
  /// There is nothing in the answer of what was to be selected; the text says why, the hint what
  /// there is.
  case unselectable(String, hint: String?)
  /// A plugin that had a part in it did not do its work.
  case plugin(PluginFailure)
  /// What has come is not as it is expected; what is wrong with it was noted.
  case unexpected
  /// The octets are not text, and the output is a terminal.
  case notText
  /// What has to be held in memory is longer than the limit, in octets.
  case tooLarge(limit: Int)
  /// Nothing more can be written.
  case output(OutputFailure)

  /// Why nothing can be written.
  package enum OutputFailure: Sendable, Hashable {
    /// The reader has gone: the other end of the pipe is closed.
    case closed
    /// A signal asked the program to end.
    case interrupted
    /// Anything else, in the system's words: `no space left on device`.
    case failed(String)
    /// The same of a file that was named.
    case fileFailed(String, reason: String)
  }
}
