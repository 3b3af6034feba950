// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "OperationLab",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "OperationLab", targets: ["OperationLab"]),
    .executable(name: "lab", targets: ["lab"]),
  ],
  targets: [
    .target(
      name: "OperationLab",
      // The page that one can step through: readable files here, text in the library.
      resources: [
        "page.css", "dom.js", "run.js", "lanes.js", "view.js", "picture.js", "panels.js",
        "stepper.js",
      ].map { .embedInCode("Timeline/Page/\($0)") }),
    .executableTarget(
      name: "lab", dependencies: ["OperationLab"],
      // See Platform+Pool.swift.
      linkerSettings: [
        .unsafeFlags(
          ["-Xlinker", "--export-dynamic-symbol=pthread_getaffinity_np"],
          .when(platforms: [.linux]))
      ]),
    .testTarget(name: "OperationLabTests", dependencies: ["OperationLab"]),
    .testTarget(name: "LabTests", dependencies: ["OperationLab", "lab"]),
  ],
  swiftLanguageModes: [.v6]
)
