// swift-tools-version: 6.2
import PackageDescription

// The library's own sources, compiled with libFuzzer's counters and AddressSanitizer. This is a
// separate package, so that a build of apicall is not affected. make/fuzz builds and runs it. It is
// compiled for testing, so that internal code can be tried as well.
let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .unsafeFlags(["-sanitize=fuzzer,address", "-parse-as-library", "-enable-testing"]),
]

let package = Package(
  name: "fuzzing",
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
    .target(name: "APICallPluginKit", dependencies: ["JSONText"], swiftSettings: settings),
    .executableTarget(
      name: "Fuzz",
      dependencies: [
        "APICallText", "APICallSafety", "APICallBase", "APICallHTTP", "APICallContracts",
        "APICallLanguage", "APICallModel", "APICallReading", "APICallRequests", "APICallResponses",
        "APICallRun", "APICallPlugins", "JSONText",
      ],
      swiftSettings: settings,
      linkerSettings: [.unsafeFlags(["-sanitize=fuzzer,address", "-use-ld=lld"])]),
  ]
)
