// A test of a user's also expects things of a trace.
@_exported import OperationBench
