import DependenceGraphAnalysis
import DependenceMigration
import Foundation

let arguments = Array(CommandLine.arguments.dropFirst())
let terminal = Terminal.process
exit(
  arguments.first == "migrate"
    // Use a thread with a large stack, because both the migration and SwiftSyntax recurse for each
    // nesting level of the code.
    ? DeepThreads.run { [arguments, terminal] in
      MigrateCommand.run(
        Array(arguments.dropFirst()),
        output: terminal.output,
        error: terminal.error
      )
    } : Command.run(arguments, on: terminal)
)
