import APICallBase
import APICallCurl
import APICallSpec
import APICallSystem
import CommandOptions

extension OptionSection<RunSettings> {
  /// How the connection is made: the user's alone to say, no file sets any of it.
  static var connection: OptionSection {
    OptionSection(
      "CONNECTION", place + transfer + tls, noting: { $0.connectionOptions.append($1) })
  }

  /// What is connected to.
  private static var place: [Option<RunSettings>] {
    [
      .value(
        "--proxy", short: "-x", "url",
        "The proxy in place of the environment's: [scheme://][user:password@]host[:port], by http, "
          + "https, socks5, socks5h or socks4a. '' for none."
      ) { (settings, text) throws(Failure) in
        settings.network.proxy =
          text.isEmpty ? .direct : .address(try read("--proxy", text, by: ProxyAddress.init))
      },
      .value(
        "--noproxy", "hosts",
        "Hosts that are reached without a proxy, in place of NO_PROXY: names with commas between, "
          + "or '*'."
      ) { $0.network.noProxy = $1 },
      .value(
        "--unix-socket", "path", "Connect to this socket of the machine, whatever the host.", .path
      ) { (settings, path) throws(Failure) in
        // What sockaddr_un(7) has room for, less the NUL at its end.
        guard (1...107).contains(path.utf8.count), !path.utf8.contains(0) else {
          throw Failure(
            .usage, "--unix-socket: '\(path)' is not the path of a socket",
            hint: "a path is 1 to 107 bytes long")
        }
        settings.network.unixSocket = path
      },
      .value(
        "--resolve", "addresses",
        "Addresses of a host that is not looked up: host:port:address[,address]. May be repeated."
      ) { (settings, text) throws(Failure) in
        settings.network.resolutions.append(
          try read("--resolve", text, by: HostResolution.init))
      },
      .value(
        "--connect-to", "hosts",
        "Connect to another host than the URL's: host1:port1:host2:port2. May be repeated."
      ) { (settings, text) throws(Failure) in
        settings.network.detours.append(try read("--connect-to", text, by: HostDetour.init))
      },
      .flag("--ipv4", short: "-4", "Connect to IPv4 addresses alone.") {
        (settings) throws(Failure) in try settings.connect(to: .ipv4)
      },
      .flag("--ipv6", short: "-6", "Connect to IPv6 addresses alone.") {
        (settings) throws(Failure) in try settings.connect(to: .ipv6)
      },
    ]
  }

  /// How it is spoken.
  private static var transfer: [Option<RunSettings>] {
    [
      .word(
        "--http-version", "version", "The version of HTTP: 1.0, 1.1, 2 or 2-prior-knowledge."
      ) { $0.network.httpVersion = $1 },
      .value(
        "--limit-rate", "size",
        "The most that is sent and received in a second, such as 1MiB."
      ) { (settings, text) throws(Failure) in
        guard let rate = WrittenSize.bytes(of: text) else {
          throw Failure(
            .usage, "--limit-rate: '\(text)' is not a size",
            hint: "write the bytes of a second, or a number with a unit: 500KB, 10MiB, 1GiB")
        }
        settings.network.rateLimit = rate
      },
    ]
  }

  /// Whom TLS trusts, and what it shows.
  private static var tls: [Option<RunSettings>] {
    [
      .value(
        "--cacert", "file",
        "Trust the authorities of this file, in PEM form, in place of the system's.", .path
      ) { (settings, path) throws(Failure) in
        let file = try file("--cacert", path)
        settings.network.trust = TrustStore(
          file: file, directory: settings.network.trust?.directory)
      },
      .value(
        "--capath", "dir",
        "Trust the authorities of this folder, whose names are hashes, in place of the system's.",
        .path
      ) { (settings, path) throws(Failure) in
        do throws(FileError) {
          _ = try SystemFiles().names(in: path)
        } catch {
          throw Failure(.noInput, "--capath: cannot read the folder '\(path)': \(error.reason)")
        }
        settings.network.trust = TrustStore(file: settings.network.trust?.file, directory: path)
      },
      .value(
        "--cert", "file",
        "The client's certificate, in PEM form; it may hold the key as well.", .path
      ) { (settings, path) throws(Failure) in
        settings.network.clientCertificate = ClientCertificate(file: try file("--cert", path))
      },
      .value("--key", "file", "The key of the client's certificate, in PEM form.", .path) {
        (settings, path) throws(Failure) in settings.key = try file("--key", path)
      },
      .value(
        "--passphrase-file", "file",
        "The file with the passphrase of the key, which nobody else may read.", .path
      ) { $0.passphraseFile = $1 },
      .value(
        "--pin", "digests",
        "The public key that the server has to have: sha256//BASE64, several with ';' between."
      ) { (settings, text) throws(Failure) in
        settings.network.pins = try read("--pin", text, by: KeyPins.init)
      },
      .word("--tls-min", "version", "The least version of TLS: 1.2 or 1.3.") {
        $0.network.minimumTLS = $1
      },
      .flag(
        "--insecure", short: "-k",
        "Do not check the server's certificate: whoever is in between can read and change all."
      ) { $0.network.isInsecure = true },
    ]
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

  /// The path of a file that can be read.
  private static func file(_ option: String, _ path: String) throws(Failure) -> String {
    do throws(FileError) {
      try ReadableFile.check(path)
    } catch {
      throw Failure(.noInput, "\(option): cannot read '\(path)': \(error.reason)")
    }
    return path
  }
}

extension RunSettings {
  /// How connections are made; nil for the usual way.
  var connection: ConnectionSettings? { connectionOptions.isEmpty ? nil : network }

  /// Connects to one kind of addresses.
  fileprivate mutating func connect(
    to family: ConnectionSettings.AddressFamily
  ) throws(Failure) {
    guard network.addressFamily ?? family == family else {
      throw Failure(
        .usage, "--ipv4 and --ipv6 do not go together", hint: "without either, both are tried")
    }
    network.addressFamily = family
  }

  /// Checks what the options come to together.
  ///
  /// - Throws: a ``Failure`` with exit status 64 for what does not go together, and those of a passphrase
  ///   that cannot be read, or can be by others.
  mutating func finishConnection() throws(Failure) {
    if network.unixSocket != nil, case .address = network.proxy {
      throw Failure(
        .usage, "--proxy and --unix-socket do not go together", hint: "leave out one of the two")
    }
    if network.clientCertificate != nil {
      network.clientCertificate?.key = key
      network.clientCertificate?.passphrase = try passphraseFile.map(Self.passphrase)
    } else if key != nil || passphraseFile != nil {
      throw Failure(
        .usage, "\(key != nil ? "--key" : "--passphrase-file") is of no use without a certificate",
        hint: "name it as well: --cert FILE")
    }
    let elsewhere = ["-x", "--proxy", "--unix-socket", "--resolve", "--connect-to"]
    if destination.mock != nil, let option = connectionOptions.first(where: elsewhere.contains) {
      throw Failure(
        .usage, "\(option) and --mock do not go together",
        hint: "each of them says where the request goes: give one")
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
          hint: "take their rights away: chmod 600 '\(path)'")
      case .malformed:
        throw Failure(
          .badInput, "--passphrase-file: '\(path)' holds a NUL, which no passphrase can")
      }
    }
  }
}
