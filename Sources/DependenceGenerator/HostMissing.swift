// DependenceGraphAnalysis, without which this is not built, says what to do.
#error("This toolchain has no SwiftSyntax in usr/lib/swift/host.")
