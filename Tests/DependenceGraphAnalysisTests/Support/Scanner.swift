@testable import DependenceGraphAnalysis

/// Ours, and not Foundation's.
typealias Scanner = DependenceGraphAnalysis.Scanner
