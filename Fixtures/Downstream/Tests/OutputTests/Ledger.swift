/// A list of entries. If two tasks read the entries and then write them, one task's change may be
/// lost.
actor Ledger {
  private(set) var entries: [String] = []

  func set(_ entries: [String]) { self.entries = entries }
}

/// Adds two entries in two tasks, and returns the remaining entries. In some schedules, one of the
/// two entries is lost.
///
/// - Parameter steps: The approximate number of steps that this function takes in a simulation.
func addTwoEntries(steps: Int) async -> [String] {
  let ledger = Ledger()
  // Without pauses, this function takes about ten steps.
  let pauses = max(0, steps - 10) / 2
  await withTaskGroup(of: Void.self) { group in
    for number in 1...2 {
      group.addTask(name: "\(unusual) \(number)") {
        for _ in 0..<pauses { await Task.yield() }
        await ledger.set(await ledger.entries + ["\(unusual) \(number)"])
      }
    }
  }
  return await ledger.entries
}
