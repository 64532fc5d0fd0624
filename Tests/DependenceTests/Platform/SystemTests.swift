import Dependence
import Foundation
import Testing

struct SystemTests {
  @Test func `text of any length is written to standard error completely`() async throws {
    let result = try await #require(
      processExitsWith: .success,
      observing: [\.standardErrorContent]
    ) {
      for count in [3, 1, 0, 200_000, 1] {
        System.writeToStandardError(String(repeating: "e\n", count: count))
      }
      System.writeToStandardError("!")
      exit(EXIT_SUCCESS)
    }

    let output = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(output.hasSuffix("!"))
    #expect(output.count { $0 == "e" } == 200_005)
  }

  @Test func `a test process writes only ASCII to standard error`() async throws {
    let result = try await #require(
      processExitsWith: .success,
      observing: [\.standardErrorContent]
    ) {
      System.writeToStandardError("caf\u{E9} \u{2192} \u{201C}a\u{201D}\u{2026}\n")
      exit(EXIT_SUCCESS)
    }

    let output = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(output.contains("caf\\u{00E9} -> \"a\"...\n"), "\(output)")
  }

  @Test func `writing to a closed standard error has no effect`() async {
    await #expect(processExitsWith: .success) {
      close(STDERR_FILENO)
      System.writeToStandardError("unread")
      exit(EXIT_SUCCESS)
    }
  }

  #if os(Linux)
  @Test func `a thread that cannot be started ends the process with a message`() async throws {
    let result = try await #require(
      processExitsWith: .exitCode(EXIT_FAILURE),
      observing: [\.standardErrorContent]
    ) {
      // No thread can have a stack of this size, so every attempt to start a thread fails. The
      // module `Glibc` does not declare the function that sets the default size.
      typealias SetDefaults = @convention(c) (UnsafePointer<pthread_attr_t>) -> CInt
      let address = try #require(dlsym(nil, "pthread_setattr_default_np"))
      let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
      pthread_attr_init(attributes)
      pthread_attr_setstacksize(attributes, 1 << 47)
      _ = unsafeBitCast(address, to: SetDefaults.self)(attributes)
      System.startThread {}
      exit(EXIT_SUCCESS)
    }

    let output = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(output.contains("The process could not start a thread"), "\(output)")
  }
  #endif

  @Test func `the processor time increases during work`() {
    let start = System.processorTime
    let sum = (0..<100_000).reduce(0, &+)

    #expect(start > .zero)
    #expect(System.processorTime > start, "after the sum \(sum)")
  }
}
