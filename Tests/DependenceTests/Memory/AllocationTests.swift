#if os(Linux)
@testable import Dependence
import DependenceTesting
import Foundation
import Testing

struct AllocationTests {
  private struct Label: RecordLabel {
    let name: String
    var accessor: String { name }
  }

  @Test func `manually allocated memory is released with its owner`() async {
    await #expect(processExitsWith: .success) {
      let root = DependencyRoot(owner: nil)
      let records = (0..<5).map { KeyRecord<Int>(label: Label(name: "\($0)")) }
      // The results of repeated reads are cached in a table, which has four entries at first. Two
      // of the five keys need the same entry, so the table has to grow.
      func readOften() {
        let frame = records.reduce(root.bottom) { frame, record in
          OverrideFrame(record, 1, over: frame, isInsideOperation: false)
        }
        for record in records + records { _ = frame.find(record, at: .unknown) }
      }
      let owners: [(name: String, count: Int, make: () -> Void)] = [
        ("lock", 50_000, { _ = Lock(0) }),
        ("monitor", 50_000, { _ = Monitor(0) }),
        ("root", 50_000, { _ = DependencyRoot(owner: nil) }),
        ("scope", 20_000, readOften),
      ]

      for (name, count, make) in owners {
        // Threads that the runtime starts also use memory, but only a leak makes the memory grow in
        // every round.
        let growths = (0..<3).map { _ in
          let before = Self.residentPages
          for _ in 0..<count { make() }
          return Self.residentPages - before
        }
        #expect(growths.min()! < 100, "\(name)")
      }
    }
  }

  /// The number of resident memory pages of this process.
  private static var residentPages: Int {
    let status = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
    return status?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
  }
}
#endif
