import Dependence

/// A validator that checks a list of modules and collects all errors.
struct ModuleValidator {
  private let list: Dependencies
  private let outer: Frame
  /// The context in which factories run, or `nil` if the caller of `validate(_:in:)` has not chosen
  /// one.
  private let context: DependencyContext?
  private let site: SourceSite
  /// The last module in the list for each dependency, in list order. Earlier modules for the same
  /// dependency have no effect, so they are not checked.
  private let modules: [Module]
  private var findings: [ModuleValidationError.Finding] = []
  private var gaps: [ModuleValidation.Gap] = []
  /// The properties that factories inject although `validate(_:)` did not receive them, each with
  /// the location of the injection. Such a property is reported as not checked, unless a factory
  /// has also run its getter.
  private var unlisted: [(slot: Slot, site: SourceSite)] = []
  /// The properties of ``Dependencies`` whose getters have run in a rehearsal (a trial run).
  private var created: Set<Slot> = []

  init(
    _ list: Dependencies,
    over frame: Frame,
    in context: DependencyContext?,
    at site: SourceSite
  ) {
    self.list = list
    outer = frame
    self.context = context
    self.site = site
    var later: Set<Slot> = []
    modules = list.modules.reversed().filter { later.insert($0.slot).inserted }.reversed()
  }

  /// Runs all checks, and returns a list of the factories and properties that could not be checked.
  ///
  /// - Parameter properties: Properties of ``Dependencies`` whose getters are also run on trial,
  ///   even if no module provides them.
  /// - Throws: ``ModuleValidationError`` with all errors.
  mutating func validate(_ properties: [Slot]) throws -> ModuleValidation {
    for duplicate in list.duplicates { add(.duplicate, duplicate.message, at: duplicate.site) }
    checkDeclaredNeeds()
    findDeclaredCycles()
    rehearse(properties)
    if findings.isEmpty { return ModuleValidation(unchecked: gaps) }
    throw ModuleValidationError(findings: findings, unchecked: gaps)
  }

  private mutating func add(
    _ kind: ModuleValidationError.Finding.Kind,
    _ message: String,
    at site: SourceSite
  ) {
    let finding = ModuleValidationError.Finding(kind: kind, message: message, site: site)
    if !findings.contains(finding) { findings.append(finding) }
  }

  private mutating func skip(_ description: String, at site: SourceSite) {
    let gap = ModuleValidation.Gap(description: description, site: site)
    if !gaps.contains(gap) { gaps.append(gap) }
  }

  private mutating func skip(_ module: Module, because reason: String) {
    skip("The factory of \(module.slot.name) was not run, because \(reason).", at: module.site)
  }
}

// MARK: - Declared needs

extension ModuleValidator {
  private mutating func checkDeclaredNeeds() {
    let stage = RehearsalStage(of: list, over: outer, in: context ?? .test)
    for module in modules {
      for need in module.registration.needs where need.registered(from: stage.frame) == nil {
        addUnregistered(need, "Needed by \(module.slot.name)", at: module.site, from: stage.frame)
      }
    }
  }

  private mutating func addUnregistered(
    _ slot: Slot,
    _ use: String,
    at site: SourceSite,
    from frame: Frame
  ) {
    let message = "\(use): \(ModuleMessages.missing(slot, fromListIn: frame))"
    add(.unregistered, message, at: site)
  }

  private mutating func findDeclaredCycles() {
    let needs = Dictionary(uniqueKeysWithValues: modules.map { ($0.slot, $0.registration.needs) })
    var finished: Set<Slot> = []
    for module in modules {
      // This depth-first search uses a loop, because recursion could overflow the stack if the list
      // contains long chains of dependencies.
      var path: [Slot] = []
      var rest: [(slot: Slot, depth: Int)] = [(module.slot, 0)]
      while let (slot, depth) = rest.popLast() {
        finished.formUnion(path[depth...])
        path.removeSubrange(depth...)
        if let start = path.firstIndex(of: slot) {
          let location = modules.first { $0.slot == slot }?.site ?? site
          add(.cycle, ModuleMessages.cycle(Self.rotated(path[start...] + [slot])), at: location)
        } else if !finished.contains(slot) {
          path.append(slot)
          rest += (needs[slot] ?? []).reversed().map { ($0, path.count) }
        }
      }
      finished.formUnion(path)
    }
  }
}

// MARK: - Rehearsals

