@testable import DependenceGraphAnalysis

/// The scanner of this package, which has the same name as `Foundation.Scanner`.
typealias Scanner = DependenceGraphAnalysis.Scanner
