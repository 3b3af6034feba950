import Foundation

// The binary of `Scripts/bench`, which builds it and passes the two paths.
let arguments = Array(CommandLine.arguments.dropFirst())
if arguments.first == ExploringRate.mark, arguments.count == 3 {
  ExploringRate.host(Array(arguments.dropFirst()))
}
guard arguments.count >= 2 else {
  FileHandle.standardError.write(Data("run Scripts/bench instead\n".utf8))
  exit(64)
}
let wanted = Set(arguments.dropFirst(2))

func isWanted(_ part: String) -> Bool { wanted.isEmpty || wanted.contains(part) }

do {
  var isGood = true
  if isWanted("recorder") { RecorderCost.report() }
  if isWanted("traces") { isGood = TraceCost.report() && isGood }
  if isWanted("explore") { isGood = try ExploringRate.report() && isGood }
  if isWanted("lessons") {
    isGood = try LessonTimes(release: arguments[0], debug: arguments[1]).report() && isGood
  }
  exit(isGood ? 0 : 1)
} catch {
  FileHandle.standardError.write(Data("bench: \(error)\n".utf8))
  exit(70)
}
