import APICallBase
import APICallContracts
import APICallHTTP
import APICallLanguage
import APICallModel
import APICallRequests
import APICallResponses
import APICallSafety

/// The secrets of a run, by their values.
struct RunSecrets {
  /// Those that are searched for.
  private(set) var known: [[UInt8]] = []
  /// Those that are too short to be told from other text.
  private(set) var short: [[UInt8]] = []

  /// The inputs that have secret values.
  private var inputs: [[UInt8]: String] = [:]

  /// Collects the secrets of a run.
  ///
  /// They are what the run has marked as secret in its requests, the secret inputs and outputs of
  /// its calls, the credentials of its requests, and the cookies of its responses.
  ///
  /// Throws a ``Failure`` if a secret output cannot be found.
  init(
    of exchanges: [TappedExchange], in world: World, by registry: Registry
  ) throws(Failure) {
    var all: Set<[UInt8]> = []
    // Short values of cookies are mostly words, such as `lang=en`; they stand in header fields.
    var onlyLong = Set((world.trail.heldTexts ?? []) + world.trail.storedValues)
    var calls: Set<ObjectIdentifier> = []
    for exchange in exchanges {
      let call = exchange.call
      if calls.insert(ObjectIdentifier(call)).inserted {
        for input in call.endpoint.inputs {
          guard let binding = call.scope[input.name], binding.isSecret else { continue }
          for secret in binding.value.map({ Redactor.secrets(in: $0) }) ?? [] {
            inputs[secret] = inputs[secret] ?? input.name
          }
        }
        all.formUnion(call.scope.secretValues.flatMap { Redactor.secrets(in: $0) })
      }
      all.formUnion(call.authorization?.secrets ?? [])
      for text in exchange.request.texts where text.holdsSecret {
        all.formUnion(text.stretches.filter(\.isSecret).map(\.bytes))
      }
      for field in exchange.request.headers where CredentialFields.contain(field.name) {
        onlyLong.formUnion(CredentialFields.secrets(in: field.value.revealed, of: field.name))
      }
      guard let head = exchange.head else { continue }
      for field in head.headers + exchange.trailers { onlyLong.formUnion(field.secrets) }
      guard case .bytes(let body) = exchange.body else { continue }
      all.formUnion(
        try call.endpoint.secretOutputs(
          in: ReceivedResponse(head: head, body: body, trailers: exchange.trailers), by: registry))
    }
    all.formUnion(onlyLong.filter { Redactor.isSearchable($0) })
    // Sorted, so that equal runs are masked in the same way.
    for secret in all.sorted(by: { $0.lexicographicallyPrecedes($1) }) where !secret.isEmpty {
      if Redactor.isSearchable(secret) { known.append(secret) } else { short.append(secret) }
    }
  }

  /// Searches the finished files once more.
  ///
  /// Throws a ``Failure`` if one of the secrets is in a file or in its name, with exit status 73 if
  /// it is also one of the names, and 70 otherwise; it names the input or the file, but never the
  /// value.
  func checkAbsence(
    in files: [(name: String, bytes: [UInt8])], besides names: Set<[UInt8]>
  ) throws(Failure) {
    guard !known.isEmpty else { return }
    let search = SecretSearch(for: known, findsAll: true)
    for (index, file) in files.enumerated() {
      let isInName = search.finds(in: Array(file.name.utf8))
      guard isInName || search.finds(in: file.bytes) else { continue }
      if let secret = known.first(where: { Self.contains($0, in: names) }) {
        let source = inputs[secret].map { "the secret input '\($0)'" } ?? "a secret of the run"
        throw Failure(
          .cannotCreate,
          "cannot record the run: the value of \(source) is also a name, a media type or a host",
          hint: "use another value; such texts are not masked, and nothing was written")
      }
      let place = isInName ? "the name of file \(index + 1)" : "'\(file.name)'"
      throw Failure(
        .bug, "a secret of the run is still in \(place) of the recording, by its value",
        hint: "nothing was written; please report this bug")
    }
  }

  private static func contains(_ secret: [UInt8], in names: Set<[UInt8]>) -> Bool {
    let search = SecretSearch(for: [secret], findsAll: true)
    return names.contains { search.finds(in: $0) }
  }
}
