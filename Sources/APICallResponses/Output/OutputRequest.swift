package import APICallBase
import APICallContracts
import APICallLanguage
package import APICallModel
package import JSONText

/// What to print, as the user or the spec asks for it.
package struct OutputRequest: Sendable {
  /// The formatter; nil if none was named.
  ///
  /// For an iteration, it is that of the output of the whole step.
  package var format: String?
  /// The format as a script gives it, with its options; nil for that of the called file.
  package var given: WrittenName?
  /// The part of the response that is printed.
  package var content: Content
  /// The parts of each value that are printed; nil for all of it.
  package private(set) var columns: Columns?
  package var place = Place.standardOutput
  /// Whether a decoder was named, so that values are printed instead of bytes.
  package var namesDecoder = false
  /// The file that warnings about the output name; nil if only one is run.
  package var file: String?
  package var color = ColorChoice.automatic

  package init(format: String? = nil, content: Content = .body) {
    self.format = format
    self.content = content
  }

  /// The names of the columns of rows that the file makes; nil if they are those of the first row.
  package var rowColumns: [String]?

  /// Whether no row may be made of a secret, because a script saves the rows in a file that a later
  /// call could send.
  package var refusesSecrets = false

  /// The form in which an iteration passes its values to the output of the whole step.
  ///
  /// It is nil for a response that is printed by itself.
  package var iteration: IterationForm?

  /// The format in the file applies to its body; parts that `--print` selects are plain unless the
  /// command line names a format.
  package init(of endpoint: EndpointSpec, format: String?, parts: [Selection]) {
    self.init(format: format ?? (parts.isEmpty ? endpoint.format?.text : nil))
    if !parts.isEmpty {
      content = .parts(parts)
    } else if let select = endpoint.select {
      content = .values(select.path.path)
    } else if !endpoint.rows.isEmpty {
      content = .rows
      rowColumns = endpoint.rows.inEffect.columns
    }
    namesDecoder = endpoint.decode != nil
  }

  /// Prints only some columns of each value, as JSON unless a format is named.
  package mutating func choose(_ columns: Columns?) {
    guard let columns else { return }
    self.columns = columns
    format = format ?? StandardFormat.json
  }

  /// The part of a response that is printed.
  package enum Content: Sendable, Hashable {
    case body
    /// The parts that `--print` names, in order.
    case parts([Selection])
    /// The report on the run, as one JSON value.
    case envelope
    case values(JSONPath)
    case rows
    /// Nothing of an expected response.
    case nothing
  }

  /// Where the output goes.
  package enum Place: Sendable {
    case standardOutput
    /// A file, which never gets the body of an unexpected response.
    case file
  }

  /// The parts to print; empty if something else is printed.
  var parts: [Selection] {
    if case .parts(let parts) = content { return parts }
    return []
  }
}

/// The form in which an iteration of a loop passes its values to the output of the whole step.
package enum IterationForm: Sendable, Hashable {
  /// Its values, each as JSON on a line of its own.
  case values
  /// Bytes as they were received.
  case bytes

  /// The form for responses that are printed in a format; nil for none.
  package init(for format: String?) { self = format == StandardFormat.raw ? .bytes : .values }
}
