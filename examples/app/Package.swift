// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .strictMemorySafety(),
]

let package = Package(
  name: "todos",
  products: [.executable(name: "todos", targets: ["todos"])],
  dependencies: [
    // In a package of your own: .package(url: "URL of apicall", from: "0.1.0")
    .package(name: "apicall", path: "../..")
  ],
  targets: [
    // What the program does, without a network and without a terminal.
    .target(name: "TodoCore", swiftSettings: settings),
    // The service over HTTP.
    .target(
      name: "TodoNetwork",
      dependencies: ["TodoCore", .product(name: "APICall", package: "apicall")],
      swiftSettings: settings),
    // The terminal.
    .target(name: "TodoView", dependencies: ["TodoCore"], swiftSettings: settings),
    // Puts the three together.
    .executableTarget(
      name: "todos",
      dependencies: [
        "TodoCore", "TodoNetwork", "TodoView", .product(name: "APICall", package: "apicall"),
      ],
      swiftSettings: settings),
    .testTarget(
      name: "TodoTests",
      dependencies: [
        "TodoCore", "TodoNetwork", .product(name: "APICall", package: "apicall"),
      ],
      swiftSettings: settings),
  ]
)
