import APICallText

/// The options of an operation, by what they do to its request.
struct CurlSettings {
  /// A part of a body or a query.
  enum Piece {
    case text(String)
    case file(String, strips: Bool)
    case encoded(name: String, String)
    case encodedFile(name: String, String)
  }

  var method: String?
  var headers: [(text: String, word: CommandWord)] = []
  var data: [(piece: Piece, isJSON: Bool)] = []
  var query: [Piece] = []
  var form: [(text: String, isLiteral: Bool)] = []
  var upload: String?
  var user: String?
  var authorization: String?
  var bearer: String?
  var cookies: [String] = []
  var isDigest = false
  var isHead = false
  var isGet = false
  var isJSON = false
  var keepsBraces = false
  var keepsDots = false
  var scheme = "http"
  var userAgent: String?
  var referer: String?
  var range: String?
  var transfer = ImportedTransfer()
  var notes: [ImportNote] = []

  init(_ operation: CurlOperation) {
    for setting in operation.settings { add(setting) }
  }

  private mutating func add(_ setting: CurlOperation.Setting) {
    let name = setting.option.name
    switch setting.option.treatment {
    case .silent: return
    case .run(let option):
      if setting.isOff { return }
      return note(
        "run-option", "--\(name) is not part of a file: use 'apicall run \(option)'", isLoss: false)
    case .lost(let reason):
      if setting.isOff { return }
      return note("lost-option", "--\(name) is lost: \(reason)")
    case .mapped: break
    }
    let isOn = !setting.isOff
    let value = setting.value.text
    switch name {
    case "request": method = value
    case "header": headers.append((value, setting.value))
    case "data", "data-ascii": data.append((Self.piece(value, strips: true), false))
    case "data-binary": data.append((Self.piece(value, strips: false), false))
    case "data-raw": data.append((.text(value), false))
    case "data-urlencode": data.append((Self.encoded(value), false))
    case "json":
      data.append((Self.piece(value, strips: false), true))
      isJSON = true
    case "url-query":
      query.append(value.begins(with: "+") ? .text(String(value.dropFirst())) : Self.encoded(value))
    case "form": form.append((value, false))
    case "form-string": form.append((value, true))
    case "get": isGet = isOn
    case "head": isHead = isOn
    case "upload-file":
      if upload != nil, upload != value {
        note("upload-file", "only the last --upload-file is kept, for each URL")
      }
      upload = value
    case "user": user = value
    case "basic": isDigest = false
    case "digest": isDigest = isOn
    case "anyauth": note("auth", "--anyauth is lost: apicall uses one scheme, here basic")
    case "oauth2-bearer": bearer = value
    case "cookie":
      if value.utf8.contains(UInt8(ascii: "=")) || ShellGaps.occur(in: value) {
        cookies.append(value)
      } else {
        note("cookies", "--cookie FILE is lost: apicall reads no cookies from files")
      }
    case "user-agent": userAgent = value
    case "referer": referer = value
    case "range": range = Self.range(value)
    case "globoff": keepsBraces = isOn
    case "path-as-is": keepsDots = isOn
    case "proto-default": scheme = value
    case "fail", "fail-with-body": transfer.failsOnStatus = isOn
    case "netrc", "netrc-optional":
      note(
        "run-option", "--\(name) is not part of a file: use 'apicall run --netrc'", isLoss: false)
    case "location", "follow", "location-trusted", "max-redirs", "post301", "post302", "post303",
      "retry", "retry-delay", "retry-max-time", "retry-all-errors", "retry-connrefused",
      "max-time", "connect-timeout":
      transfer.set(name, to: value, isOn: isOn)
    default: note("lost-option", "--\(name) is lost: apicall has nothing like it")
    }
  }

  mutating func note(_ code: String, _ text: String, isLoss: Bool = true) {
    notes.append(ImportNote(code: code, text: text, isLoss: isLoss))
  }

  /// A range of bytes; a number alone is its beginning.
  private static func range(_ value: String) -> String {
    let digits = value.prefix { $0.isASCII && $0.isNumber }
    let isWhole = digits.isEmpty || value.contains("-") || ShellGaps.occur(in: value)
    return isWhole ? value : "\(digits)-"
  }

  private static func piece(_ value: String, strips: Bool) -> Piece {
    value.begins(with: "@")
      ? .file(String(decoding: value.utf8.dropFirst(), as: UTF8.self), strips: strips)
      : .text(value)
  }

  /// The value of `--data-urlencode`: `text`, `=text`, `name=text`, `@file`, `name@file`.
  private static func encoded(_ value: String) -> Piece {
    let bytes = value.utf8
    guard let sign = bytes.firstIndex(where: { $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: "@") })
    else { return .encoded(name: "", value) }
    let name = String(decoding: bytes[..<sign], as: UTF8.self)
    let content = String(decoding: bytes[bytes.index(after: sign)...], as: UTF8.self)
    return bytes[sign] == UInt8(ascii: "=")
      ? .encoded(name: name, content)
      : .encodedFile(name: name, content)
  }
}
