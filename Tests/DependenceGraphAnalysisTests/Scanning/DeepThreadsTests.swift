import Foundation
import Testing

@testable import DependenceGraphAnalysis

struct DeepThreadsTests {
  @Test(arguments: [0, 1, 1_000])
  func `the results are in the order of the indices`(count: Int) {
    #expect(DeepThreads.map(count) { $0 * $0 } == (0..<count).map { $0 * $0 })
  }

  @Test func `code can recurse deeply`() {
    @Sendable func depth(_ rest: Int) -> Int { rest == 0 ? 0 : 1 + depth(rest - 1) }

    #expect(DeepThreads.run { depth(1_000_000) } == 1_000_000)
  }

  #if os(Linux)
  @Test func `without further threads, the current thread does the work`() async {
    await #expect(processExitsWith: .success) {
      // Leave less memory than the stack of a thread needs.
      let sizes = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
      let pages = try #require(sizes.split(separator: " ").first.flatMap { UInt($0) })
      let bytes = pages * UInt(sysconf(Int32(_SC_PAGESIZE))) + 256 << 20
      var limit = rlimit(rlim_cur: bytes, rlim_max: bytes)
      try #require(setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0)

      try #require(DeepThreads.map(3) { $0 } == [0, 1, 2])
    }
  }
  #endif
}
