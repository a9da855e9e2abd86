import CLibSecret

/// A secret in the keyring, without its value.
///
/// It is a class because it holds a reference to the library's object.
final class KeyringItem {
  /// The name that specs use for it.
  let name: String
  /// The origins that it may be sent to.
  let origins: [String]
  /// The time when it was stored, in seconds since 1970.
  let modified: UInt64

  /// The object of libsecret.
  let object: OpaquePointer

  /// Creates an item from an object that a search has found; nil if it has no name.
  ///
  /// - Parameter object: the object, which is retained.
  init?(_ object: OpaquePointer) {
    guard let attributes = secret_retrievable_get_attributes(object) else { return nil }
    defer { g_hash_table_unref(attributes) }
    guard let name = Self.attribute("name", in: attributes) else { return nil }
    self.name = name
    origins = (Self.attribute("origins", in: attributes) ?? "").split(separator: " ")
      .map(String.init)
    modified = UInt64(secret_retrievable_get_modified(object))
    self.object = object
    g_object_ref(UnsafeMutableRawPointer(object))
  }

  deinit { g_object_unref(UnsafeMutableRawPointer(object)) }

  private static func attribute(
    _ name: String, in attributes: OpaquePointer
  ) -> String? {
    guard let text = g_hash_table_lookup(attributes, name) else { return nil }
    return String(cString: text.assumingMemoryBound(to: CChar.self))
  }
}
