// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "todos",
  dependencies: [
    .package(url: "https://example.com/apicall.git", from: "0.1.0")
  ],
  targets: [
    .executableTarget(
      name: "todos", dependencies: [.product(name: "APICall", package: "apicall")])
  ]
)
