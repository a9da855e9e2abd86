// swift-tools-version: 6.2
import PackageDescription

// Builds the library's own sources for release, with a program that runs one operation at a time.
// It is a package of its own, so that a build of apicall does not include it. `run` builds and runs
// it.
let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

let package = Package(
  name: "micro",
  targets: [
    .systemLibrary(name: "CLibYAML", pkgConfig: "yaml-0.1"),
    .systemLibrary(name: "CLibIDN2", pkgConfig: "libidn2"),
    .systemLibrary(name: "CLibPCRE2", pkgConfig: "libpcre2-8"),
    .target(name: "YAMLTree", dependencies: ["CLibYAML"], swiftSettings: settings),
    .target(name: "JSONText", swiftSettings: settings),
    .target(name: "HostNames", dependencies: ["CLibIDN2"], swiftSettings: settings),
    .target(name: "Patterns", dependencies: ["CLibPCRE2"], swiftSettings: settings),
    .target(
      name: "APICallBase", dependencies: ["YAMLTree", "JSONText"], swiftSettings: settings),
    .target(
      name: "APICallHTTP", dependencies: ["APICallBase", "YAMLTree", "JSONText", "HostNames"],
      swiftSettings: settings),
    .target(
      name: "APICallSpec",
      dependencies: [
        "APICallBase", "APICallHTTP", "YAMLTree", "JSONText", "Patterns", "HostNames",
      ],
      swiftSettings: settings),
    .target(
      name: "APICallRun",
      dependencies: [
        "APICallBase", "APICallHTTP", "APICallSpec", "YAMLTree", "JSONText", "Patterns",
      ],
      swiftSettings: settings),
    .target(
      name: "APICallPlugins",
      dependencies: [
        "APICallBase", "APICallHTTP", "APICallSpec", "APICallRun", "JSONText", "YAMLTree",
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "Micro",
      dependencies: [
        "APICallBase", "APICallHTTP", "APICallSpec", "APICallRun", "APICallPlugins", "JSONText",
        "YAMLTree",
      ],
      swiftSettings: settings),
  ]
)
