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
    .target(name: "Decimals", swiftSettings: settings),
    .target(
      name: "APICallText", dependencies: ["JSONText"],
      swiftSettings: settings),
    .target(
      name: "APICallSafety", dependencies: ["APICallText", "JSONText", "YAMLTree"],
      swiftSettings: settings),
    .target(
      name: "APICallBase", dependencies: ["APICallText", "APICallSafety", "JSONText", "YAMLTree"],
      swiftSettings: settings),
    .target(
      name: "APICallHTTP",
      dependencies: [
        "APICallText", "APICallSafety", "APICallBase", "HostNames", "JSONText", "YAMLTree",
      ],
      swiftSettings: settings),
    .target(
      name: "APICallContracts",
      dependencies: [
        "APICallText", "APICallSafety", "APICallBase", "APICallHTTP", "JSONText", "YAMLTree",
      ],
      swiftSettings: settings),
    .target(
      name: "APICallLanguage",
      dependencies: [
        "APICallText", "APICallSafety", "APICallBase", "APICallHTTP", "Decimals", "JSONText",
        "Patterns", "YAMLTree",
      ],
      swiftSettings: settings),
    .target(
      name: "APICallModel",
      dependencies: [
        "APICallText", "APICallSafety", "APICallBase", "APICallHTTP", "APICallContracts",
        "APICallLanguage", "HostNames", "JSONText", "Patterns", "YAMLTree",
      ],
      swiftSettings: settings),
    .target(
      name: "APICallReading",
      dependencies: [
        "APICallText", "APICallSafety", "APICallBase", "APICallHTTP", "APICallContracts",
        "APICallLanguage", "APICallModel", "JSONText", "Patterns", "YAMLTree",
      ],
      swiftSettings: settings),
    .target(
      name: "APICallRequests",
      dependencies: [
        "APICallText", "APICallSafety", "APICallBase", "APICallHTTP", "APICallContracts",
        "APICallLanguage", "APICallModel", "APICallReading", "JSONText", "Patterns", "YAMLTree",
      ],
      swiftSettings: settings),
    .target(
      name: "APICallResponses",
      dependencies: [
        "APICallText", "APICallSafety", "APICallBase", "APICallHTTP", "APICallContracts",
        "APICallLanguage", "APICallModel", "APICallRequests", "JSONText", "Patterns", "YAMLTree",
      ],
      swiftSettings: settings),
    .target(
      name: "APICallRun",
      dependencies: [
        "APICallText", "APICallSafety", "APICallBase", "APICallHTTP", "APICallContracts",
        "APICallLanguage", "APICallModel", "APICallReading", "APICallRequests", "APICallResponses",
        "JSONText", "YAMLTree",
      ],
      swiftSettings: settings),
    .target(
      name: "APICallPlugins",
      dependencies: [
        "APICallText", "APICallSafety", "APICallBase", "APICallHTTP", "APICallContracts",
        "APICallLanguage", "APICallModel", "APICallRequests", "JSONText", "YAMLTree",
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "Micro",
      dependencies: [
        "APICallText", "APICallSafety", "APICallBase", "APICallHTTP", "APICallContracts",
        "APICallLanguage", "APICallModel", "APICallReading", "APICallRequests", "APICallResponses",
        "APICallRun", "APICallPlugins", "YAMLTree",
      ],
      swiftSettings: settings),
  ]
)
