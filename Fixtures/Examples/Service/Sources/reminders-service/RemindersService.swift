import DependenceFoundation
import Foundation
import Reminders

@main
enum RemindersService {
  static func main() async {
    prepareDependencies {
      $0.output = Output { line in
        FileHandle.standardOutput.write(Data((line + "\n").utf8))
      }
    }
    await ReminderService().run(standardInput())
  }

  /// The lines of standard input.
  private static func standardInput() -> AsyncStream<String> {
    let (lines, reader) = AsyncStream.makeStream(of: String.self)
    // To wait for input blocks a thread, which must be none of those that tasks run on.
    Thread.detachNewThread {
      while let line = readLine() { reader.yield(line) }
      reader.finish()
    }
    return lines
  }
}
