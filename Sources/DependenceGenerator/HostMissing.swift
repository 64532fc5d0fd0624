// Compiled without SwiftSyntax. The error in DependenceGraphAnalysis explains the solution.
#error("This toolchain has no SwiftSyntax in usr/lib/swift/host.")
