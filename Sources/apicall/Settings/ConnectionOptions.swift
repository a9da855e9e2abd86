import APICallBase
import APICallCurl
import APICallHTTP
import APICallModel
import APICallSafety
import APICallSystem
import CommandOptions

extension OptionSection<RunSettings> {
  /// The options that control the connection; files cannot set them.
  static var connection: OptionSection {
    OptionSection(
      "CONNECTION", place + transfer + tls, noting: { $0.connectionOptions.append($1) })
  }

  private static var place: [Option<RunSettings>] {
    [
      .value(
        "--proxy", short: "-x", "url",
        "Connect through this proxy: [scheme://][user:password@]host[:port]. The scheme is http, "
          + "https, socks5, socks5h or socks4a (default http); '' means no proxy."
      ) { (settings, text) throws(Failure) in
        settings.network.proxy =
          text.isEmpty ? .direct : .address(try read("--proxy", text, by: ProxyAddress.init))
      },
      .value(
        "--noproxy", "hosts",
        "Connect to these hosts without a proxy: names separated by commas, or '*'. Replaces "
          + "NO_PROXY."
      ) { $0.network.noProxy = $1 },
      .value(
        "--unix-socket", "path", "Connect to this Unix socket, whatever the host.", .path
      ) { (settings, path) throws(Failure) in
        // The size of a path in unix(7), without the NUL at its end.
        guard (1...107).contains(path.utf8.count), !path.utf8.contains(0) else {
          throw Failure(
            .usage, "--unix-socket: '\(path)' is not the path of a socket",
            hint: "a path has 1 to 107 bytes")
        }
        settings.network.unixSocket = path
      },
      .value(
        "--resolve", "addresses",
        "Use these addresses for a host, without a name lookup: host:port:address[,address]. May "
          + "be repeated."
      ) { (settings, text) throws(Failure) in
        settings.network.resolutions.append(
          try read("--resolve", text, by: HostResolution.init))
      },
      .detour { $0.network.detours.append($1) },
      .flag("--ipv4", short: "-4", "Connect to IPv4 addresses only.") {
        (settings) throws(Failure) in try settings.connect(to: .ipv4)
      },
      .flag("--ipv6", short: "-6", "Connect to IPv6 addresses only.") {
        (settings) throws(Failure) in try settings.connect(to: .ipv6)
      },
    ]
  }

  private static var transfer: [Option<RunSettings>] {
    [
      .word(
        "--http-version", "version",
        "Use this version of HTTP: 1.0, 1.1, 2 or 2-prior-knowledge (default 2)."
      ) { $0.network.httpVersion = $1 },
      .value(
        "--limit-rate", "size",
        "Limit the bytes sent and received per second, such as 1MiB (default no limit)."
      ) { (settings, text) throws(Failure) in
        settings.network.rateLimit = try writtenSize(
          text, of: "--limit-rate",
          hint: "write the bytes per second, or a number with a unit: 500KB, 10MiB, 1GiB")
      },
    ]
  }

  /// Options for TLS: the CA certificates to trust, and the client certificate to present.
  private static var tls: [Option<RunSettings>] {
    [
      .value(
        "--cacert", "file",
        "Trust the CA certificates in this PEM file instead of the system's.", .path
      ) { (settings, path) throws(Failure) in
        let file = try file("--cacert", path)
        settings.network.trust = TrustStore(
          file: file, directory: settings.network.trust?.directory)
      },
      .value(
        "--capath", "dir",
        "Trust the CA certificates in this folder, with hashed names, instead of the system's.",
        .path
      ) { (settings, path) throws(Failure) in
        _ = try rethrowing(SystemFiles().names(in: path)) { (error: FileError) in
          Failure(.noInput, "--capath: cannot read the folder '\(path)': \(error.reason)")
        }
        settings.network.trust = TrustStore(file: settings.network.trust?.file, directory: path)
      },
      .value(
        "--cert", "file",
        "Present this client certificate, in PEM form; the file can contain the key too.", .path
      ) { (settings, path) throws(Failure) in
        settings.network.clientCertificate = ClientCertificate(file: try file("--cert", path))
      },
      .value("--key", "file", "Use this key for the client certificate, in PEM form.", .path) {
        (settings, path) throws(Failure) in settings.key = try file("--key", path)
      },
      .value(
        "--passphrase-file", "file",
        "Read the key's passphrase from this file; it must be readable by you alone.", .path
      ) { $0.passphraseFile = $1 },
      .value(
        "--pin", "digests",
        "Require the server to have this public key: sha256//BASE64; separate several with ';'."
      ) { (settings, text) throws(Failure) in
        settings.network.pins = try read("--pin", text, by: KeyPins.init)
      },
      .word(
        "--tls-min", "version", "Require at least this version of TLS: 1.2 or 1.3 (default 1.2)."
      ) { $0.network.minimumTLS = $1 },
      .flag(
        "--insecure", short: "-k",
        "Do not check the server's certificate: anyone between you and the server can read "
          + "and change the traffic."
      ) { $0.network.isInsecure = true },
    ]
  }

  // MARK: Values

  fileprivate static func read<Value>(
    _ option: String, _ text: String, by reader: (String) throws(MalformedSetting) -> Value
  ) throws(Failure) -> Value {
    return try rethrowing(reader(text)) { (error: MalformedSetting) in
      Failure(.usage, "\(option): \(error.reason)", hint: error.hint)
    }
  }

  private static func file(_ option: String, _ path: String) throws(Failure) -> String {
    try rethrowing(ReadableFile.check(path)) { (error: FileError) in
      Failure(.noInput, "\(option): cannot read '\(path)': \(error.reason)")
    }
    return path
  }
}

extension Option {
  static func detour(_ apply: @escaping (inout Settings, HostDetour) -> Void) -> Option {
    .value(
      "--connect-to", "hosts",
      "Connect to another host than that of the URL: host1:port1:host2:port2. May be repeated."
    ) { (settings, text) throws(Failure) in
      apply(
        &settings, try OptionSection<RunSettings>.read("--connect-to", text, by: HostDetour.init))
    }
  }
}

extension RunSettings {
  /// The settings of connections; nil if no option sets one.
  var connection: CurlConnection? { connectionOptions.isEmpty ? nil : network }

  fileprivate mutating func connect(to family: CurlConnection.AddressFamily) throws(Failure) {
    guard network.addressFamily ?? family == family else {
      throw .combined(
        "--ipv4", "--ipv6", hint: "leave out both to try both kinds of addresses")
    }
    network.addressFamily = family
  }

  mutating func finishConnection() throws(Failure) {
    if network.unixSocket != nil, case .address = network.proxy {
      throw .combined("--proxy", "--unix-socket")
    }
    if network.clientCertificate != nil {
      network.clientCertificate?.key = key
      network.clientCertificate?.passphrase = try passphraseFile.map(Self.passphrase)
    } else if key != nil || passphraseFile != nil {
      throw Failure(
        .usage, "\(key != nil ? "--key" : "--passphrase-file") has no effect without a certificate",
        hint: "add --cert FILE")
    }
    let elsewhere = ["-x", "--proxy", "--unix-socket", "--resolve", "--connect-to"]
    if destination.mock != nil, let option = connectionOptions.first(where: elsewhere.contains) {
      throw .combined(
        option, "--mock",
        hint: "each of them sets where the request goes: leave out one of the two")
    }
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
          hint: "make it readable by you alone: chmod 600 '\(path)'")
      case .malformed:
        throw Failure(
          .badInput, "--passphrase-file: '\(path)' contains a NUL, which a passphrase cannot")
      }
    }
  }
}
