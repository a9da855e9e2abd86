import APICallPlugins
import JSONText

/// JSON lines, compared with the individual lines.
enum LinesAttempt {
  static func run(_ octets: [UInt8]) {
    let (body, documents) = DecodedBody.agreed(octets, NDJSONDecoder.self)
    var lines = octets.starts(with: [0xEF, 0xBB, 0xBF]) ? octets[3...] : octets[...]
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
    require((body.fault != nil) == isFaulty, "\(octets.shown): \(body.fault as Any)")
    let isSame = documents.elementsEqual(expected) {
      JSONOutput.compacted([$0.octets]) == JSONOutput.compacted([$1.octets])
    }
    require(isSame, "\(octets.shown) is \(body.values.map(\.shown))")
  }
}
