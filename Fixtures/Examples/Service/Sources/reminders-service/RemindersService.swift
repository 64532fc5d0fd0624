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

  /// Returns a stream of the lines of standard input.
  private static func standardInput() -> AsyncStream<String> {
    let (lines, reader) = AsyncStream.makeStream(of: String.self)
    // Reading input blocks the thread. Use a separate thread, because tasks cannot run on a blocked
    // thread.
    Thread.detachNewThread {
      while let line = readLine() { reader.yield(line) }
      reader.finish()
    }
    return lines
  }
}
