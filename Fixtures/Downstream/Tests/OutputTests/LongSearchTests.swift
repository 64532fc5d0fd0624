import DependenceSimulation
import DependenceTesting
import Testing

struct LostEntry: Error {
  let entries: [String]
}

/// Searches that lose an entry, with few and with many steps in each run. Other tests print at the
/// same time.
struct LongSearchTests {
  @Test("Zoë — 東京 🎉 in 10 steps", .explore(200))
  func steps10() async {
    let entries = await addTwoEntries(steps: 10)
    #expect(entries.contains("\(unusual) 1") && entries.contains("\(unusual) 2"))
  }

  @Test("Zoë — 東京 🎉 in 40 steps", .explore(200))
  func steps40() async {
    let entries = await addTwoEntries(steps: 40)
    if entries.count < 2 { reportIssue("\(unusual) lost an entry: \(entries)") }
  }

  @Test("Zoë — 東京 🎉 in 100 steps", .explore(200))
  func steps100() async throws {
    let entries = await addTwoEntries(steps: 100)
    if entries.count < 2 { throw LostEntry(entries: entries) }
  }

  @Test("Zoë — 東京 🎉 in 250 steps", .explore(200))
  func steps250() async {
    let entries = await addTwoEntries(steps: 250)
    #expect(entries.count == 2, "\(unusual)")
  }

  @Test("Zoë — 東京 🎉 in 500 steps", .explore(200))
  func steps500() async throws {
    let entries = await addTwoEntries(steps: 500)
    try #require(Set(entries) == ["\(unusual) 1", "\(unusual) 2"])
  }

  /// A test that prints lines while the searches fail.
  @Test(arguments: 0..<50)
  func neighbor(number: Int) async {
    for line in 0..<5 {
      print("A neighbor prints line \(line) of test \(number).")
      await Task.yield()
    }
  }
}
