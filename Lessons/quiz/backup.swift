let backup = BlockOperation { print("backing up") }
backup.cancel()
print("finished: \(backup.isFinished)")
