import APICallSpec
import APICallBase
import APICallCurl
import APICallSystem

extension ConnectionSettings {
  /// Reads the options.
  ///
  /// - Parameter scanned: the command line.
  /// - Throws: a ``Failure`` with exit status 64 for what is malformed, 66 for files that cannot be
  ///   read, 77 for a passphrase that others can read.
  init(_ scanned: ArgumentScanner.Scanned) throws(Failure) {
    self.init()
    try readPlace(scanned)
    try readTransfer(scanned)
    try readTLS(scanned)
  }

  /// What is connected to.
  private mutating func readPlace(_ scanned: ArgumentScanner.Scanned) throws(Failure) {
    if let text = scanned.values(of: "-x", "--proxy").last {
      proxy =
        text.isEmpty
        ? .direct
        : .address(
          try Self.read("--proxy", text) { (text) throws(MalformedSetting) in
            try ProxyAddress(text)
          })
    }
    noProxy = scanned.values(of: "--noproxy").last
    for text in scanned.values(of: "--resolve") {
      resolutions.append(
        try Self.read("--resolve", text) { (text) throws(MalformedSetting) in
          try HostResolution(text)
        })
    }
    for text in scanned.values(of: "--connect-to") {
      detours.append(
        try Self.read("--connect-to", text) { (text) throws(MalformedSetting) in
          try HostDetour(text)
        })
    }
    guard let path = scanned.values(of: "--unix-socket").last else { return }
    // What sockaddr_un(7) has room for, less the NUL at its end.
    guard (1...107).contains(path.utf8.count), !path.utf8.contains(0) else {
      throw Failure(
        .usage, "--unix-socket: '\(path)' is not the path of a socket",
        hint: "a path is 1 to 107 octets long")
    }
    if case .address = proxy {
      throw Failure(
        .usage, "--proxy and --unix-socket do not go together", hint: "leave out one of the two")
    }
    unixSocket = path
  }

  /// How it is spoken.
  private mutating func readTransfer(_ scanned: ArgumentScanner.Scanned) throws(Failure) {
    let isIPv4 = scanned.flags.contains { ["-4", "--ipv4"].contains($0) }
    let isIPv6 = scanned.flags.contains { ["-6", "--ipv6"].contains($0) }
    if isIPv4, isIPv6 {
      throw Failure(
        .usage, "--ipv4 and --ipv6 do not go together", hint: "without either, both are tried")
    }
    addressFamily = isIPv4 ? .ipv4 : isIPv6 ? .ipv6 : nil
    if let text = scanned.values(of: "--http-version").last {
      httpVersion = try Self.choice("--http-version", text, "version of HTTP")
    }
    if let text = scanned.values(of: "--limit-rate").last {
      guard let rate = WrittenSize.octets(of: text) else {
        throw Failure(
          .usage, "--limit-rate: '\(text)' is not a size",
          hint: "write the octets of a second, or a number with a unit: 500KB, 10MiB, 1GiB")
      }
      rateLimit = rate
    }
  }

  /// Whom TLS trusts, and what it shows.
  private mutating func readTLS(_ scanned: ArgumentScanner.Scanned) throws(Failure) {
    let file = try Self.file("--cacert", scanned)
    let folder = try Self.folder("--capath", scanned)
    if file != nil || folder != nil { trust = TrustStore(file: file, directory: folder) }
    let key = try Self.file("--key", scanned)
    let passphrase = scanned.values(of: "--passphrase-file").last
    if let certificate = try Self.file("--cert", scanned) {
      clientCertificate = ClientCertificate(file: certificate, key: key)
      if let passphrase {
        clientCertificate?.passphrase = try Self.passphrase(passphrase)
      }
    } else if key != nil || passphrase != nil {
      throw Failure(
        .usage, "\(key != nil ? "--key" : "--passphrase-file") is of no use without a certificate",
        hint: "name it as well: --cert FILE")
    }
    if let text = scanned.values(of: "--pin").last {
      pins = try Self.read("--pin", text) { (text) throws(MalformedSetting) in try KeyPins(text) }
    }
    if let text = scanned.values(of: "--tls-min").last {
      minimumTLS = try Self.choice("--tls-min", text, "version of TLS that can be asked for")
    }
    isInsecure = scanned.flags.contains { ["-k", "--insecure"].contains($0) }
  }

  // MARK: Values

  private static func read<Value>(
    _ option: String, _ text: String, by reader: (String) throws(MalformedSetting) -> Value
  ) throws(Failure) -> Value {
    do throws(MalformedSetting) {
      return try reader(text)
    } catch {
      throw Failure(.usage, "\(option): \(error.reason)", hint: error.hint)
    }
  }

  private static func choice<Choice: RawRepresentable & CaseIterable>(
    _ option: String, _ text: String, _ noun: String
  ) throws(Failure) -> Choice where Choice.RawValue == String {
    guard let choice = Choice(rawValue: text) else {
      let all = Choice.allCases.map(\.rawValue).joined(separator: ", ")
      throw Failure(.usage, "\(option): '\(text)' is no \(noun)", hint: "it is one of \(all)")
    }
    return choice
  }

  /// The path of a file that can be read; nil where the option is not given.
  private static func file(
    _ option: String, _ scanned: ArgumentScanner.Scanned
  ) throws(Failure) -> String? {
    guard let path = scanned.values(of: option).last else { return nil }
    do throws(FileError) {
      try ReadableFile.check(path)
    } catch {
      throw Failure(.noInput, "\(option): cannot read '\(path)': \(error.reason)")
    }
    return path
  }

  /// The path of a folder; nil where the option is not given.
  private static func folder(
    _ option: String, _ scanned: ArgumentScanner.Scanned
  ) throws(Failure) -> String? {
    guard let path = scanned.values(of: option).last else { return nil }
    do throws(FileError) {
      _ = try SystemFiles().names(in: path)
    } catch {
      throw Failure(.noInput, "\(option): cannot read the folder '\(path)': \(error.reason)")
    }
    return path
  }

  private static func passphrase(_ path: String) throws(Failure) -> ProtectedText {
    do throws(PassphraseFile.Problem) {
      return try PassphraseFile.read(path)
    } catch {
      switch error {
      case .unreadable(let error):
        throw Failure(.noInput, "--passphrase-file: cannot read '\(path)': \(error.reason)")
      case .exposed:
        throw Failure(
          .noPermission, "--passphrase-file: '\(path)' can be read by others",
          hint: "take their rights away: chmod 600 '\(path)'")
      case .malformed:
        throw Failure(
          .badInput, "--passphrase-file: '\(path)' holds a NUL, which no passphrase can")
      }
    }
  }
}
