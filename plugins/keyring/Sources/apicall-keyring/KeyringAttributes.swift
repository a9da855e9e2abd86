import CLibSecret

/// Attributes that items are looked for by, as libsecret takes them.
///
/// A class, because it owns the table.
final class KeyringAttributes {
  /// Names and values, both copies of its own.
  let table: OpaquePointer?

  /// A table.
  ///
  /// - Parameter attributes: names and values; those without a value are left out.
  init(_ attributes: [(name: String, value: String?)]) {
    table = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free)
    for (name, value) in attributes {
      guard let value else { continue }
      g_hash_table_insert(table, g_strdup(name), g_strdup(value))
    }
  }

  deinit { g_hash_table_unref(table) }
}
