// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "apicall-keyring",
  dependencies: [.package(name: "apicall", path: "../..")],
  targets: [
    .systemLibrary(
      name: "CLibSecret", pkgConfig: "libsecret-1", providers: [.apt(["libsecret-1-dev"])]),
    .executableTarget(
      name: "apicall-keyring",
      dependencies: ["CLibSecret", .product(name: "APICallPluginKit", package: "apicall")],
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
      ]),
  ]
)
