// swift-tools-version: 6.2
import PackageDescription

// Times the library and URLSession. It is a package of its own, so that a build of apicall does not
// include it. `run` builds and runs it.
let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "library",
  products: [.library(name: "Timing", targets: ["Timing"])],
  dependencies: [.package(name: "apicall", path: "../..")],
  targets: [
    .target(name: "Timing", swiftSettings: settings),
    .executableTarget(
      name: "APICallTiming",
      dependencies: ["Timing", .product(name: "APICall", package: "apicall")],
      swiftSettings: settings),
    .executableTarget(
      name: "URLSessionTiming", dependencies: ["Timing"], swiftSettings: settings),
  ]
)