extension ModuleValidator {
  private mutating func rehearse(_ properties: [Slot]) {
    let listed = Set(modules.map(\.slot))
    let known = listed.union(properties)
    for module in modules {
      if !module.registration.needs.isEmpty {
        skip(module, because: "it declares its needs")
      } else if module.registration.isAsynchronous {
        skip(module, because: "it creates its value asynchronously")
      } else if !module.registration.isRehearsed {
        skip(module, because: "its module uses skippingValidation()")
      } else {
        rehearse(module.slot, at: module.site, among: known)
        if module.registration.createsLater {
          skip(
            "The closure in the value of \(module.slot.name) was not run, because it creates other values later.",
            at: module.site
          )
        }
      }
    }
    for property in properties where !listed.contains(property) {
      rehearse(property, at: site, among: known)
    }
    rehearseCreated(among: known)
  }

  /// Checks the injected properties that `validate(_:)` did not receive, but whose getters a
  /// factory has run. Because the getters have run once, validation may run them again. Each getter
  /// gets its own rehearsal, because the factory may have run it in a scope with other
  /// registrations.
  private mutating func rehearseCreated(among known: Set<Slot>) {
    var known = known
    while let next = unlisted.first(where: {
      created.contains($0.slot) && !known.contains($0.slot)
    }) {
      known.insert(next.slot)
      gaps.removeAll { $0.description == Self.notCreated(next.slot) }
      rehearse(next.slot, at: next.site, among: known)
    }
  }

  private static func notCreated(_ slot: Slot) -> String {
    "\(slot.name) was not created. To check it, pass it to validate(…)."
  }

  private mutating func rehearse(_ slot: Slot, at site: SourceSite, among known: Set<Slot>) {
    let stage = RehearsalStage(of: list, over: outer, in: context ?? .test)
    defer { stage.close() }
    let transcript = stage.rehearse(slot, at: site)
    for injection in transcript.injections {
      if !injection.isRegistered {
        let use = "Injected by \(injection.owner?.name ?? slot.name)"
        addUnregistered(injection.slot, use, at: injection.site, from: stage.frame)
      } else if injection.slot.identity.type == nil, !known.contains(injection.slot) {
        unlisted.append((injection.slot, injection.site))
        skip(Self.notCreated(injection.slot), at: injection.site)
      }
    }
    created.formUnion(transcript.created)
    for issue in transcript.issues {
      add(.issue, "When \(slot.name) was created: \(issue.message)", at: issue.site)
    }
    if transcript.hasReadContext, context == nil {
      skip(
        """
        \(slot.name) was checked only in the context .test, because its factory reads the context. Also \
        check it in the context of the app, with validate(in: .live).
        """,
        at: site
      )
    }
    if transcript.hasTimedOut {
      add(.issue, ModuleMessages.timedOut(slot), at: site)
    }
    guard let stop = transcript.stop else { return }
    let reader = stop.chain.last ?? slot
    switch stop.problem {
    case .unregistered(let missing) where missing == reader:
      add(.unregistered, ModuleMessages.missing(missing, fromListIn: stage.frame), at: site)
    case .unregistered(let missing):
      // A missing dependency that the factory read through an `@Inject` property has already been
      // reported at that property's declaration. There is one exception: a property that was
      // created in an inner scope, where the dependency is registered, but was read outside that
      // scope.
      let isReported = transcript.injections.contains {
        $0.slot == missing && $0.owner == reader && !$0.isRegistered
      }
      if isReported { return }
      let use = "Read by the factory of \(reader.name)"
      addUnregistered(missing, use, at: stop.site, from: stage.frame)
    case .cycle(let chain):
      let message = ModuleMessages.cycle(Self.rotated(chain))
      // The trial runs of the factories in a cycle all find the same cycle but stop at different
      // reads, so report the cycle only once.
      if findings.contains(where: { $0.kind == .cycle && $0.message == message }) { return }
      add(.cycle, message, at: stop.site)
    case .notAwaited(let missing):
      let isAsynchronous = missing.registered(from: stage.frame)?.isAsynchronous ?? true
      let reason =
        isAsynchronous ? "is created asynchronously" : "has a module that uses skippingValidation()"
      skip(
        "\(slot.name) was not checked completely, because its factory reads \(missing.name), which \(reason).",
        at: site
      )
    }
  }

  /// Returns the cycle, rotated so that it starts with the dependency that was used first in this
  /// process. Searches that enter the same cycle at different dependencies then produce equal
  /// messages, so the cycle is reported only once.
  private static func rotated(_ chain: [Slot]) -> [Slot] {
    let ring = chain.dropLast()
    guard let start = zip(ring.map(\.id), ring.indices).min(by: <)?.1 else { return chain }
    return ring[start...] + ring[..<start] + [ring[start]]
  }
}
