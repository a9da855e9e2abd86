/// What is asked of every request before it is sent.
///
/// Each row is in SECURITY of apicall(1), and a test fails where one of them does not hold.
package enum RequestRule: String, SafetyRule {
  /// A stored secret, and all that is made of it, goes to the origins that the secret is for.
  case secretOrigins = "secret-origins"
  /// In a folder that is not trusted, every part of the response to a request with a stored secret
  /// goes to the origins of that secret.
  case untrustedResponses = "untrusted-responses"
  /// So does an output with `secret: true`, in every folder.
  case secretOutputs = "secret-outputs"
  /// So does a cookie that the response sets, or another of its credentials.
  case cookies
  /// So does a part of the response in which the secret stands.
  case echoes
  /// A redirect leads to another origin only where the two rules before let its URL go there.
  case redirects
  /// A request whose host a response chose holds no secret, unless the host is that server's own, the
  /// secret is for it, or a trusted file names it.
  case chosenHosts = "chosen-hosts"
  /// Variables and netrc files are read for files all of whose callers are trusted.
  case trustOfAll = "trust-of-all"
  /// A variable that a trusted file has read is handed on to files that are trusted, too.
  case handedVariables = "handed-variables"
  /// A file that a step has saved goes where the response may go that is in it.
  case savedResponses = "saved-responses"
  /// What the files themselves show is refused before the first request.
  case foreseen
}
