import APICallCore

/// libFuzzer's loop, which calls back with one octet string after another.
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ count: UnsafeMutablePointer<Int32>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ callback: @convention(c) (UnsafePointer<UInt8>, Int) -> Int32
) -> Int32

/// The program's entry, under the name that SwiftPM gives to that of an executable.
///
/// Only a crash, a hang or too much memory is a finding: what the code says of a text is for the
/// other tests.
@_cdecl("Fuzz_main")
public func fuzz(
  _ count: Int32, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
) -> Int32 {
  var count = count
  var arguments = arguments
  return runDriver(&count, &arguments) { start, count in
    let octets = Array(UnsafeBufferPointer(start: start, count: count))
    // The first octet says what is tried; files of the corpus begin with its letter.
    guard let first = octets.first else { return 0 }
    let rest = Array(octets.dropFirst())
    switch first {
    case UInt8(ascii: "i"): Attempts.inputs(rest)
    case UInt8(ascii: "j"): Attempts.json(rest)
    default: Attempts.spec(rest)
    }
    return 0
  }
}
