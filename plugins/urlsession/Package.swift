// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "apicall-urlsession",
  dependencies: [.package(name: "apicall", path: "../..")],
  targets: [
    .executableTarget(
      name: "apicall-urlsession",
      dependencies: [.product(name: "APICallPluginKit", package: "apicall")],
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
      ])
  ]
)
