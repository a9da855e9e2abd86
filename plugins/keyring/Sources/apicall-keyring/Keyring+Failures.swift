import APICallPluginKit
import CLibSecret

extension Keyring {
  /// The keyring is locked and cannot be unlocked without a user.
  static let locked = PluginFailure(
    .authFailed, "the keyring is locked: log in to the desktop or unlock it, and try again")

  /// Calls libsecret and throws its errors.
  ///
  /// - Parameter call: the call, with the place for an error.
  /// - Returns: the result of the call.
  /// - Throws: `PluginFailure` if there was an error.
  func attempt<Value>(
    _ call: (UnsafeMutablePointer<UnsafeMutablePointer<GError>?>) -> Value
  ) throws(PluginFailure) -> Value {
    var problem: UnsafeMutablePointer<GError>?
    let value = call(&problem)
    guard let problem else { return value }
    defer { g_error_free(problem) }
    throw Self.failure(problem.pointee)
  }

  /// Throws if secrets cannot be changed without a prompt and no user can answer it.
  ///
  /// - Throws: `PluginFailure`, also if the service is not available.
  func checkUnlocked() throws(PluginFailure) {
    guard !mayAsk else { return }
    // The call for a collection does not connect to the service itself, although it should.
    let service = try attempt { secret_service_get_sync(SECRET_SERVICE_NONE, nil, $0) }
    defer { g_object_unref(service) }
    let collection = try attempt { problem in
      secret_collection_for_alias_sync(
        service, SECRET_COLLECTION_DEFAULT, SECRET_COLLECTION_NONE, nil, problem)
    }
    guard let collection else {
      throw PluginFailure(
        .authFailed, "the Secret Service has no default keyring: log in to the desktop once")
    }
    defer { g_object_unref(collection) }
    if secret_collection_get_locked(collection) != 0 { throw Self.locked }
  }

  /// The failure for an error of libsecret or D-Bus.
  private static func failure(_ error: GError) -> PluginFailure {
    let words = error.message.map { String(cString: $0) } ?? "no reason was given"
    // The name of a D-Bus error does not help the user.
    let line = words.split(separator: ": ").last.map(String.init) ?? words
    let reason = line.prefix { !$0.isNewline }
    if error.domain == secret_error_get_quark(),
      error.code == Int32(SECRET_ERROR_IS_LOCKED.rawValue)
    {
      return locked
    }
    if error.domain == g_io_error_quark() || error.domain == g_dbus_error_quark() {
      return PluginFailure(.authFailed, "the Secret Service is not available: \(reason)")
    }
    return PluginFailure(.internal, "the Secret Service failed: \(reason)")
  }
}

extension KeyringItem {
  /// The origins in the form of the attribute.
  var joinedOrigins: String { origins.joined(separator: " ") }
}
