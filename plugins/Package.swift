// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let kit = Target.Dependency.product(name: "APICallPluginKit", package: "apicall")

/// The targets of a plugin: its program, and the C library that it uses.
func plugin(
  _ name: String, _ dependencies: [Target.Dependency], library: Target? = nil
) -> (name: String, targets: [Target]) {
  let program = Target.executableTarget(
    name: "apicall-\(name)", dependencies: dependencies, path: "\(name)/Sources/apicall-\(name)",
    swiftSettings: settings)
  return (name, [program] + (library.map { [$0] } ?? []))
}

let plugins = [
  // libjq has no .pc file. The module map sets what to link.
  plugin(
    "jq", ["CLibJQ"],
    library: .systemLibrary(
      name: "CLibJQ", path: "jq/Sources/CLibJQ", providers: [.apt(["libjq-dev"])])),
  plugin(
    "xml", ["CLibXML2"],
    library: .systemLibrary(
      name: "CLibXML2", path: "xml/Sources/CLibXML2", pkgConfig: "libxml-2.0",
      providers: [.apt(["libxml2-dev"])])),
  plugin(
    "keyring", ["CLibSecret", kit],
    library: .systemLibrary(
      name: "CLibSecret", path: "keyring/Sources/CLibSecret", pkgConfig: "libsecret-1",
      providers: [.apt(["libsecret-1-dev"])])),
  plugin("urlsession", [kit]),
]

// make/plugins lists the plugins whose libraries are installed. Without a list, all are built.
let wanted = Context.environment["APICALL_PLUGINS"]?.split(separator: " ").map(String.init)

let package = Package(
  name: "apicall-plugins",
  dependencies: [.package(name: "apicall", path: "..")],
  targets: plugins.filter { wanted?.contains($0.name) ?? true }.flatMap(\.targets)
)
