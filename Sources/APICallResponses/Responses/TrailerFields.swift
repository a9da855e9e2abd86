package import APICallHTTP

/// The trailer fields of one response, which all its readers share because they arrive after the
/// body (RFC 9110, section 6.5).
package final class TrailerFields {
  /// The fields in the order in which they arrived; none before the end of the body.
  package var fields: [ResponseHead.Field] = []

  package init() {}
}
