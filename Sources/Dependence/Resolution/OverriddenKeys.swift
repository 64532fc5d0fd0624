/// Which keys have ever been overridden in this process: no others need to be looked for.
enum OverriddenKeys {
  private struct State: Sendable {
    /// Every record there is, by number.
    var records: [AnyKeyRecord] = []
    var overridden = KeySet()
  }

  private static let state = Lock(State())

  /// Gives a new record its number.
  static func add(_ record: AnyKeyRecord) -> Int {
    state.withLock { state in
      state.records.append(record)
      return state.records.count - 1
    }
  }

  static func note(_ record: AnyKeyRecord) {
    state.withLock { $0.overridden.insert(record.number) }
  }

  /// The keys of a set that have ever been overridden.
  static func among(_ keys: KeySet) -> [AnyKeyRecord] {
    state.withLock { state in
      guard state.overridden.intersects(keys) else { return [] }
      var found = keys
      found.formIntersection(state.overridden)
      return found.numbers.map { state.records[$0] }
    }
  }
}
