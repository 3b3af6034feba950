extension Lesson {
  /// At most three rules to remember.
  package var rules: [String] { Rules.all[number] ?? [] }
}

/// The rules of all lessons, by number: at the end of each page, and together on one.
enum Rules {
  static let all: [Int: [String]] = [
    0: [
      "An operation is a piece of work. A queue runs it, on a thread that the queue chooses.",
      "The width is how many run at once. Only a dependency gives an order that no priority changes.",
      "A cancelled operation that has not started finishes in its queue without doing its work.",
    ],
    1: [
      "start() does the work on the thread that calls it. In a queue, the queue chooses that thread.",
      "isAsynchronous describes an operation. It moves no work to another thread.",
      "To leave the main thread, add the operation to a queue, and let the queue call start().",
    ],
    2: [
      "cancel() sets a flag and makes the operation ready. It finishes nothing and stops nothing.",
      "A cancelled operation finishes in start(), so start() must still be called.",
      "Do not wait for an operation that will never be started.",
    ],
    3: [
      "A slot is free again when the operation reports isFinished, not when start() returns.",
      "If you override start(), report isFinished with a KVO notification.",
      "An operation that never reports isFinished holds its slot forever.",
    ],
    4: [
      "A cancelled operation does not wait for its dependencies: the queue starts it at once.",
      "If you override start(), check isCancelled first, and finish in both cases.",
      "On Linux, remove a cancelled operation's dependencies when it has finished, before you release it.",
    ],
    5: [
      "start() of a block operation returns when all its blocks have returned.",
      "On Linux the blocks run one after another. Never let one block wait for another.",
      "To run work at the same time, use several operations in a queue.",
    ],
    6: [
      "The width is how many operations run at once. It does not choose the thread.",
      "Keep what operations share in an object, never in a thread.",
      "The main queue runs its operations one at a time: on the main thread, unless main is async on Linux.",
    ],
    7: [
      "To run one operation after another, add a dependency. It works across queues as well.",
      "Operations in a circle of dependencies never start, and there is no error.",
      "To stop waiting for a dependency, cancel the operation and add a new one.",
    ],
    8: [
      "A priority only chooses among ready operations that wait in the same queue.",
      "A priority interrupts no running operation, and it is not a dependency.",
      "If the order matters, add a dependency.",
    ],
    9: [
      "If you override only main(), Foundation's start() reports the states for you.",
      "Never call main() yourself. The work runs, but the operation never finishes.",
      "Check isCancelled before each step, because cancel() stops no running code.",
    ],
    10: [
      "If work continues after start(), override isAsynchronous, isExecuting and isFinished.",
      "Post a KVO notification for each change, with the keys isExecuting and isFinished.",
      "Set executing before you begin the work, and guard the state with one lock.",
    ],
    11: [
      "A block operation finishes when its block returns, even if the work goes on elsewhere.",
      "If others need the result, finish the operation when the result is there.",
      "A width limits transfers only if each operation finishes with its transfer.",
    ],
    12: [
      "A cancelled operation stays in its queue until it is started and finishes.",
      "cancel() may finish an operation only after its start() was called.",
      "start() of a cancelled operation must finish it, or the slot is lost.",
    ],
    13: [
      "An operation runs once. To do the work again, make a new one.",
      "If an operation is in a queue, never call its start() yourself.",
      "If you override start(), check that it runs only once.",
    ],
    14: [
      "Every way out of start() and of the work calls finish().",
      "Let one function finish the operation, and call it on every way out.",
      "An operation that was cancelled before it started must still report isFinished.",
    ],
    15: [
      "One lock guards one state, and each change reads and sets it in one step.",
      "A lock around start() is not enough: read under it whether the work has begun.",
      "Unlock before you post a notification, call other code, or wait.",
    ],
    16: [
      "A queue holds an operation until it is finished. If it never finishes, it is never released.",
      "A completion block must not hold its own operation: capture it weakly.",
      "A completion block and the next operation have no order. Put work between them into an operation.",
    ],
    17: [
      "Never wait inside an operation for its own queue, nor on the main thread for the main queue.",
      "A suspended queue starts nothing new. Running operations continue.",
      "Use a dependency instead of waiting: it blocks no thread.",
    ],
    18: [
      "cancel() of a download ends the transfer and the operation, also while the server is silent.",
      "When a transfer fails, the operation must finish, too.",
      "Give the caller exactly one result.",
    ],
    19: [
      "To pause a download, cancel its operation and keep the bytes. To resume, make a new operation.",
      "An operation whose task is suspended keeps its slot in the queue.",
      "Check the status before you append: 206 is the rest, 200 is the whole file.",
    ],
    20: [
      "Give the caller one result: a picture or an error, never both and never none.",
      "Check isCancelled after every long step. The check saves work and does not replace the flag.",
      "Requests for one address can share one transfer.",
    ],
    21: [
      "Look in memory, then on disk, then on the network. Never block the caller while you read a disk.",
      "A token works only if the code reads it before each step.",
      "To limit transfers by a queue, let each operation finish when its transfer has ended.",
    ],
    22: [
      "A block that begins a task returns before the task ends. Use an operation that finishes with its task.",
      "Cancellation only asks. A task ends early only if it looks, or waits with a handler.",
      "Resume every continuation exactly once.",
    ],
    23: [
      "A task group has no width. To bound it, wait for the end of one child before you add the next.",
      "The width of a queue holds for all code that uses the queue.",
      "Never block a thread inside a task: await.",
    ],
  ]
}
