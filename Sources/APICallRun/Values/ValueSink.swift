import APICallBase
import APICallHTTP

/// The end of the way of an answer's values: they are written somewhere.
protocol ValueSink: ValueReceiver {
  /// Where they are written.
  var output: any ByteSink { get }
  /// Whether any value has begun.
  var hasValues: Bool { get }
  /// Ends the whole, of which nothing need have come.
  func finish() throws(DeliveryError)
}

extension ValuePrinter: ValueSink {}
