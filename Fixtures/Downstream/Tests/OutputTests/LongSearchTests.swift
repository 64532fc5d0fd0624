import DependenceSimulation
import DependenceTesting
import Testing

struct LostEntry: Error {
  let entries: [String]
}

/// Searches that find a lost entry after few and after many steps, while other tests print.
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

  /// Tests that print while the searches fail.
  @Test(arguments: 0..<50)
  func neighbour(number: Int) async {
    for line in 0..<5 {
      print("A neighbour prints line \(line) of test \(number).")
      await Task.yield()
    }
  }
}
