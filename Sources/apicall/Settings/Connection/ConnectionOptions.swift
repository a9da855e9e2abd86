import ArgumentParser

/// How the connection is made: the user's alone to say, no file sets any of it.
struct ConnectionOptions: ScannedOptions {
  @Option(
    name: [.customShort("x"), .long],
    help: ArgumentHelp(
      "The proxy in place of the environment's: [scheme://][user:password@]host[:port], by http, "
        + "https, socks5, socks5h or socks4a. '' for none.",
      valueName: "url"))
  var proxy: String?

  @Option(
    help: ArgumentHelp(
      "Hosts that are reached without a proxy, in place of NO_PROXY: names with commas between, or "
        + "'*'.",
      valueName: "hosts"))
  var noproxy: String?

  @Option(
    help: ArgumentHelp(
      "Connect to this socket of the machine, whatever the host.", valueName: "path"))
  var unixSocket: String?

  @Option(
    help: ArgumentHelp(
      "Addresses of a host that is not looked up: host:port:address[,address]. May be repeated.",
      valueName: "addresses"))
  var resolve: [String] = []

  @Option(
    help: ArgumentHelp(
      "Connect to another host than the URL's: host1:port1:host2:port2. May be repeated.",
      valueName: "hosts"))
  var connectTo: [String] = []

  @Flag(name: [.customShort("4"), .customLong("ipv4")], help: "Connect to IPv4 addresses alone.")
  var ipv4 = false

  @Flag(name: [.customShort("6"), .customLong("ipv6")], help: "Connect to IPv6 addresses alone.")
  var ipv6 = false

  @Option(
    help: ArgumentHelp(
      "The version of HTTP: 1.0, 1.1, 2 or 2-prior-knowledge.", valueName: "version"))
  var httpVersion: String?

  @Option(
    help: ArgumentHelp(
      "The most that is sent and received in a second, such as 1MiB.", valueName: "size"))
  var limitRate: String?

  @Option(
    help: ArgumentHelp(
      "Trust the authorities of this file, in PEM form, in place of the system's.",
      valueName: "file"))
  var cacert: String?

  @Option(
    help: ArgumentHelp(
      "Trust the authorities of this folder, whose names are hashes, in place of the system's.",
      valueName: "dir"))
  var capath: String?

  @Option(
    help: ArgumentHelp(
      "The client's certificate, in PEM form; it may hold the key as well.", valueName: "file"))
  var cert: String?

  @Option(
    help: ArgumentHelp("The key of the client's certificate, in PEM form.", valueName: "file"))
  var key: String?

  @Option(
    help: ArgumentHelp(
      "The file with the passphrase of the key, which nobody else may read.", valueName: "file"))
  var passphraseFile: String?

  @Option(
    help: ArgumentHelp(
      "The public key that the server has to have: sha256//BASE64, several with ';' between.",
      valueName: "digests"))
  var pin: String?

  @Option(help: ArgumentHelp("The least version of TLS: 1.2 or 1.3.", valueName: "version"))
  var tlsMin: String?

  @Flag(
    name: [.customShort("k"), .long],
    help: "Do not check the server's certificate: whoever is in between can read and change all.")
  var insecure = false

  func add(to scanned: inout ArgumentScanner.Scanned) {
    scanned.add("--proxy", proxy)
    scanned.add("--noproxy", noproxy)
    scanned.add("--unix-socket", unixSocket)
    scanned.add("--resolve", each: resolve)
    scanned.add("--connect-to", each: connectTo)
    scanned.add("--ipv4", flag: ipv4)
    scanned.add("--ipv6", flag: ipv6)
    scanned.add("--http-version", httpVersion)
    scanned.add("--limit-rate", limitRate)
    scanned.add("--cacert", cacert)
    scanned.add("--capath", capath)
    scanned.add("--cert", cert)
    scanned.add("--key", key)
    scanned.add("--passphrase-file", passphraseFile)
    scanned.add("--pin", pin)
    scanned.add("--tls-min", tlsMin)
    scanned.add("--insecure", flag: insecure)
  }
}
