// swift-tools-version: 6.2
import PackageDescription

// Programs elsewhere that depend on the package read this file, too.
#if canImport(Glibc)
  import Glibc
#endif

// Swift evolution proposals that are still opt-in: SE-0335, SE-0409, SE-0444.
let librarySettings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

// What is built besides the package: "micro" for Benchmarks/Micro, "fuzzing" for Tests/Fuzzing.
let extra = Context.environment["APICALL_BUILD"]

// libFuzzer's counters and AddressSanitizer; internal code can be tried as well.
let fuzzing: [SwiftSetting] =
  extra == "fuzzing"
  ? [.unsafeFlags(["-sanitize=fuzzer,address", "-parse-as-library", "-enable-testing"])] : []

// And SE-0461, except for the library that other programs use: with it, a class of the main actor
// could not conform to the library's protocols.
let settings =
  librarySettings + [.enableUpcomingFeature("NonisolatedNonsendingByDefault")] + fuzzing

// The places that the loader has to fill in as the program starts, packed: a tenth of a megabyte to
// read in place of one and a half. glibc 2.36 and newer can unpack them.
func packedRelocations() -> [String] {
  #if canImport(Glibc)
    var text = [CChar](repeating: 0, count: 64)
    confstr(Int32(_CS_GNU_LIBC_VERSION), &text, text.count)
    let words = String(decoding: text.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
      .split { !$0.isNumber }.compactMap { Int($0) }
    guard words.count > 1, (words[0], words[1]) >= (2, 36) else { return [] }
    return ["-Xlinker", "-z", "-Xlinker", "pack-relative-relocs"]
  #else
    return []
  #endif
}

// Nobody loads the program as a library: without their names 4000 functions need not be looked
// through at every start. What a call runs lies together, so that no more than that is read; the list
// is made by make/order, and a name on it that is gone does no harm.
let layout = [
  "-Xlinker", "--no-export-dynamic",
  "-Xlinker", "--symbol-ordering-file=\(Context.packageDirectory)/make/order.txt",
  "-Xlinker", "--no-warn-symbol-ordering",
  "-Xlinker", "-T", "-Xlinker", "\(Context.packageDirectory)/make/layout.ld",
]

let package = Package(
  name: "apicall",
  products: [
    // Calls from Swift.
    .library(name: "APICall", targets: ["APICall"]),
    // Foundation types for APICall.
    .library(name: "APICallFoundation", targets: ["APICallFoundation"]),
    // What a plugin in Swift is made with.
    .library(name: "APICallPluginKit", targets: ["APICallPluginKit", "JSONText"]),
  ],
  dependencies: [
    .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
    // Without its default trait, which would link Foundation.
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0", traits: []),
    // Only make/docs uses it; packages that depend on this one do not fetch it.
    .package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.4.0"),
  ],
  targets: [
    // The C libraries, each behind one shim header.
    .systemLibrary(name: "CLibYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),
    .systemLibrary(
      name: "CLibCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
    .systemLibrary(
      name: "CLibPCRE2", pkgConfig: "libpcre2-8", providers: [.apt(["libpcre2-dev"])]),
    .systemLibrary(name: "CLibOpenSSL", pkgConfig: "openssl", providers: [.apt(["libssl-dev"])]),
    .systemLibrary(name: "CLibIDN2", pkgConfig: "libidn2", providers: [.apt(["libidn2-dev"])]),
    .systemLibrary(name: "CLibPSL", pkgConfig: "libpsl", providers: [.apt(["libpsl-dev"])]),
    .systemLibrary(name: "CLibZ", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(
      name: "CLibBrotli", pkgConfig: "libbrotlidec", providers: [.apt(["libbrotli-dev"])]),
    .systemLibrary(name: "CLibZstd", pkgConfig: "libzstd", providers: [.apt(["libzstd-dev"])]),

    // The library, from the ground up: a target imports only those above it.
    .target(name: "YAMLTree", dependencies: ["CLibYAML"], swiftSettings: settings),
    .target(name: "CJSONScan"),
    .target(name: "JSONText", dependencies: ["CJSONScan"], swiftSettings: settings),
    .target(name: "Patterns", dependencies: ["CLibPCRE2"], swiftSettings: settings),
    .target(name: "Decimals", swiftSettings: settings),
    .target(
      name: "APICallText", dependencies: ["JSONText"],
      swiftSettings: settings),
    // Where values come from, where they may go, and what is masked: decisions without input or output.
    .target(
      name: "APICallSafety", dependencies: ["APICallText", "JSONText", "YAMLTree"],
      swiftSettings: settings),
    .target(
      name: "APICallBase", dependencies: ["APICallText", "APICallSafety", "JSONText", "YAMLTree"],
      swiftSettings: settings),
    .target(
      name: "APICallHTTP",
      dependencies: [
        "APICallText", "APICallSafety", "APICallBase", "CLibIDN2", "CLibPSL", "JSONText",
        "YAMLTree",
      ],
      swiftSettings: settings),
    // What a plugin is: requesters, decoders, formatters, types of auth, and their options.
    .target(
      name: "APICallContracts",
      dependencies: [
        "APICallText", "APICallSafety", "APICallBase", "APICallHTTP", "JSONText", "YAMLTree",
      ],
      swiftSettings: settings),
    // The language within the files: values, filters, expressions, templates.
    .target(
      name: "APICallLanguage",
      dependencies: [
        "APICallText", "APICallSafety", "APICallBase", "APICallHTTP", "Decimals", "JSONText",
        "Patterns", "YAMLTree",
      ],
      swiftSettings: settings),
    // What a file says.
    .target(
      name: "APICallModel",
      dependencies: [
        "APICallText", "APICallSafety", "APICallBase", "APICallHTTP", "APICallContracts",
        "APICallLanguage", "JSONText", "Patterns", "YAMLTree",
      ],
      swiftSettings: settings),
    // How a file is read: from YAML to the model.
    .target(
      name: "APICallReading",
      dependencies: [
        "APICallText", "APICallSafety", "APICallBase", "APICallHTTP", "APICallContracts",
        "APICallLanguage", "APICallModel", "JSONText", "Patterns", "YAMLTree",
      ],
      resources: [
        .embedInCode("Reading/field-hints.txt"), .embedInCode("Reading/field-names.txt"),
      ],
      swiftSettings: settings),
    // What a call sends.
    .target(
      name: "APICallRequests",
      dependencies: [
        "APICallText", "APICallSafety", "APICallBase", "APICallHTTP", "APICallContracts",
        "APICallLanguage", "APICallModel", "APICallReading", "JSONText", "Patterns", "YAMLTree",
      ],
      swiftSettings: settings),
    // What comes back, and what is taken from it.
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
        "Decimals", "JSONText",
      ],
      swiftSettings: settings),
    .target(
      name: "APICallScripts",
      dependencies: [
        "APICallText", "APICallSafety", "APICallBase", "APICallHTTP", "APICallContracts",
        "APICallLanguage", "APICallModel", "APICallReading", "APICallRequests", "APICallResponses",
        "APICallRun", "JSONText", "Patterns", "YAMLTree",
      ],
      swiftSettings: settings),
    .target(name: "APICallPluginKit", dependencies: ["JSONText"], swiftSettings: settings),
    .target(
      name: "APICallPlugins",
      dependencies: [
        "APICallText", "APICallSafety", "APICallBase", "APICallHTTP", "APICallContracts",
        "APICallLanguage", "APICallModel", "APICallRequests", "JSONText", "YAMLTree",
      ],
      swiftSettings: settings),
    .target(
      name: "APICallCurl",
      dependencies: [
        "APICallText", "APICallSafety", "APICallBase", "APICallHTTP", "APICallContracts",
        "CLibBrotli", "CLibCurl", "CLibOpenSSL", "CLibZ", "CLibZstd",
      ],
      swiftSettings: settings),
    .target(name: "CSystem"),
    .target(
      name: "APICallSystem",
      dependencies: [
        "APICallText", "APICallSafety", "APICallBase", "APICallHTTP", "APICallContracts",
        "APICallModel", "APICallReading", "APICallRequests", "APICallResponses", "APICallScripts",
        "CLibOpenSSL", "CSystem", "JSONText",
      ],
      swiftSettings: settings),
    // The reports of results in files: each is a function of one value.
    .target(
      name: "APICallReports", dependencies: ["APICallText", "APICallBase", "JSONText"],
      resources: [.embedInCode("HTML/report.css")], swiftSettings: settings),
    // Requests that become files: `get URL --save`, and imports.
    .target(
      name: "APICallDrafts",
      dependencies: [
        "APICallText", "APICallSafety", "APICallBase", "APICallHTTP", "APICallReading", "JSONText",
        "YAMLTree",
      ],
      resources: [.embedInCode("Curl/curl-options.txt")], swiftSettings: settings),
    // What `apicall test` does: cases, recordings and golden files.
    .target(
      name: "APICallTesting",
      dependencies: [
        "APICallText", "APICallSafety", "APICallBase", "APICallHTTP", "APICallContracts",
        "APICallLanguage", "APICallModel", "APICallReading", "APICallRequests", "APICallResponses",
        "APICallRun", "APICallScripts", "APICallPlugins", "APICallReports", "APICallSystem",
        "JSONText", "Patterns", "YAMLTree",
      ],
      swiftSettings: settings),
    // Plugins that are programs of their own.
    .target(
      name: "APICallExternal",
      dependencies: [
        "APICallText", "APICallSafety", "APICallBase", "APICallHTTP", "APICallContracts",
        "APICallModel", "APICallReading", "APICallPluginKit", "APICallSystem", "CSystem",
        "JSONText", "YAMLTree",
      ],
      swiftSettings: settings),
    // What their authors need: only `apicall plugins` uses it.
    .target(
      name: "APICallPluginTools",
      dependencies: [
        "APICallBase", "APICallExternal", "APICallPluginKit", "APICallSystem", "JSONText",
        "YAMLTree",
      ],
      swiftSettings: settings),

    // Calls from Swift: the public face of the targets above it.
    .target(
      name: "APICall",
      dependencies: [
        "APICallText", "APICallSafety", "APICallBase", "APICallHTTP", "APICallContracts",
        "APICallLanguage", "APICallModel", "APICallReading", "APICallRequests", "APICallResponses",
        "APICallRun", "APICallScripts", "APICallCurl", "APICallExternal",
        "APICallPlugins", "APICallSystem", "JSONText", "YAMLTree",
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ],
      swiftSettings: librarySettings),

    // Dates, URLs and decimals of Foundation, which the library does not link.
    .target(
      name: "APICallFoundation", dependencies: ["APICall"], swiftSettings: librarySettings),

    // What programs take on their command lines.
    .target(name: "CommandOptions", dependencies: ["APICallBase"], swiftSettings: settings),

    // The programs.
    .executableTarget(
      name: "apicall",
      dependencies: [
        "APICallText", "APICallSafety", "APICallBase", "APICallHTTP", "APICallContracts",
        "APICallLanguage", "APICallModel", "APICallReading", "APICallRequests", "APICallResponses",
        "APICallRun", "APICallScripts", "APICallCurl", "APICallDrafts", "APICallExternal",
        "APICallPluginKit", "APICallPluginTools", "APICallPlugins",
        "APICallReports", "APICallSystem", "APICallTesting", "CommandOptions", "JSONText",
        "YAMLTree",
      ],
      resources: [
        .embedInCode("Completion/apicall.bash"), .embedInCode("Completion/apicall.fish"),
        .embedInCode("Completion/apicall.zsh"), .embedInCode("Habits/commands.txt"),
        .embedInCode("Habits/request-options.txt"), .embedInCode("Habits/run-options.txt"),
        .embedInCode("Habits/test-options.txt"), .embedInCode("Habits/topics.txt"),
        .embedInCode("Commands/hello.yaml"), .embedInCode("Commands/hello.test.yaml"),
        .embedInCode("Commands/project.yaml"),
      ],
      swiftSettings: settings,
      linkerSettings: [
        .unsafeFlags(
          ["-use-ld=lld", "-Xlinker", "-s", "-Xclang-linker", "-static-libgcc"]
            + packedRelocations() + layout,
          .when(configuration: .release))
      ]),
    .executableTarget(
      name: "apicall-serve",
      dependencies: [
        "APICallText", "APICallBase", "APICallHTTP", "APICallModel", "APICallReading",
        "APICallRequests", "APICallPlugins", "APICallSystem", "CommandOptions",
        .product(name: "FlyingSocks", package: "FlyingFox"),
      ],
      swiftSettings: settings),

    // What tests share: golden files that all read and record by one rule, worlds that are the same
    // each time, servers, numbers to make up cases with, and the processor's time, by which is measured
    // what must not take long.
    .target(name: "GoldenFiles", path: "Tests/GoldenFiles", swiftSettings: settings),
    .target(name: "Measuring", path: "Tests/Measuring", swiftSettings: settings),
    .target(
      name: "PluginPlaces", dependencies: ["APICallExternal", "APICallSystem", "TestServers"],
      path: "Tests/PluginPlaces", swiftSettings: settings),
    .target(name: "PythonOracle", path: "Tests/PythonOracle", swiftSettings: settings),
    .target(name: "SeededNumbers", path: "Tests/SeededNumbers", swiftSettings: settings),
    .target(
      name: "TestServers", dependencies: ["SeededNumbers"], path: "Tests/TestServers",
      swiftSettings: settings),
    .target(
      name: "TestWorlds",
      dependencies: [
        "APICallText", "APICallSafety", "APICallBase", "APICallHTTP", "APICallContracts",
        "APICallModel", "APICallReading", "APICallRequests", "APICallResponses", "APICallScripts",
        "APICallPlugins", "APICallSystem", "SeededNumbers", "YAMLTree",
      ],
      path: "Tests/TestWorlds", swiftSettings: settings),

    // Tests mirror Sources.
    .testTarget(
      name: "YAMLTreeTests", dependencies: ["Measuring", "SeededNumbers", "YAMLTree"],
      swiftSettings: settings),
    .testTarget(
      name: "JSONTextTests", dependencies: ["JSONText", "SeededNumbers"], swiftSettings: settings),
    .testTarget(
      name: "PatternsTests", dependencies: ["Measuring", "Patterns", "SeededNumbers"],
      swiftSettings: settings),
    .testTarget(
      name: "DecimalsTests", dependencies: ["Decimals", "PythonOracle", "SeededNumbers"],
      swiftSettings: settings),
    .testTarget(
      name: "APICallTextTests",
      dependencies: ["APICallText", "SeededNumbers"],
      swiftSettings: settings),
    .testTarget(
      name: "APICallSafetyTests",
      dependencies: [
        "APICallText", "APICallSafety", "APICallBase", "APICallHTTP", "SeededNumbers", "TestWorlds",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "APICallBaseTests",
      dependencies: [
        "APICallText", "APICallSafety", "APICallBase", "APICallHTTP", "TestWorlds", "YAMLTree",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "APICallHTTPTests",
      dependencies: [
        "APICallText", "APICallSafety", "APICallBase", "APICallHTTP", "SeededNumbers",
        "TestWorlds",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "APICallContractsTests",
      dependencies: ["APICallBase", "APICallContracts", "SeededNumbers"],
      swiftSettings: settings),
    .testTarget(
      name: "APICallLanguageTests",
      dependencies: [
        "APICallText", "APICallSafety", "APICallBase", "APICallHTTP", "APICallLanguage",
        "APICallModel", "APICallRequests", "JSONText", "Measuring", "PythonOracle", "SeededNumbers",
        "TestWorlds",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "APICallModelTests",
      dependencies: [
        "APICallText", "APICallLanguage", "APICallModel", "SeededNumbers", "TestWorlds",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "APICallReadingTests",
      dependencies: [
        "APICallText", "APICallSafety", "APICallBase", "APICallHTTP", "APICallLanguage",
        "APICallModel", "APICallReading", "APICallRequests", "APICallPlugins", "GoldenFiles",
        "JSONText", "Measuring", "SeededNumbers", "TestWorlds", "YAMLTree",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "APICallRunTests",
      dependencies: [
        "APICallText", "APICallSafety", "APICallBase", "APICallHTTP", "APICallContracts",
        "APICallLanguage", "APICallModel", "APICallReading", "APICallRequests", "APICallResponses",
        "APICallRun", "APICallPlugins", "GoldenFiles", "JSONText", "Patterns", "SeededNumbers",
        "TestWorlds", "YAMLTree",
      ],
      exclude: ["Golden"], swiftSettings: settings),
    .testTarget(
      name: "APICallScriptsTests",
      dependencies: [
        "APICallText", "APICallSafety", "APICallBase", "APICallHTTP", "APICallContracts",
        "APICallLanguage", "APICallModel", "APICallReading", "APICallRequests", "APICallResponses",
        "APICallScripts", "APICallPlugins", "GoldenFiles", "JSONText", "SeededNumbers",
        "TestWorlds", "YAMLTree",
      ],
      exclude: ["Golden"], swiftSettings: settings),
    .testTarget(
      name: "APICallPluginKitTests",
      dependencies: ["APICallPluginKit", "JSONText", "SeededNumbers"], swiftSettings: settings),
    .testTarget(
      name: "APICallPluginsTests",
      dependencies: [
        "APICallText", "APICallSafety", "APICallBase", "APICallHTTP", "APICallContracts",
        "APICallModel", "APICallReading", "APICallRequests", "APICallResponses", "APICallRun",
        "APICallPlugins", "APICallSystem", "GoldenFiles", "JSONText", "Measuring",
        "SeededNumbers", "TestWorlds", "YAMLTree",
      ],
      exclude: ["Golden"], swiftSettings: settings),
    .testTarget(
      name: "APICallSystemTests", dependencies: ["APICallBase", "APICallSystem"],
      swiftSettings: settings),
    .testTarget(
      name: "APICallCurlTests",
      dependencies: [
        "APICallText", "APICallSafety", "APICallBase", "APICallHTTP", "APICallContracts",
        "APICallScripts", "APICallCurl", "APICallSystem", "Measuring", "SeededNumbers",
        "TestServers",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "APICallTests", dependencies: ["APICall", "SeededNumbers", "TestServers"],
      swiftSettings: settings),
    .testTarget(
      name: "APICallFoundationTests", dependencies: ["APICall", "APICallFoundation"],
      swiftSettings: settings),
    .testTarget(
      name: "APICallTestingTests",
      dependencies: [
        "APICallText", "APICallSafety", "APICallBase", "APICallHTTP", "APICallContracts",
        "APICallLanguage", "APICallModel", "APICallReading", "APICallRequests", "APICallResponses",
        "APICallRun", "APICallPlugins", "APICallSystem", "APICallTesting", "Measuring",
        "SeededNumbers", "TestWorlds", "YAMLTree",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "APICallDraftsTests",
      dependencies: [
        "APICallBase", "APICallReading", "APICallDrafts", "APICallPlugins", "APICallTesting",
        "JSONText", "YAMLTree",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "APICallReportsTests",
      dependencies: [
        "APICallText", "APICallBase", "APICallReports", "APICallSystem", "GoldenFiles", "JSONText",
        "SeededNumbers", "YAMLTree",
      ],
      exclude: ["Golden", "junit.xsd"], swiftSettings: settings),
    .testTarget(
      name: "APICallExternalTests",
      dependencies: [
        "APICallBase", "APICallHTTP", "APICallExternal", "APICallPluginKit", "APICallSystem",
        "GoldenFiles", "PluginPlaces", "YAMLTree",
      ],
      exclude: ["Golden"], swiftSettings: settings),
    .testTarget(
      name: "APICallPluginToolsTests",
      dependencies: [
        "APICallBase", "APICallExternal", "APICallPluginKit", "APICallPluginTools", "GoldenFiles",
        "PluginPlaces", "SeededNumbers", "YAMLTree",
      ],
      exclude: ["Golden"], swiftSettings: settings),
    .testTarget(
      name: "CommandTests",
      dependencies: [
        "APICallText", "APICallSafety", "APICallBase", "APICallHTTP", "APICallContracts",
        "APICallLanguage", "APICallModel", "APICallReading", "APICallRequests", "APICallResponses",
        "APICallRun", "APICallScripts", "APICallCurl", "APICallExternal", "APICallPluginKit",
        "APICallPluginTools", "APICallPlugins", "APICallSystem", "CSystem", "CommandOptions",
        "JSONText", "SeededNumbers", "TestServers", "TestWorlds", "YAMLTree", "apicall",
      ],
      exclude: ["Pipelines", "Transcripts"], swiftSettings: settings),
  ]
)

switch extra {
case "micro":
  package.targets.append(
    .executableTarget(
      name: "Micro",
      dependencies: [
        "APICallText", "APICallSafety", "APICallBase", "APICallHTTP", "APICallContracts",
        "APICallLanguage", "APICallModel", "APICallReading", "APICallRequests", "APICallResponses",
        "APICallRun", "APICallPlugins", "JSONText", "YAMLTree",
      ],
      path: "Benchmarks/Micro", exclude: ["baseline", "run"], swiftSettings: settings))
case "fuzzing":
  package.targets.append(
    .executableTarget(
      name: "Fuzz",
      dependencies: [
        "APICallText", "APICallSafety", "APICallBase", "APICallHTTP", "APICallContracts",
        "APICallLanguage", "APICallModel", "APICallReading", "APICallRequests", "APICallResponses",
        "APICallRun", "APICallPlugins", "APICallPluginKit", "JSONText", "YAMLTree",
      ],
      path: "Tests/Fuzzing", swiftSettings: settings,
      linkerSettings: [.unsafeFlags(["-sanitize=fuzzer,address", "-use-ld=lld"])]))
default: break
}
