import Dependence

extension TypedSlot {
  /// The value, as seen from `frame`; made first, if that takes time.
  ///
  /// - Throws: ``ModuleError``, reported as well, and what factories throw.
  nonisolated(nonsending) func await(
    from frame: Frame,
    at site: SourceSite
  ) async throws -> Value {
    try await makeReady(from: frame, at: site, through: [])
    return try resolve(from: frame, at: site)
  }

  /// Makes the value, if it is made asynchronously, after what it says it needs.
  nonisolated(nonsending) func fly(
    from frame: Frame,
    at site: SourceSite,
    through chain: [Slot]
  ) async throws {
    if let start = chain.firstIndex(of: self) {
      throw ModuleProblem.cycle(chain[start...] + [self]).report(at: site, from: frame)
    }
    let generations = Generations.of(frame)
    while true {
      let generation = generations.generation(of: self)
      guard let source = source(in: generation, from: frame) else { return }
      for need in source.needs {
        try await need.makeReady(from: frame, at: site, through: chain + [self])
      }
      guard source.isAsynchronous else { return }
      let record = record(at: generation)
      if frame.knownDefault(of: record) == nil {
        try await Flights.fly(self, for: record, from: frame, at: site) {
          _ = try await frame.makeDefault(of: record, readAt: site) {
            try await self.makeAsynchronously(at: generation)
          }
        }
      }
      // What was made in another scope may not hold here, nor after an override that came meanwhile.
      guard generations.generation(of: self) == generation,
        frame.knownDefault(of: record) != nil
      else { continue }
      return
    }
  }

  /// Makes the value of a generation, in the scope of a default that is being computed.
  private nonisolated(nonsending) func makeAsynchronously(
    at generation: Int
  ) async throws -> Value {
    // Asked again, here: the value depends on what made it.
    guard case .async(let make)? = source(in: generation, from: .current)?.making else {
      return make(at: generation)
    }
    return try await make()
  }
}
