import APICallBase
import APICallContracts
package import APICallHTTP
package import APICallLanguage
package import APICallModel
package import APICallRequests
package import APICallSafety
import APICallText
import JSONText

/// Takes the parts of a response that later calls use, besides what is printed of it.
package final class ResponseCapture {
  private let demand: ResponseDemand
  /// Whether header or trailer fields of the response are used.
  package var usesHeaders: Bool {
    demand.parts.contains(.headers) || demand.parts.contains(.trailers)
  }
  /// The demand, with the outputs that are stored.
  private let needed: ResponseDemand
  /// The names of the outputs that are stored as secrets.
  private let storedNames: [String]
  /// The stored outputs in the response, after it has ended and is as expected.
  package private(set) var stored: [(output: OutputDeclaration, binding: Scope.Binding)] = []
  package private(set) var server: Origin?
  package private(set) var origin = ResponseOrigin()
  /// The available values, after the response has ended and is as expected.
  package private(set) var record = ScopeRecord()

  package init(_ demand: ResponseDemand, storing storedNames: [String] = []) {
    self.demand = demand
    self.storedNames = storedNames
    var needed = demand
    needed.outputs += storedNames
    self.needed = needed
  }

  package func note(_ head: ResponseHead, of call: Call, through origins: [Origin]) {
    origin = ResponseOrigin(of: call, through: origins)
    server = call.request.url.origin
    for part in demand.parts {
      switch part {
      case .status:
        record["status"] = Scope.Binding(
          .number(String(head.status)), from: Provenance(.response, servers: origin.servers))
      case .url:
        let url = call.request.url.text
        var binding = origin.binding(of: .text(url.revealed), url.secrecy)
        if call.isMadeOfVariables { binding.provenance.writers.insert(.environment) }
        record["url"] = binding
      case .headers: record["headers"] = binding(of: head.headers)
      case .trailers, .body, .value: break
      }
    }
  }

  private func binding(of fields: [ResponseHead.Field]) -> Scope.Binding {
    var binding = origin.binding(of: Value(fields))
    binding.parts = fields.filter { CredentialFields.contain($0.name) }
      .map { Scope.Binding.SecretPart(value: .text($0.value), secrecy: origin.ofCredential) }
    binding.latin1 = fields.filter { $0.content.isLatin1 }.map(\.value)
    return binding
  }

  func wants(_ body: IncomingBody) -> Bool { body.isExpected && !needed.isEmpty }

  /// Whether anything of a body is used, so that the body has to be held.
  func holds(_ body: IncomingBody) -> Bool {
    // A header field or the URL may contain a secret output of the body.
    let looksForSecrets = body.call.confinement != nil && needed.usesMoreThanStatus
    return needed.needsBody(of: body.call.endpoint)
      || looksForSecrets && body.call.endpoint.hasSecretsInBody
  }

  /// Whether more of a body is used than its outputs.
  var usesWholeBody: Bool { demand.parts.contains(.body) || demand.parts.contains(.value) }

  /// Throws a ``Failure`` if a value that is used is missing.
  func take(_ held: BufferedBody?, of body: IncomingBody) throws(Failure) {
    let buffered = (holds(body) ? held : nil) ?? BufferedBody(body, isWatched: false)
    let response = try buffered.response()
    var problems: [Message] = []
    var secrets: [Scope.Binding.SecretPart] = []
    // A secret output is also secret in the response, whether the output is used or not.
    let isLooking = !demand.parts.isEmpty || body.call.confinement != nil
    for output in body.call.endpoint.outputs {
      let isUsed = demand.outputs.contains(output.name)
      let isStored = storedNames.contains(output.name)
      guard isUsed || isStored || output.isSecret && isLooking else { continue }
      do {
        let value = try response.value(of: .output(output.name), in: body.call.endpoint)
        let binding = origin.binding(of: value, as: output, in: response)
        if isUsed { record[output.name] = binding }
        // No server sent a default value.
        if isStored, !output.isDefault(value) { stored.append((output, binding)) }
        if output.isSecret, !output.isDefault(value) {
          secrets.append(
            Scope.Binding.SecretPart(value: value, secrecy: binding.provenance.secrecy))
        }
      } catch {
        if isUsed || isStored { problems += error.diagnostics }
      }
    }
    if demand.parts.contains(.trailers) {
      record["trailers"] = binding(of: body.trailers.fields)
    }
    if demand.parts.contains(.body) {
      // An empty document has no value, unlike a response without content.
      if let fault = response.fault, fault.start.isEmpty { throw Failure(fault, call: body.call) }
      if let value = try Value(response, body) {
        record["body"] = origin.binding(of: value)
        if case .text(let text) = value {
          record["body"]?.received = ReceivedText(
            text, madeOf: response.bytes,
            json: response.isUnlabelled ? response.body.map { Value($0) } : nil,
            isNamed: body.settings.isNamed)
        }
      } else {
        record["body"] = Scope.Binding(
          lacking: "the response of \(body.call.endpoint.file) has no content")
      }
    }
    if !secrets.isEmpty {
      for name in ["body", "headers", "trailers", "url"] + body.call.endpoint.outputs.map(\.name) {
        record[name]?.parts += secrets
      }
      for index in stored.indices { stored[index].binding.parts += secrets }
    }
    guard problems.isEmpty else { throw Failure(.decoding, problems) }
    guard demand.parts.contains(.value) else { return }
    record["value"] = try rows(of: response, body, with: secrets)
  }

  /// The rows of a response; every row is as secret as the whole body.
  private func rows(
    of response: BufferedResponse, _ body: IncomingBody, with secrets: [Scope.Binding.SecretPart]
  ) throws(Failure) -> Scope.Binding {
    let endpoint = body.call.endpoint
    let value = try Value(response, body)
    var whole = origin.binding(of: value ?? .null)
    whole.parts = secrets
    let isStream = body.decoder?.isStream == true || response.values.count > 1
    var values = response.values
    if isStream, let fault = response.fault, fault.start.isEmpty {
      throw Failure(fault, call: body.call)
    }
    if values.isEmpty, !isStream {
      values = [try endpoint.rows.row(of: value, in: response, of: body)]
    }
    return try endpoint.rows.binding(
      of: values, isStream: isStream, from: whole.provenanceOfWhole, in: body.call.scope,
      of: endpoint)
  }
}

