// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "OperationLab",
  // `Synchronization`, which the test kit uses, asks for macOS 15. Elsewhere only OperationLab,
  // OperationDoctor and OperationDownloads build, for which `Duration` asks for iOS 16: the rest starts processes.
  platforms: [.macOS(.v15), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
  products: [
    .library(name: "OperationLab", targets: ["OperationLab"]),
    .library(name: "OperationDoctor", targets: ["OperationDoctor"]),
    .library(name: "OperationDownloads", targets: ["OperationDownloads"]),
    .library(name: "OperationTesting", targets: ["OperationTesting"]),
    .executable(name: "lab", targets: ["lab"]),
    .plugin(name: "LabCheck", targets: ["LabCheck"]),
  ],
  // Each target may use those above it.
  targets: [
    .target(name: "OperationLab", path: "Sources/OperationLab/Core"),
    .target(
      name: "OperationDoctor", dependencies: ["OperationLab"], path: "Sources/OperationLab/Doctor"),
    .target(
      name: "OperationDownloads", dependencies: ["OperationLab"],
      path: "Sources/OperationLab/Downloads"),
    .target(
      name: "OperationBench", dependencies: ["OperationLab", "OperationDoctor"],
      path: "Sources/OperationLab/Bench"),
    .target(
      name: "OperationTesting",
      dependencies: ["OperationLab", "OperationDoctor", "OperationBench"],
      path: "Sources/OperationLab/Testing",
      // The words of the rules.
      resources: [.embedInCode("Conformance/Rules/rules.json")]),
    .target(
      name: "OperationCourse",
      dependencies: ["OperationLab", "OperationDoctor", "OperationDownloads", "OperationBench"],
      path: "Sources/OperationLab/Course",
      // Parts of pages, which are read at run time.
      exclude: ["Timeline/Page"]),
    // The command line. It is a library so that its tests can link it.
    .target(
      name: "LabKit",
      dependencies: [
        "OperationLab", "OperationDoctor", "OperationDownloads", "OperationBench",
        "OperationTesting", "OperationCourse",
      ],
      path: "Sources/lab", exclude: ["Docs", "Main"]),
    .executableTarget(name: "lab", dependencies: ["LabKit"], path: "Sources/lab/Main/lab"),
    // Makes the pages and the site.
    .target(
      name: "LabDocs",
      dependencies: [
        "OperationLab", "OperationDoctor", "OperationDownloads", "OperationBench",
        "OperationCourse", "LabKit",
      ],
      path: "Sources/lab/Docs"),
    .executableTarget(name: "labdocs", dependencies: ["LabDocs"], path: "Sources/lab/Main/labdocs"),
    .plugin(
      name: "LabCheck",
      capability: .command(
        intent: .custom(verb: "lab-check", description: "Check an Operation subclass")),
      path: "Sources/OperationLab/Plugins/LabCheck"),
    .testTarget(
      name: "OperationLabTests",
      dependencies: [
        "OperationLab", "OperationDoctor", "OperationDownloads", "OperationBench",
        "OperationTesting", "OperationCourse",
      ]),
    .testTarget(
      name: "LabTests", dependencies: ["OperationCourse", "LabKit", "LabDocs"],
      // Files that are checked as a user's would be.
      exclude: ["Long/Check/Suggested", "Long/Conformance/Subjects"]),
  ],
  swiftLanguageModes: [.v6]
)
