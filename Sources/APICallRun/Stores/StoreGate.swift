package import APICallBase
package import APICallModel
import APICallReading
package import APICallRequests
import APICallSafety

/// Checks whether the outputs of a call can be stored, as far as that is known before the call is
/// sent.
package struct StoreGate {
  private let resources: CallResources
  /// Why the user does not trust all files of the call; nil if the user does.
  let distrust: Distrust?

  package init(_ endpoint: EndpointSpec, after chain: CallChain?, in resources: CallResources) {
    self.resources = resources
    distrust =
      StoreRule.trust.holds ? endpoint.distrust(after: chain, in: resources.world) : nil
  }

  package func problems(of endpoint: EndpointSpec) -> [Message] {
    endpoint.storedOutputs.compactMap { (output) -> Message? in
      guard let store = output.store else { return nil }
      do throws(Failure) {
        _ = try source(of: output, as: store)
        return nil
      } catch {
        return error.diagnostics.first.map {
          Message($0.message, at: $0.mark, hint: $0.hint, status: error.status)
        }
      }
    }
  }

  /// Finds the source in which an output is stored.
  ///
  /// Throws a ``Failure`` with exit status 77 if the files are not trusted and there is no terminal
  /// to ask on, or if a source that comes before has a secret of that name.
  func source(
    of output: OutputDeclaration, as store: WrittenName
  ) throws(Failure) -> any SecretProvider {
    if let distrust, !resources.world.caller.canAnswer {
      throw Failure(
        .noPermission,
        "the output '\(output.name)' cannot be stored as the secret '\(store.text)': the call uses"
          + " an untrusted file",
        at: store.mark, hint: distrust.hint("lets files below that folder store outputs"))
    }
    do throws(SecretProblem) {
      let (source, before) = try resources.secrets.sourceForOutputs()
      for other in before where try Self.has(other, store.text) {
        throw SecretProblem(
          "the source '\(other.name)' has a secret of that name, and comes before"
            + " '\(source.name)'", hint: Self.wayOut(of: other, store.text))
      }
      return source
    } catch {
      throw error.failure(storing: output, at: store)
    }
  }

  /// Whether a source has a secret, even one that cannot be used.
  private static func has(
    _ source: any SecretProvider, _ name: String
  ) throws(SecretProblem) -> Bool {
    do throws(SecretProblem) {
      return try source.secret(named: name) != nil
    } catch {
      // Details about a variable without origins are of no use here.
      guard source.isWritable else { return true }
      throw error
    }
  }

  private static func wayOut(of source: any SecretProvider, _ name: String) -> String {
    source.isWritable
      ? "'apicall secrets remove \(name) --source \(source.name)' removes that one"
      : "unset \(SecretVariable.name(of: name)), or choose another name under 'store'"
  }
}

extension SecretProblem {
  func failure(storing output: OutputDeclaration, at store: WrittenName) -> Failure {
    Failure(
      status,
      "the output '\(output.name)' cannot be stored as the secret '\(store.text)': \(message)",
      at: store.mark, hint: hint)
  }
}
