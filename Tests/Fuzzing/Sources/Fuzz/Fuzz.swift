import Glibc

/// libFuzzer's loop, which calls back with one byte string after another.
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ count: UnsafeMutablePointer<Int32>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ callback: @convention(c) (UnsafePointer<UInt8>, Int) -> Int32
) -> Int32

/// The attempt that `FUZZ_ATTEMPT` selects by its letter; nil for all.
private let wanted = getenv("FUZZ_ATTEMPT").map { UInt8(bitPattern: $0[0]) }

/// The program's entry, under the name that SwiftPM gives to that of an executable.
///
/// A crash, a hang or too much memory is a finding, and so is a property that does not hold: each
/// attempt checks its own.
@_cdecl("Fuzz_main")
public func fuzz(
  _ count: Int32, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
) -> Int32 {
  var count = count
  var arguments = arguments
  return runDriver(&count, &arguments) { start, count in
    let octets = Array(UnsafeBufferPointer(start: start, count: count))
    // The first byte selects the attempt; files of the corpus begin with its letter.
    guard let first = octets.first else { return 0 }
    let attempt = Attempt(rawValue: wanted ?? first) ?? .spec
    // -1 keeps texts for other attempts out of the corpus.
    if wanted != nil, first != attempt.rawValue { return -1 }
    attempt.run(Array(octets.dropFirst()))
    return 0
  }
}

/// The attempts, by the letter that their texts begin with.
enum Attempt: UInt8 {
  case spec = 0x73
  case inputs = 0x69
  case json = 0x6A
  case path = 0x70
  case csv = 0x63
  case events = 0x65
  case lines = 0x6E
  case form = 0x66
  case yaml = 0x79
  case charsets = 0x68
  case terminal = 0x74
  case styles = 0x67
  case output = 0x6F
  case links = 0x6B
  case auth = 0x61
  case manifest = 0x6D
  case frames = 0x72

  func run(_ octets: [UInt8]) {
    switch self {
    case .spec: SpecAttempt.run(octets)
    case .inputs: InputsAttempt.run(octets)
    case .json: JSONAttempt.run(octets)
    case .path: PathAttempt.run(octets)
    case .csv: CSVAttempt.run(octets)
    case .events: EventsAttempt.run(octets)
    case .lines: LinesAttempt.run(octets)
    case .form: FormAttempt.run(octets)
    case .yaml: YAMLAttempt.run(octets)
    case .charsets: CharsetAttempt.run(octets)
    case .terminal: TerminalAttempt.run(octets)
    case .styles: StyleAttempt.run(octets)
    case .output: OutputAttempt.run(octets)
    case .links: LinkAttempt.run(octets)
    case .auth: AuthAttempt.run(octets)
    case .manifest: ManifestAttempt.run(octets)
    case .frames: FrameAttempt.run(octets)
    }
  }
}