extension ResponseDemand {
  /// Whether anything is used that may contain a secret of a server.
  fileprivate var usesMoreThanStatus: Bool { !outputs.isEmpty || parts.contains { $0 != .status } }
}

extension RowStages {
  /// The row of a response that is not JSON: its text, or null for a body that no row uses.
  fileprivate func row(
    of value: Value?, in response: BufferedResponse, of body: IncomingBody
  ) throws(Failure) -> JSONNode {
    guard let fault = response.fault else {
      if usesResponse { throw .noRows(of: body.call) }
      return .null
    }
    let isText = body.makesRowsOfText || !usesResponse && !body.isForeign
    if isText, !fault.start.isEmpty, let text = value?.json { return text }
    throw Failure(
      .decoding, "rows cannot be made of the response of \(body.call.endpoint.file)",
      at: mark ?? shapeMark, hint: response.missingHint)
  }
}

extension Value {
  /// Fields of a response: a map from their names, in lower case, to their first values.
  fileprivate init(_ fields: [ResponseHead.Field]) {
    var names: [String] = []
    var members: [(key: String, value: BuiltJSON)] = []
    for field in fields where !names.contains(field.name.lowercased()) {
      names.append(field.name.lowercased())
      members.append((field.name.lowercased(), .text(field.value)))
    }
    var bytes: [UInt8] = []
    BuiltJSON.map(members).append(to: &bytes)
    self = (try? JSONDocument(bytes)).map { Value($0.root) } ?? .null
  }

  /// The body of a response as a value.
  ///
  /// JSON is kept unchanged, a stream of it becomes a list, other text becomes text in UTF-8, and
  /// anything else bytes.
  ///
  /// Nil for a response without content.
  ///
  /// Throws a ``Failure`` if text is not in its charset.
  fileprivate init?(_ response: BufferedResponse, _ body: IncomingBody) throws(Failure) {
    let isStream = body.decoder?.isStream == true && !body.settings.exchange.hasNoContent
    if response.bytes.isEmpty, !isStream { return nil }
    if body.decoder?.isStream == true || response.values.count > 1 {
      guard let list = JSONNode.list(of: response.values) else {
        throw Failure(
          .decoding,
          "the values of \(body.call.endpoint.file) are nested too deeply to be a list together")
      }
      self = Value(list)
    } else if response.bytes.isEmpty {
      self = .null
    } else if let value = response.body, !response.isUnlabelled {
      self = Value(value)
    } else if let decoder = body.decoder, decoder.kind == .text, !decoder.isExternal {
      let text = try rethrowing(BodyText.text(of: response.bytes, by: decoder, body.settings)) {
        (error: DeliveryError) in Failure(error, call: body.call)
      }
      self = .text(text)
    } else if let text = String(validating: response.bytes, as: UTF8.self) {
      self = .text(text)
    } else {
      self = .bytes(response.bytes)
    }
  }
}

extension EndpointSpec {
  /// Whether the body of the response contains a secret output.
  fileprivate var hasSecretsInBody: Bool {
    outputs.contains { $0.isSecret && $0.fieldName == nil }
  }
}

extension Call {
  /// Whether anything in it is made of an environment variable that its files were trusted to read.
  fileprivate var isMadeOfVariables: Bool {
    endpoint.firstReference { reference, span in
      let binding = try? scope.binding(of: reference, at: span)
      return binding?.provenance.writers.contains(.environment) == true
    } != nil
  }
}
