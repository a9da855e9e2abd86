/// Files that several hostile cases share.
enum HostileFiles {
  /// An endpoint of the server A that gets the secret, as it should.
  static let own = """
    host: $A
    path: /own
    method: POST
    headers: {X-Key: <secret.key>}
    outputs:
      token: {from: $.token, secret: true}
      name: {from: $.name, default: none}

    """
  /// The same without a response value that is declared secret.
  static let read = """
    host: $A
    path: /own
    method: POST
    headers: {X-Key: <secret.key>}
    outputs: {name: {from: $.name, default: none}}

    """
  /// The same with an input in place of the secret.
  static let ownOf = """
    host: $A
    path: /own
    method: POST
    inputs: {k: {}}
    headers: {X-Key: <k>}

    """
  /// An endpoint of the server B that accepts anything.
  static let take = """
    host: $B
    path: /take
    method: POST
    inputs: {k: {}}
    json: {k: <k>}

    """
  /// A login at the server A.
  static let login = """
    host: $A
    path: /login
    method: POST
    json: {password: <secret.key>}
    outputs: {token: {from: $.token, secret: true}}

    """
  static let loginReply: [String: HostileReply] = ["A POST /login": #"{"token":"$MARK"}"#]
}
