// All that is Linux's here: the functions of `Platform+Darwin.swift`, under the same names. They start
// a program again for a check.
#if !canImport(Darwin)
  import Foundation
  import OperationBench
  import OperationLab

  extension Platform {
    /// The program of this process. `nil` if it cannot be started again.
    package static var relaunchedProgram: URL? {
      let link = "/proc/self/exe"
      let path = try? FileManager.default.destinationOfSymbolicLink(atPath: link)
      // It may have been built anew since.
      let isThere = path.map(FileManager.default.isExecutableFile(atPath:)) == true
      return URL(fileURLWithPath: isThere ? path ?? link : link)
    }

    fileprivate typealias Hook = @convention(c) (UnsafeRawPointer, UnsafeRawPointer) -> Void

    /// A variable of Swift's runtime that holds a function to call instead of its own.
    fileprivate static func hook(_ name: String) -> UnsafeMutablePointer<Hook?>? {
      dlsym(nil, name)?.assumingMemoryBound(to: Hook?.self)
    }

    fileprivate static let taskHook = "swift_task_enqueueGlobal_hook"

    /// From now on, tasks run on Swift's own threads again. See ``beginning``.
    package static func leaveTasksAlone() { hook(taskHook)?.pointee = nil }

    #if compiler(>=6.3)
      /// Called before `main()`. Does nothing unless the process was started again for a check.
      ///
      /// Only a program that checks in its tests has this. Swift Testing runs in tasks, and its `main`
      /// waits for them with a call that never returns and that nothing documented replaces: neither Swift
      /// nor Swift Testing lets a program choose what serves its main queue. Dispatch then parks the main thread for good, and its pool has
      /// a thread less while a test blocks. With the two hooks of Swift's runtime the main thread stays in its run loop, and tasks
      /// run on threads of their own, until the trials begin. They find the process as `lab check`'s
      /// own does.
      @section(".init_array") @used
      static let beginning: @convention(c) () -> Void = {
        guard getenv("OPERATIONLAB_HOSTED_CHECK") != nil else { return }
        Platform.hook("swift_task_asyncMainDrainQueue_hook")?.pointee = { _, _ in
          while true { _ = RunLoop.main.run(mode: .default, before: .distantFuture) }
        }
        Platform.hook(Platform.taskHook)?.pointee = { job, _ in
          let job = unsafeBitCast(job, to: UnownedJob.self)
          let hasThread = Platform.detachThread {
            // The executor that is none.
            job.runSynchronously(on: unsafeBitCast((0, 0), to: UnownedSerialExecutor.self))
          }
          if !hasThread { _exit(Shortage.exitStatus) }
        }
      }
    #endif
  }
#endif
