// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "apicall-jq",
  targets: [
    // libjq has no .pc file: the module map says what to link.
    .systemLibrary(name: "CLibJQ", providers: [.apt(["libjq-dev"])]),
    .executableTarget(
      name: "apicall-jq", dependencies: ["CLibJQ"],
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
      ]),
  ]
)
