let (begun, done) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
let save = BlockOperation {}
let report = BlockOperation { begun.signal() }
report.addDependency(save)
save.completionBlock = {
  print("report begins meanwhile: \(begun.wait(timeout: .now() + 10) == .success)")
  done.signal()
}
OperationQueue().addOperations([report, save], waitUntilFinished: false)
done.wait()
