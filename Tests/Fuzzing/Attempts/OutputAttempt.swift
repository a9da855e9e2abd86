@testable import APICallText
@testable import APICallSafety
@testable import APICallBase
@testable import APICallRequests
@testable import APICallResponses
@testable import APICallRun
@testable import APICallLanguage
@testable import APICallModel
@testable import APICallReading
@testable import APICallHTTP
@testable import APICallContracts
import APICallPlugins

/// Any decoder with any formatter: two bytes select them, and the rest is the body.
enum OutputAttempt {
  static func run(_ bytes: [UInt8]) {
    guard bytes.count >= 2 else { return }
    let decoder = Builtins.decoders[Int(bytes[0]) % Builtins.decoders.count]
    let formatter = Builtins.formatters[Int(bytes[1]) % Builtins.formatters.count]
    let body = Array(bytes[2...])
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
