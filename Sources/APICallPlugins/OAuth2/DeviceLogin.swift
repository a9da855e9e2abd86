import APICallBase
import APICallContracts
import APICallHTTP
import APICallSafety
import APICallText

/// A login with a code that the user types into a page (RFC 8628).
struct DeviceLogin {
  /// The longest time in seconds that a login may take.
  private static let longest = 1800
  /// The seconds between two questions if the server does not say, and those that `slow_down` adds.
  private static let step = 5

  let exchange: TokenExchange
  let desk: any LoginDesk
  let metadata: IssuerMetadata?

  private var settings: OAuth2Settings { exchange.settings }

  func token(from url: RequestURL) async throws(TokenProblem) -> Token {
    let answer: TokenResponse
    do throws(TokenProblem) {
      answer = try await exchange.post(settings.parameters.all, to: url, metadata)
    } catch {
      throw .request(error.requestError(of: settings, metadata, for: "device code"))
    }
    guard let code = answer.text("device_code"), let shown = answer.text("user_code"),
      let page = answer.text("verification_uri") ?? answer.text("verification_url")
    else {
      throw .request(
        .noToken(
          TokenFailure(
            .decoding, "the response of \(url.origin) has no device code",
            hint: "check 'device_url'")))
    }
    let device = ProtectedText(code, settings.secrecy)
    exchange.means.secrets.add(device)
    desk.show([
      "open  \(TerminalText.escapingLine(String(page.prefix(2048))))",
      "enter \(TerminalText.escapingLine(String(shown.prefix(64))))",
    ])
    var limit = min(answer.seconds("expires_in") ?? 600, Self.longest)
    var pause = min(max(answer.seconds("interval") ?? Self.step, 1), 60)
    while limit > 0 {
      // Also the first question waits: some servers refuse one that comes at once.
      try await wait(pause)
      limit -= pause
      do throws(TokenProblem) {
        return try await exchange.granted(
          [("grant_type", ProtectedText(OAuth2Grant.deviceCode.type)), ("device_code", device)],
          metadata)
      } catch {
        switch error {
        case .refused(let refusal) where refusal.code == "authorization_pending": break
        case .refused(let refusal) where refusal.code == "slow_down": pause += Self.step
        case .request(.authorization(.tokenRequest(.timedOut, _))),
          .request(.authorization(.tokenRequest(.transport, _))):
          pause *= 2
        case .refused, .request: throw error
        }
      }
    }
    throw .request(
      .noToken(
        TokenFailure(
          .timeout, "the code of \(url.origin) has expired before anyone entered it",
          hint: "log in again")))
  }

  private func wait(_ seconds: Int) async throws(TokenProblem) {
    do throws(CancellationError) {
      try await exchange.signer.world.wait(.seconds(seconds))
    } catch {
      throw .request(.cancelled)
    }
  }
}
