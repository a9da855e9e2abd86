package import APICallBase
import APICallHTTP
package import APICallSpec
package import JSONText

/// What the user asked to have printed, on the command line or in the spec.
package struct OutputRequest: Sendable {
  /// The formatter; nil if nobody named one.
  package var format: String?
  /// What of the response is printed.
  package var content: Content
  /// Where it goes.
  package var place = Place.standardOutput
  /// Whether somebody named a decoder, so that values are wanted and not bytes.
  package var namesDecoder = false
  /// Whether styles are shown in colour.
  package var color = ColorChoice.automatic

  package init(format: String? = nil, content: Content = .body) {
    self.format = format
    self.content = content
  }

  /// What a round hands on to what prints those of all rounds; nil for a response that is printed by
  /// itself.
  package var round: RoundForm?

  /// Puts together what is asked for of a call.
  ///
  /// The file's format is for its body; what `--print` takes out of it is plain unless a format is
  /// asked for beside it.
  ///
  /// - Parameters:
  ///   - endpoint: the file.
  ///   - format: the formatter that was named on the command line, or nil.
  ///   - parts: the parts that were asked for there; none for the body.
  package init(of endpoint: Endpoint, format: String?, parts: [Selection]) {
    self.init(format: format ?? (parts.isEmpty ? endpoint.format?.text : nil))
    if !parts.isEmpty {
      content = .parts(parts)
    } else if let select = endpoint.select {
      content = .values(select.path)
    }
    namesDecoder = endpoint.decode != nil
  }

  /// What of a response is printed.
  package enum Content: Sendable, Hashable {
    /// Its body.
    case body
    /// The parts that `--print` names, in order.
    case parts([Selection])
    /// All there is to say of the run, as one JSON value.
    case envelope
    /// What a path leads to in its values.
    case values(JSONPath)
    /// Nothing of a good one.
    case nothing
  }

  /// Where what is printed goes.
  package enum Place: Sendable {
    case standardOutput
    /// A file, which never gets the body of an unexpected response.
    case file
  }

  /// The parts that are asked for; none where it is something else.
  var parts: [Selection] {
    if case .parts(let parts) = content { return parts }
    return []
  }
}

/// What a round of a loop hands to what prints those of all rounds.
package enum RoundForm: Sendable, Hashable {
  /// Its values, each as JSON on a line of its own.
  case values
  /// Bytes as they came.
  case octets

  /// What the rounds hand on of answers that are printed in a format; nil for none.
  package init(for format: String?) { self = format == StandardFormat.raw ? .octets : .values }
}
