import CLibIDN2
import Glibc

/// International host names, and their ASCII form for DNS, TLS and HTTP.
package enum InternationalName {
  /// Converts a name to its ASCII form.
  ///
  /// Capital letters, full-width letters and other variants become the letter that they stand for,
  /// as in browsers.
  ///
  /// - SeeAlso: UTS #46, not transitional; RFC 5891; libidn2's `idn2_to_ascii_8z`.
  ///
  /// Returns the name in lower case, with every international label as `xn--…`. Throws an
  /// ``InternationalNameError`` if a label has no ASCII form.
  package static func ascii(_ name: String) throws(InternationalNameError) -> String {
    guard !name.utf8.contains(0) else { throw .forbiddenCharacter }
    var output: UnsafeMutablePointer<CChar>?
    let flags = Int32(IDN2_NFC_INPUT.rawValue | IDN2_NONTRANSITIONAL.rawValue)
    let code = idn2_to_ascii_8z(name, &output, flags)
    guard code == IDN2_OK.rawValue, let output else {
      throw InternationalNameError(code)
    }
    defer { idn2_free(output) }
    return String(cString: output)
  }
}

/// Why a name has no ASCII form.
package enum InternationalNameError: Error, Sendable, Hashable {
  /// A character or a sequence of characters that names cannot contain.
  case forbiddenCharacter
  /// A label of more than 63 bytes, or a name of more than 255, as DNS counts them.
  case tooLong
  case malformed

  init(_ code: Int32) {
    switch idn2_rc(code) {
    case IDN2_DISALLOWED, IDN2_NOT_NFC, IDN2_2HYPHEN, IDN2_HYPHEN_STARTEND, IDN2_LEADING_COMBINING,
      IDN2_CONTEXTJ, IDN2_CONTEXTO, IDN2_CONTEXTJ_NO_RULE, IDN2_CONTEXTO_NO_RULE, IDN2_UNASSIGNED,
      IDN2_BIDI, IDN2_DOT_IN_LABEL, IDN2_INVALID_NONTRANSITIONAL, IDN2_ENCODING_ERROR:
      self = .forbiddenCharacter
    case IDN2_TOO_BIG_DOMAIN, IDN2_TOO_BIG_LABEL, IDN2_PUNYCODE_BIG_OUTPUT: self = .tooLong
    default: self = .malformed
    }
  }

  /// The reason, in lower case and without a full stop.
  package var reason: String {
    switch self {
    case .forbiddenCharacter: "it contains a character that is not allowed in names"
    case .tooLong: "it is too long"
    case .malformed: "it has no ASCII form"
    }
  }
}
