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
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    // The first byte selects the attempt; files of the corpus begin with its letter.
    guard let first = bytes.first else { return 0 }
    let attempt = Attempt(rawValue: wanted ?? first) ?? .spec
    // -1 keeps texts for other attempts out of the corpus.
    if wanted != nil, first != attempt.rawValue { return -1 }
    attempt.run(Array(bytes.dropFirst()))
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

  func run(_ bytes: [UInt8]) {
    switch self {
    case .spec: SpecAttempt.run(bytes)
    case .inputs: InputsAttempt.run(bytes)
    case .json: JSONAttempt.run(bytes)
    case .path: PathAttempt.run(bytes)
    case .csv: CSVAttempt.run(bytes)
    case .events: EventsAttempt.run(bytes)
    case .lines: LinesAttempt.run(bytes)
    case .form: FormAttempt.run(bytes)
    case .yaml: YAMLAttempt.run(bytes)
    case .charsets: CharsetAttempt.run(bytes)
    case .terminal: TerminalAttempt.run(bytes)
    case .styles: StyleAttempt.run(bytes)
    case .output: OutputAttempt.run(bytes)
    case .links: LinkAttempt.run(bytes)
    case .auth: AuthAttempt.run(bytes)
    case .manifest: ManifestAttempt.run(bytes)
    case .frames: FrameAttempt.run(bytes)
    }
  }
}
