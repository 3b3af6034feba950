import Foundation

extension Lesson01 {
  // snippet: bare
  static let bare = Program(
    "bare", role: .article,
    "Foundation's own Operation, with nothing added: main(), start(), and put into a queue."
  ) { bench in
    let operations = ["called", "started", "queued"].map { name in
      let operation = Operation()
      operation.name = name
      operation.completionBlock = { bench.log(name)(.completed) }
      bench.observeIsAsynchronous(operation, as: name)
      return bench.watch(operation)
    }
    bench.observe(operations[0], note: "before main()")
    operations[0].main()
    bench.observe(operations[0], afterMain)
    bench.observe(operations[1], note: "before start()")
    operations[1].start()
    bench.observe(operations[1], note: "after start()")
    bench.queue("downloads").addOperation(operations[2])
  }
  // end snippet
}
