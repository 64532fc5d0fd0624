import Dependence
import Testing

struct LockTests {
  @Test func `concurrent increments under a lock are all counted`() async {
    let lock = Lock(0)

    await withTaskGroup { group in
      for _ in 0..<8 {
        group.addTask { for _ in 0..<20_000 { lock.withLock { $0 += 1 } } }
      }
    }

    #expect(lock.withLock { $0 } == 160_000)
  }

  @Test func `concurrent increments inside a monitor's wait are all counted`() async {
    let monitor = Monitor(0)

    await withTaskGroup { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<20_000 {
            monitor.wait { count in
              count += 1
              return true
            }
          }
        }
      }
    }

    #expect(monitor.withLock { $0 } == 160_000)
  }

  @Test func `a thread waits until another thread makes the condition true`() async {
    let monitor = Monitor([Int]())

    let seen = await withCheckedContinuation { continuation in
      System.startThread {
        var seen: [Int] = []
        monitor.wait { numbers in
          seen = numbers
          return numbers.count == 100
        }
        continuation.resume(returning: seen)
      }
      for number in 0..<100 {
        monitor.withLock { $0.append(number) }
        monitor.wakeAll()
      }
    }

    #expect(seen == Array(0..<100))
  }
}
