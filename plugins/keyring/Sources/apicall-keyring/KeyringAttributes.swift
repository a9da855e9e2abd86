import CLibSecret

/// Attributes for a search for items, in the form of libsecret.
///
/// It is a class because it owns the table.
final class KeyringAttributes {
  /// The names and values, which it owns copies of.
  let table: OpaquePointer?

  /// Creates a table.
  ///
  /// - Parameter attributes: names and values. Those without a value are left out.
  init(_ attributes: [(name: String, value: String?)]) {
    table = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free)
    for (name, value) in attributes {
      guard let value else { continue }
      g_hash_table_insert(table, g_strdup(name), g_strdup(value))
    }
  }

  deinit { g_hash_table_unref(table) }
}
