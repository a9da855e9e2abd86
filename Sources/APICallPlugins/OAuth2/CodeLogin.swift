import APICallBase
import APICallContracts
import APICallHTTP
import APICallSafety
import APICallText

/// A login in a browser, which brings a code back (RFC 6749, section 4.1; RFC 7636; RFC 8252).
struct CodeLogin {
  private static let patience = Duration.seconds(300)

  let exchange: TokenExchange
  let desk: any LoginDesk
  let metadata: IssuerMetadata?

  private var settings: OAuth2Settings { exchange.settings }
  private var world: World { exchange.signer.world }

  func token(from page: RequestURL, _ way: LoginWay) async throws(TokenProblem) -> Token {
    let verifier = ProtectedText(random(32), isSecret: true)
    let state = random(16)
    guard let digest = world.digests.sha256(verifier.revealedBytes) else {
      throw failed(.other, "SHA-256 cannot be computed on this machine")
    }
    // It is there in any case, so that no other program gets the code.
    let listener: any RedirectListener
    do throws(TokenFailure) {
      listener = try desk.listener(on: settings.server.redirect?.origin.port)
    } catch {
      throw .request(.noToken(error))
    }
    let redirect = redirect(to: listener.port)
    let url = authorizeURL(
      page, redirect, state, challenge: Base64.encode(digest, with: .url))
    var callback = AuthorizationCallback(
      redirect: redirect, state: state, issuer: settings.issuer,
      promisesIssuer: metadata?.isTrue("authorization_response_iss_parameter_supported") ?? false)
    desk.show(["open \(TerminalText.escapingLine(url))"])
    if way == .browser {
      _ = desk.open(url)
      try await wait(for: &callback, at: listener)
    } else {
      guard
        let pasted = desk.ask("the URL of the page that the browser cannot load after the login")
      else { throw failed(.noPermission, "the login has not been completed") }
      callback.read(pasted: pasted.revealed)
    }
    let code: ProtectedText
    do throws(TokenFailure) {
      code = try callback.code(from: page.origin)
    } catch {
      throw .request(.noToken(error))
    }
    exchange.means.secrets.add(code)
    exchange.means.secrets.add(verifier)
    return try await exchange.granted(
      [
        ("grant_type", ProtectedText(OAuth2Grant.authorizationCode.type)), ("code", code),
        ("redirect_uri", ProtectedText(redirect.text.revealed)), ("code_verifier", verifier),
      ], metadata)
  }

  private func wait(
    for callback: inout AuthorizationCallback, at listener: any RedirectListener
  ) async throws(TokenProblem) {
    var found = callback
    do throws(CancellationError) {
      let isDone = try await listener.wait(within: Self.patience) { target, host in
        found.read(target: target, host: host)
      }
      guard isDone else {
        throw CancellationError()
      }
    } catch {
      if RunInterruption.isRaised { throw .request(.cancelled) }
      throw failed(.timeout, "nobody has logged in within 5 minutes", hint: "log in again")
    }
    callback = found
  }

  /// Where the server sends the browser: a path of its own for each server, so that the answer of
  /// another one does not fit (RFC 8252, section 8.10).
  private func redirect(to port: Int) -> RequestURL {
    if let written = settings.server.redirect { return written }
    let name = world.digests.sha256(Array(settings.serverName.utf8))?.prefix(4) ?? []
    return RequestURL(
      origin: Origin(scheme: .http, host: "127.0.0.1", port: port),
      path: ProtectedText("/callback/\(Hexadecimal.encode(Array(name)))"))
  }

  private func authorizeURL(
    _ page: RequestURL, _ redirect: RequestURL, _ state: String, challenge: String
  ) -> String {
    let items: [(name: String, value: ProtectedText)] = [
      ("response_type", "code"), ("client_id", settings.client.id ?? ""),
      ("redirect_uri", ProtectedText(redirect.text.revealed)), ("state", ProtectedText(state)),
      ("code_challenge", ProtectedText(challenge)), ("code_challenge_method", "S256"),
    ]
    var query = page.query ?? ProtectedText()
    if !query.isEmpty { query.append("&") }
    query.append(FormEncoding.join(items + settings.parameters.all, for: .value))
    return RequestURL(origin: page.origin, path: page.path, query: query).text.masked
  }

  private func random(_ count: Int) -> String {
    Base64.encode(world.randomBytes(count), with: .url)
  }

  private func failed(
    _ status: ExitStatus, _ reason: String, hint: String? = nil
  ) -> TokenProblem {
    .request(.noToken(TokenFailure(status, reason, hint: hint)))
  }
}
