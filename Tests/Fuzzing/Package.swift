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
    .target(name: "APICallPluginKit", dependencies: ["JSONText"], swiftSettings: settings),
    .executableTarget(
      name: "Fuzz",
      dependencies: [
        "APICallBase", "APICallHTTP", "APICallSpec", "APICallRun", "APICallPluginKit",
        "APICallPlugins",
        "JSONText", "Patterns",
        "YAMLTree",
      ],
      swiftSettings: settings,
      linkerSettings: [.unsafeFlags(["-sanitize=fuzzer,address", "-use-ld=lld"])]),
  ]
)
