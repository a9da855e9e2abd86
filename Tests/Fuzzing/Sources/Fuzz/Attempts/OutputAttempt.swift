@testable import APICallBase
@testable import APICallRun
@testable import APICallSpec
@testable import APICallHTTP
import APICallPlugins

/// Any decoder with any formatter: two bytes select them, and the rest is the body.
enum OutputAttempt {
  static func run(_ octets: [UInt8]) {
    guard octets.count >= 2 else { return }
    let decoder = Builtins.decoders[Int(octets[0]) % Builtins.decoders.count]
    let formatter = Builtins.formatters[Int(octets[1]) % Builtins.formatters.count]
    let body = Array(octets[2...])
    // Nothing before a fault is lost, but how much of it has been printed may differ.
    Pieces.agree(body, "\(formatter.name) of \(decoder.name)") { pieces in
      let text = PrintedText(pieces, decoder, formatter)
      return text.fault == nil ? text : PrintedText(fault: text.fault)
    }
  }
}

extension PrintedText {
  /// Creates an output with only a fault.
  init(fault: DeliveryError?) { self.fault = fault }
}
