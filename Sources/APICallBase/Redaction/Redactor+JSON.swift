import JSONText

extension Redactor {
  /// Masks the secrets in JSON text, which stays JSON.
  ///
  /// Strings are looked at one by one, keys too: one that holds a secret is written anew, all others
  /// stay as they are. A number that holds one becomes the string of the mask.
  ///
  /// - Parameter json: JSON, or values of it one after the other.
  /// - Returns: the JSON without secrets.
  package func masking(json: [UInt8]) -> [UInt8] {
    guard !isEmpty else { return json }
    var result: [UInt8] = []
    result.reserveCapacity(json.count)
    var position = 0
    while position < json.count {
      let end = Self.endOfToken(in: json, at: position)
      let token = json[position..<end]
      switch json[position] {
      case UInt8(ascii: "\""): appendMasked(string: token, to: &result)
      case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        let isSecret = protecting(ProtectedText(octets: Array(token))).holdsSecret
        result += isSecret ? Array("\"\(ProtectedText.mask)\"".utf8)[...] : token
      default: result += token
      }
      position = end
    }
    return result
  }

  /// The end of a string, of a number, or of anything else, which is one octet.
  private static func endOfToken(in json: [UInt8], at start: Int) -> Int {
    var end = start + 1
    switch json[start] {
    case UInt8(ascii: "\""):
      while end < json.count, json[end] != UInt8(ascii: "\"") {
        end += json[end] == UInt8(ascii: "\\") ? 2 : 1
      }
      return min(end + 1, json.count)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      while end < json.count, json[end].isASCIIDigit || "+-.eE".utf8.contains(json[end]) {
        end += 1
      }
      return end
    default: return end
    }
  }

  private func appendMasked(string token: ArraySlice<UInt8>, to result: inout [UInt8]) {
    // What was cut off in the middle of a string is no JSON, and masked as the text that it is.
    guard let text = try? Value(json: String(decoding: token, as: UTF8.self)).plainText else {
      result += masking(String(decoding: token, as: UTF8.self)).utf8
      return
    }
    let masked = masking(text)
    if masked != text {
      JSONWriter.append(string: masked, to: &result)
    } else {
      result += token
    }
  }
}
