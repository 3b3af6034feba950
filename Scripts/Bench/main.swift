import Foundation

var arguments = Array(CommandLine.arguments.dropFirst())

try RecorderCost.report()
