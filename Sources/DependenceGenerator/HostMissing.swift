// This file is compiled only without SwiftSyntax. DependenceGraphAnalysis then reports the
// solution.
#error("This toolchain has no SwiftSyntax in usr/lib/swift/host.")
