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
    .target(name: "OperationLab"),
    .executableTarget(name: "lab", dependencies: ["OperationLab"]),
    .testTarget(name: "OperationLabTests", dependencies: ["OperationLab"]),
    .testTarget(name: "LabTests", dependencies: ["OperationLab", "lab"]),
  ],
  swiftLanguageModes: [.v6]
)
