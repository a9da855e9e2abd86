// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "apicall-xml",
  targets: [
    .systemLibrary(
      name: "CLibXML2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
    .executableTarget(
      name: "apicall-xml", dependencies: ["CLibXML2"],
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
      ]),
  ]
)
