import APICallBase
import APICallHTTP
import JSONText

/// The end of the way of an answer's values: they are written somewhere.
protocol ValueSink: ValueReceiver {
  /// Where they are written.
  var output: any ByteSink { get }
  /// Whether any value has begun.
  var hasValues: Bool { get }
  /// Writes a document that was read before, in place of its octets.
  func write(_ document: JSONDocument) throws(DeliveryError)
  /// Ends the whole, of which nothing need have come.
  func finish() throws(DeliveryError)
}

extension ValuePrinter: ValueSink {}
