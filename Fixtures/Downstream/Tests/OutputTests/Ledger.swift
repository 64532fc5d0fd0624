/// A sum of entries. An update that reads and then writes may lose another one.
actor Ledger {
  private(set) var entries: [String] = []

  func set(_ entries: [String]) { self.entries = entries }
}

/// Adds two entries in two tasks and returns the entries that are left: both, or one in some schedules.
///
/// - Parameter steps: The approximate number of steps that this takes in a simulation.
func addTwoEntries(steps: Int) async -> [String] {
  let ledger = Ledger()
  // Ten steps are the least that this code takes.
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
