/// What the user lets the files of an untrusted folder do with a stored secret: `apicall secrets
/// grant`.
package struct SecretGrant: Sendable, Hashable {
  /// The methods of a grant that names none; they only read (RFC 9110, section 9.2.1).
  package static let usualMethods = ["GET", "HEAD"]

  /// The methods of the requests that the run may send; nil for all.
  package var methods: [String]?
  /// Whether the secret, and values made from it, may be in URLs and bodies, and not only in `auth`
  /// and header fields.
  package var allowsContent: Bool
  /// The origins of the secret that the grant is about; nil for all.
  package var origins: [Origin]?
  /// Other origins that the run may reach; the secret may not go there.
  package var reach: [Origin]

  package init(
    methods: [String]? = usualMethods, allowsContent: Bool = false, origins: [Origin]? = nil,
    reach: [Origin] = []
  ) {
    self.methods = methods
    self.allowsContent = allowsContent
    self.origins = origins
    self.reach = reach
  }

  /// Adds a method, unless all are allowed.
  package mutating func add(_ method: String) {
    if methods?.contains(method) == false { methods?.append(method) }
  }

  /// A grant without limits: the user typed the secret together with the file.
  package static let whole = SecretGrant(methods: nil, allowsContent: true)
}

/// The grants of the user, as stored in a file: one line for each folder and secret.
///
/// A line has these parts, with a tab after each of the first five: the name of the secret, its
/// origins, the methods, `body` or `-`, the further origins or `-`, and the canonical path of the
/// folder. Several values are separated by spaces.
package struct SecretGrants: Sendable {
  /// The maximum size of the file in bytes.
  package static let limit = 1 << 20

  /// A grant, with its subject.
  package struct Entry: Sendable, Hashable {
    /// The name of the secret.
    package var secret: String
    /// The canonical path of the folder.
    package var folder: String
    package var grant: SecretGrant

    package init(_ secret: String, in folder: String, _ grant: SecretGrant) {
      self.secret = secret
      self.folder = folder
      self.grant = grant
    }
  }

  /// The grants, sorted by folder and secret.
  package private(set) var entries: [Entry] = []

  /// Reads the lines of a file; a line that is not a grant is ignored.
  package init(_ bytes: [UInt8], _ origin: (String) -> Origin?) {
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      let parts = line.split(
        separator: UInt8(ascii: "\t"), maxSplits: 5, omittingEmptySubsequences: false
      ).map { String(decoding: $0, as: UTF8.self) }
      guard parts.count == 6, SecretName.isValid(parts[0]), parts[5].hasPrefix("/") else {
        continue
      }
      let texts = [parts[1], parts[4]].map { part in
        part == "-" ? [] : part.split(separator: " ").map(String.init)
      }
      let origins = texts.map { $0.compactMap(origin) }
      guard origins[0].count == texts[0].count, origins[1].count == texts[1].count else { continue }
      let grant = SecretGrant(
        methods: parts[2].split(separator: " ").map(String.init), allowsContent: parts[3] == "body",
        origins: origins[0], reach: origins[1])
      set(Entry(parts[0], in: parts[5], grant))
    }
  }

  /// The contents of the file.
  package var bytes: [UInt8] {
    Array(entries.map { "\($0.fields.joined(separator: "\t"))\n" }.joined().utf8)
  }

  /// Finds the grant of a secret for exactly one folder.
  ///
  /// Returns the grant.
  package func grant(of secret: String, in folder: String) -> SecretGrant? {
    entries.first { $0.isAbout(secret, folder) }?.grant
  }

  /// Adds a grant in place of the one for the same folder and secret.
  package mutating func set(_ entry: Entry) {
    _ = remove(entry.secret, in: entry.folder)
    entries.append(entry)
    entries.sort { ($0.folder, $0.secret) < ($1.folder, $1.secret) }
  }

  /// Removes all grants of a secret.
  package mutating func removeAll(of secret: String) {
    entries.removeAll { $0.secret == secret }
  }

  /// Removes a grant.
  ///
  /// Returns whether there was one.
  package mutating func remove(_ secret: String, in folder: String) -> Bool {
    let count = entries.count
    entries.removeAll { $0.isAbout(secret, folder) }
    return entries.count < count
  }
}

extension SecretGrants.Entry {
  fileprivate func isAbout(_ secret: String, _ folder: String) -> Bool {
    self.secret == secret && self.folder.utf8.elementsEqual(folder.utf8)
  }

  /// The parts of its line.
  package var fields: [String] {
    func list(_ origins: [Origin]) -> String {
      origins.isEmpty ? "-" : origins.map(\.description).joined(separator: " ")
    }
    return [
      secret, list(grant.origins ?? []), (grant.methods ?? []).joined(separator: " "),
      grant.allowsContent ? "body" : "-", list(grant.reach), folder,
    ]
  }
}
