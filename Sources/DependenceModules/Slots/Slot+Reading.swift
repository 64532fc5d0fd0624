import Dependence

extension TypedSlot {
  /// The value, as seen from `frame`: what is bound in the scope, or what the registration makes.
  ///
  /// Where nothing makes one, that is a reported issue and a trap: see ``obstacle(from:)``.
  func read(
    from frame: Frame,
    at site: @autoclosure () -> SourceSite,
    isConfiguring: Bool = false
  ) -> Value {
    if Rehearsal.isAnyRunning {
      Rehearsal.willRead(self, at: site())
    } else if Generations.areAllFirst, let known = frame.remembered(record(at: 0)) {
      return known
    }
    if case .value(let value)? = bound(in: frame)?.making {
      frame.noticeRead(of: registration, from: .override, at: site(), isConfiguring: isConfiguring)
      return value
    }
    let generations = Generations.of(frame)
    while true {
      let generation = generations.generation(of: self)
      let record = record(at: generation)
      let value =
        isConfiguring
        ? frame.look(at: record, for: site(), isConfiguring: true)
        : frame.lookAndRemember(at: record, for: site())
      // An override that came while the value was made is not shadowed by that value.
      guard generations.generation(of: self) == generation else { continue }
      noticeRead(in: generation, from: frame, at: site(), isConfiguring: isConfiguring)
      return value
    }
  }

  /// What a scope has bound; nil if that is nothing.
  func bound(in frame: Frame) -> Registration<Value>? { frame.bound(registration) ?? nil }

  /// What makes the value in a generation.
  ///
  /// - Parameter isUsed: Whether the value is going to be made, or was: it is too late then to install
  ///   something else.
  func source(
    in generation: Int,
    from frame: Frame,
    isUsed: Bool = true
  ) -> Registration<Value>? {
    // Looked at in any case: whoever is being made depends on it.
    let registered = frame.look(at: registration, for: .unknown, isConfiguring: !isUsed)
    guard let override = Generations.of(frame).override(of: self, at: generation),
      override.generation > registered?.generation ?? -1
    else { return registered ?? own }
    return override.registration as? Registration<Value>
  }

  /// Makes the value of a generation, in the scope of a default that is being computed.
  func make(at generation: Int) -> Value {
    let frame = Frame.current
    guard let source = source(in: generation, from: frame) else {
      ModuleProblem.unregistered(self).trap(at: DefaultReader.site ?? .unknown, from: frame)
    }
    switch source.making {
    case .value(let value): return value
    case .sync(let make): return Building.enter(self, source, make)
    case .async: unmade.trap(at: DefaultReader.site ?? .unknown, from: frame)
    }
  }

  /// Why a value that is made asynchronously is not there: nobody has awaited it, or its own factory reads
  /// it.
  private var unmade: ModuleProblem {
    guard Flight.current?.slot === self else { return .madeAsynchronously(self) }
    return .cycle([self] + (Building.current?.chain ?? []) + [self])
  }

  /// Tells whoever watches. A module that somebody registered answers as an override does.
  func noticeRead(
    in generation: Int,
    from frame: Frame,
    at site: @autoclosure () -> SourceSite,
    isConfiguring: Bool = false
  ) {
    frame.noticeRead(
      of: registration,
      from: readSource(in: generation, from: frame),
      at: site(),
      isConfiguring: isConfiguring
    )
  }

  private func readSource(in generation: Int, from frame: Frame) -> DependencyRead.Source {
    if bound(in: frame) != nil { return .override }
    if Generations.of(frame).override(of: self, at: generation) != nil { return .override }
    return frame.prepared(registration) == nil ? .default : .prepared
  }
}

// MARK: - Where somebody can catch

extension TypedSlot {
  /// The value, as seen from `frame`.
  ///
  /// - Throws: ``ModuleError``, reported as well, if nothing makes the value.
  func resolve(from frame: Frame, at site: SourceSite) throws -> Value {
    if let obstacle = obstacle(from: frame) { throw obstacle.report(at: site, from: frame) }
    return read(from: frame, at: site)
  }

  /// Why the value cannot be read; nil if it can.
  private func obstacle(from frame: Frame) -> ModuleProblem? {
    let generation = Generations.of(frame).generation(of: self)
    guard let source = source(in: generation, from: frame, isUsed: false)
    else { return .unregistered(self) }
    guard source.isAsynchronous, frame.knownDefault(of: record(at: generation)) == nil
    else { return nil }
    return unmade
  }
}
