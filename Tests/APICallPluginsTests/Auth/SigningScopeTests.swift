import APICallContracts
import Testing

@testable import APICallPlugins

struct SigningScopeTests {
  @Test(
    "The name of a host of AWS says the service and the region",
    arguments: [
      ("s3.amazonaws.com", "s3", "us-east-1"),
      ("bucket.s3.amazonaws.com", "s3", "us-east-1"),
      ("my.bucket.s3.eu-west-1.amazonaws.com", "s3", "eu-west-1"),
      ("bucket.s3-eu-west-1.amazonaws.com", "s3", "eu-west-1"),
      ("b.s3.dualstack.eu-west-1.amazonaws.com", "s3", "eu-west-1"),
      ("b-1.s3-accesspoint.eu-west-1.amazonaws.com", "s3", "eu-west-1"),
      ("x.s3-object-lambda.eu-west-1.amazonaws.com", "s3-object-lambda", "eu-west-1"),
      ("sqs.cn-north-1.amazonaws.com.cn", "sqs", "cn-north-1"),
      ("dynamodb.us-gov-west-1.amazonaws.com.", "dynamodb", "us-gov-west-1"),
      ("kms-fips.us-east-2.amazonaws.com", "kms", "us-east-2"),
      ("abc.execute-api.ap-southeast-2.amazonaws.com", "execute-api", "ap-southeast-2"),
      ("abc.lambda-url.eu-north-1.on.aws", "lambda", "eu-north-1"),
      ("search-x.eu-west-1.es.amazonaws.com", "es", "eu-west-1"),
      ("iam.amazonaws.com", "iam", "us-east-1"),
      ("email.eu-west-1.amazonaws.com", "ses", "eu-west-1"),
    ])
  func hosts(host: String, service: String, region: String) throws {
    let scope = try SigningScope(OptionValues(), of: host, usually: "xx-none-9")
    #expect(scope.service == service && scope.region == region)
  }

  @Test(
    "Another host needs them from the file",
    arguments: ["minio.example.com", "amazonaws.com", "s3.amazonaws.com.evil.example", "127.0.0.1"])
  func others(host: String) throws {
    #expect(throws: AuthProblem.self) {
      try SigningScope(OptionValues(), of: host, usually: "eu-west-1")
    }
    let scope = try SigningScope(OptionValues(["service": "s3"]), of: host, usually: "eu-west-1")
    #expect(scope.region == "eu-west-1")
  }

  @Test("A name with a slash is refused", arguments: ["a/b", "", "a b"])
  func names(name: String) {
    #expect(throws: AuthProblem.self) {
      try SigningScope(
        OptionValues(["service": "s3", "region": name]), of: "x.example", usually: nil)
    }
  }
}
