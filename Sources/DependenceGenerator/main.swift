import DependenceGraphAnalysis
import Foundation

exit(GenerateRequest.run(Array(CommandLine.arguments.dropFirst()), on: .process))
