import APICallCore
import JSONText
import YAMLTree

/// What is tried with arbitrary octets.
enum Attempts {
  private static let reader = EndpointReader(
    vocabulary: .init(formatters: ["json", "raw"], requesters: ["curl"]))

  /// Reads a spec: YAML, all fields, placeholders, patterns; and makes a request of it.
  static func spec(_ octets: [UInt8]) {
    guard let endpoint = try? reader.read(Source(name: "call.yaml", octets: octets)) else { return }
    let builder = CallBuilder(world: .still, destination: Destination())
    _ = try? builder.call(endpoint, with: [])
  }

  /// Reads inputs as they are typed, one a line, for an endpoint that has one of each type.
  static func inputs(_ octets: [UInt8]) {
    let text = String(decoding: octets, as: UTF8.self)
    let assignments = text.split(separator: "\n")
      .compactMap { InputResolver.Assignment(String($0)) }
    guard let endpoint = try? reader.read(Source(name: "call.yaml", octets: Array(every.utf8)))
    else { return }
    let builder = CallBuilder(world: .still, destination: Destination())
    _ = try? builder.call(endpoint, with: assignments)
  }

  /// Reads JSON.
  static func json(_ octets: [UInt8]) {
    guard let document = try? JSONDocument(octets) else { return }
    _ = document.root.isEqual(to: document.root)
  }

  private static let every = """
    host: https://a.example
    path: /<s>/<i>
    inputs:
      s: {pattern: '^(a|b)+c$', optional: true, max_length: 20}
      i: {type: integer, min: -5, max: 100000000000000000000, default: 0}
      n: {type: number, min: 0.5, optional: true}
      b: {type: boolean, optional: true}
      a: {type: array, max_length: 3, optional: true}
      o: {type: object, optional: true}
      e: {enum: [x, y], optional: true}
      f: {format: email, optional: true}
      d: {format: date-time, optional: true}
      u: {format: uri, optional: true}
      h: {format: hostname, optional: true}
      p: {format: ipv6, optional: true}
    query: {n: <n>, e: <e>, f: <f>}
    json: {b: <b>, a: <a>, o: <o>, d: <d>, u: <u>, h: <h>, p: <p>}
    """
}

extension World {
  /// A world without files, in which it is always the same time.
  static let still = World(
    files: NoFiles(), digests: Digests(sha256: { _ in nil }, hmacSHA256: { _, _ in nil }),
    now: { Timestamp(seconds: 0) }, randomOctets: { [UInt8](repeating: 7, count: $0) })
}

/// A disk with nothing on it.
struct NoFiles: FileSystem {
  var workingDirectory: String { "/" }
  func read(_ path: String, limit: Int) throws(FileError) -> [UInt8] { throw .notFound }
  func open(_ path: String) throws(FileError) -> any FileReader { throw .notFound }
  func status(of path: String) -> FileStatus? { nil }
  func canonicalPath(of path: String) -> String? { nil }
  func names(in path: String) throws(FileError) -> [String] { throw .notFound }
}
