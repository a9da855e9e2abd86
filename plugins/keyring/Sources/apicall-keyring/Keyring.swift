import APICallPluginKit
import CLibSecret

/// The secrets of apicall in the Secret Service.
///
/// Each is an item of the schema `org.apicall.Secret` in the default collection. Its attributes are
/// `name` and `origins`, with spaces between the origins. Its value is the secret itself.
struct Keyring {
  /// Whether a user can be asked to unlock the keyring.
  let mayAsk: Bool

  /// The secrets, without their values.
  ///
  /// - Parameter name: the name to look for; nil for all.
  /// - Returns: the secrets, in no particular order.
  /// - Throws: `PluginFailure` if the service is not available.
  func items(named name: String?) throws(PluginFailure) -> [KeyringItem] {
    let attributes = KeyringAttributes([("name", name)])
    let flags = SECRET_SEARCH_ALL.rawValue | (mayAsk ? SECRET_SEARCH_UNLOCK.rawValue : 0)
    let found = try attempt { problem in
      secret_password_searchv_sync(
        apicall_secret_schema(), attributes.table, SecretSearchFlags(flags), nil, problem)
    }
    defer { g_list_free_full(found, g_object_unref) }
    var items: [KeyringItem] = []
    var link = found
    while let entry = link {
      if let item = entry.pointee.data.flatMap({ KeyringItem(OpaquePointer($0)) }) {
        items.append(item)
      }
      link = entry.pointee.next
    }
    return items
  }

  /// The value of a secret.
  ///
  /// - Parameter item: the secret.
  /// - Returns: its value.
  /// - Throws: `PluginFailure` if the keyring is locked, or the value is not text.
  func value(of item: KeyringItem) throws(PluginFailure) -> String {
    let value = try attempt { problem in
      secret_retrievable_retrieve_secret_sync(item.object, nil, problem)
    }
    guard let value else { throw Self.locked }
    defer { secret_value_unref(UnsafeMutableRawPointer(value)) }
    guard let text = secret_value_get_text(value) else {
      throw PluginFailure(.internal, "the secret '\(item.name)' is not text in UTF-8")
    }
    return String(cString: text)
  }

  /// Stores a secret and replaces those with its name.
  ///
  /// - Parameters:
  ///   - value: its value.
  ///   - name: its name.
  ///   - origins: the origins that it may be sent to.
  /// - Throws: `PluginFailure` if the keyring is locked, or cannot be written.
  func store(
    _ value: String, as name: String, for origins: [String]
  ) throws(PluginFailure) {
    guard !value.utf8.contains(0), !name.utf8.contains(0) else {
      throw PluginFailure(.badInput, "the keyring cannot store text that contains a NUL")
    }
    try checkUnlocked()
    let joined = origins.joined(separator: " ")
    let attributes = KeyringAttributes([("name", name), ("origins", joined)])
    _ = try attempt { problem in
      secret_password_storev_sync(
        apicall_secret_schema(), attributes.table, SECRET_COLLECTION_DEFAULT,
        "apicall: \(name)", value, nil, problem)
    }
    // After the new secret is stored, those with other origins are removed.
    for item in try items(named: name) where item.origins != origins {
      try remove(KeyringAttributes([("name", name), ("origins", item.joinedOrigins)]))
    }
  }

  /// Removes all secrets with a name.
  ///
  /// - Parameter name: the name.
  /// - Returns: whether there were any.
  /// - Throws: `PluginFailure` if the keyring is locked, or cannot be written.
  func remove(named name: String) throws(PluginFailure) -> Bool {
    guard try !items(named: name).isEmpty else { return false }
    try checkUnlocked()
    try remove(KeyringAttributes([("name", name)]))
    return true
  }

  private func remove(_ attributes: KeyringAttributes) throws(PluginFailure) {
    _ = try attempt { problem in
      secret_password_clearv_sync(apicall_secret_schema(), attributes.table, nil, problem)
    }
  }
}
