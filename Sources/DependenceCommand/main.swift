import DependenceGraphAnalysis
import Foundation

exit(Command.run(Array(CommandLine.arguments.dropFirst()), on: .process))
