import Dependence

extension TypedSlot {
  /// The value, as seen from here; made first, if that takes time.
  ///
  /// - Throws: ``ModuleError``, reported as well, and what factories throw.
  nonisolated(nonsending) func await(at site: SourceSite) async throws -> Value {
    let frame = Frame.readable
    try await makeReady(from: frame, at: site, through: [])
    return try resolve(from: frame, at: site)
  }

  /// Makes the value of a generation, in the scope of a default that is being computed.
  nonisolated(nonsending) func makeAsynchronously(at generation: Int) async throws -> Value {
    // Asked again, here: the value depends on what made it.
    let source = source(in: generation, from: .current) as? Registration<Value>
    guard case .async(let make)? = source?.making else { return make(at: generation) }
    return try await make()
  }
}
