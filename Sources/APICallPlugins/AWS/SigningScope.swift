import APICallContracts
import APICallSafety

/// What a signature is for: a service of AWS, or one that takes its signatures, in a region.
struct SigningScope: Sendable, Hashable {
  let region: String
  let service: String

  /// Whether the service stores objects, whose names are signed as they are.
  var isObjectStore: Bool { service == "s3" || service.hasPrefix("s3-") }

  /// Takes them from the options, or else from the name of a host of AWS.
  init(
    _ values: OptionValues, of host: String, usually known: String?
  ) throws(AuthProblem) {
    let named = Self.named(in: host)
    guard let service = values["service"]?.revealed ?? named?.service else {
      throw AuthProblem(
        "aws-sigv4 needs 'service' for \(host)",
        hint: "add 'service: s3', or the name that the service has in signatures")
    }
    guard let region = values["region"]?.revealed ?? named?.region ?? known else {
      throw AuthProblem(
        "aws-sigv4 needs 'region' for \(host)",
        hint: "add 'region: us-east-1': many object stores expect this one")
    }
    for (name, value) in [("service", service), ("region", region)] {
      guard !value.isEmpty, value.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != 0x2F }) else {
        throw AuthProblem("'\(value)' is not the name of a \(name)", of: name)
      }
    }
    self.region = region
    self.service = service
  }

  /// The services whose names in signatures differ from those in names of hosts.
  private static let signed = [
    "email": "ses", "lambda-url": "lambda", "bedrock-runtime": "bedrock",
  ]

  /// Reads `SERVICE.REGION.amazonaws.com` and its relatives; nil for hosts that are not of AWS.
  static func named(in host: String) -> (service: String, region: String)? {
    let name = host.hasSuffix(".") ? host.dropLast() : host[...]
    let ends = [".amazonaws.com", ".amazonaws.com.cn", ".api.aws", ".on.aws"]
    guard let end = ends.first(where: name.hasSuffix) else { return nil }
    var labels = name.dropLast(end.count).split(separator: ".").map(String.init)
    labels.removeAll { $0 == "dualstack" }
    guard var service = labels.last else { return nil }
    var region = "us-east-1"
    if let old = Self.regionOfOldName(service) {
      (service, region) = ("s3", old)
    } else if let index = labels.lastIndex(where: isRegion) {
      region = labels[index]
      // An endpoint such as `search-x.eu-west-1.es` ends with its service.
      if index == labels.count - 1 {
        guard index > 0 else { return nil }
        service = labels[index - 1]
      }
    }
    // Those for objects alone sign as s3 does; s3-object-lambda and s3-outposts have names of their own.
    if ["s3-accesspoint", "s3-control", "s3-fips", "s3-accesspoint-fips"].contains(service) {
      service = "s3"
    }
    if service.hasSuffix("-fips") { service.removeLast(5) }
    return (signed[service] ?? service, region)
  }

  /// The region of a name such as `s3-eu-west-1`.
  private static func regionOfOldName(_ label: String) -> String? {
    guard label.hasPrefix("s3-"), isRegion(String(label.dropFirst(3))) else { return nil }
    return String(label.dropFirst(3))
  }

  /// Whether a label names a region, such as `eu-west-1` or `us-gov-east-1`.
  private static func isRegion(_ label: String) -> Bool {
    let parts = label.split(separator: "-")
    guard parts.count >= 3, let last = parts.last, let first = parts.first else { return false }
    return first.utf8.count >= 2 && first.utf8.count <= 6
      && last.utf8.count <= 2 && last.utf8.allSatisfy { (0x30...0x39).contains($0) }
      && parts.dropLast().allSatisfy { $0.utf8.allSatisfy { (0x61...0x7A).contains($0) } }
  }
}
