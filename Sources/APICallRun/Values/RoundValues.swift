package import APICallBase
package import APICallHTTP
import APICallSpec
import JSONText

/// Writes values as a loop's rounds hand them on: each as JSON without white space on a line of its
/// own, whatever it is.
package struct RoundValues: ValueFormatting {
  package let checksJSON = true
  package let layout = OutputLayout.values
  package let takesText = false

  private var compactor = JSONCompactor()
  private var buffer: [UInt8] = []

  package init() {}

  package mutating func begin(_ kind: ValueKind, _ output: any ByteSink) throws(DeliveryError) {
    guard kind != .octets else {
      throw .unsuitable("octets cannot stand among the values of a step's rounds")
    }
    compactor = JSONCompactor()
  }

  package mutating func format(
    _ octets: Span<UInt8>, _ output: any ByteSink
  ) throws(DeliveryError) {
    try write(to: output) { (compactor, buffer) throws(JSONSyntaxError) in
      try compactor.push(octets, into: &buffer)
    }
  }

  package mutating func end(_ output: any ByteSink) throws(DeliveryError) {
    try write(to: output) { (compactor, buffer) throws(JSONSyntaxError) in
      try compactor.finish(into: &buffer)
      buffer.append(0x0A)
    }
  }

  private mutating func write(
    to output: any ByteSink,
    _ read: (inout JSONCompactor, inout [UInt8]) throws(JSONSyntaxError) -> Void
  ) throws(DeliveryError) {
    buffer.removeAll(keepingCapacity: true)
    do {
      try read(&compactor, &buffer)
    } catch {
      throw .malformed(error.description)
    }
    try output.write(buffer.span)
  }
}

/// Reads such lines, and hands the values on.
package final class RoundLines: ByteSink {
  private let values: any ValueReceiver
  private var isOpen = false

  /// Creates a reader.
  ///
  /// - Parameter values: gets the values.
  package init(to values: any ValueReceiver) { self.values = values }

  package func write(_ octets: Span<UInt8>) throws(DeliveryError) {
    var start = 0
    while start < octets.count {
      if !isOpen { try values.begin(.json) }
      isOpen = true
      let end = octets.indexOfLineFeed(from: start) ?? octets.count
      try values.receive(octets.extracting(start..<end))
      if end < octets.count {
        try values.end()
        isOpen = false
      }
      start = end + 1
    }
  }

  package func flush() {}
}
