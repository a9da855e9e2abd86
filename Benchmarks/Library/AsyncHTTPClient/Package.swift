// swift-tools-version: 6.2
import PackageDescription

// Times AsyncHTTPClient. It is a package of its own, since building it takes minutes.
let package = Package(
  name: "peer",
  dependencies: [
    .package(name: "library", path: ".."),
    .package(url: "https://github.com/swift-server/async-http-client", exact: "1.37.0"),
  ],
  targets: [
    .executableTarget(
      name: "AsyncHTTPClientTiming",
      dependencies: [
        .product(name: "Timing", package: "library"),
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
      ])
  ]
)
