// All that is Darwin's here: the functions of `Platform+Linux.swift`, under the same names.
#if canImport(Darwin)
  import Foundation
  import OperationLab

  extension Platform {
    /// The program of this process. `nil` if it cannot be started again, as in a test of Xcode's.
    package static var relaunchedProgram: URL? {
      let isXcodes = ProcessInfo.processInfo.environment["XCTestConfigurationFilePath"] != nil
      return isXcodes ? nil : Bundle.main.executableURL
    }

    /// Does nothing: here the main thread is in its run loop, and free.
    package static func leaveTasksAlone() {}
  }
#endif
