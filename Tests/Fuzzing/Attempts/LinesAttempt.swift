import APICallPlugins
import JSONText

/// JSON lines, compared with the individual lines.
enum LinesAttempt {
  static func run(_ bytes: [UInt8]) {
    let (body, documents) = DecodedBody.agreed(bytes, NDJSONDecoder.self)
    var lines = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
    var expected: [JSONDocument] = []
    var isFaulty = false
    while !lines.isEmpty, !isFaulty {
      let line = lines.prefix { $0 != 0x0A }
      lines = lines[line.endIndex...].dropFirst()
      if line.allSatisfy({ [0x20, 0x09, 0x0D].contains($0) }) { continue }
      // Only the beginning of the text may have a byte order mark.
      if !line.starts(with: [0xEF, 0xBB, 0xBF]), let document = try? JSONDocument(Array(line)) {
        expected.append(document)
      } else {
        isFaulty = true
      }
    }
    require((body.fault != nil) == isFaulty, "\(bytes.shown): \(body.fault as Any)")
    let isSame = documents.elementsEqual(expected) {
      JSONOutput.compacted([$0.bytes]) == JSONOutput.compacted([$1.bytes])
    }
    require(isSame, "\(bytes.shown) is \(body.values.map(\.shown))")
  }
}
