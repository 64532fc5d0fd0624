// This file is compiled only if the toolchain has no SwiftSyntax libraries.
// `DependenceGraphAnalysis` then reports an error that explains how to fix this.
#error("This toolchain has no SwiftSyntax in usr/lib/swift/host.")
