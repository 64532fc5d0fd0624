@testable import DependenceGraphAnalysis

/// Refers to the scanner of this package instead of `Foundation.Scanner`.
typealias Scanner = DependenceGraphAnalysis.Scanner
