import Dependence

/// Hints for the message about an unregistered dependency. For example, they list registered
/// dependencies with similar names in case the developer misspelled the name.
struct NearNames {
  private let slot: Slot
  private let registered: [(slot: Slot, site: SourceSite)]
  /// The source locations of modules whose closures return nothing, usually because a `return` is
  /// missing.
  private let sitesWithoutValue: [SourceSite]
  private let siteInProcess: SourceSite?

  init(of slot: Slot, from frame: Frame) {
    self.slot = slot
    // Pass `isInput: false`. A factory may catch the error that contains this message, and its
    // value must not be treated as dependent on all dependencies that the message mentions.
    let known = Slots.all.filter { $0.identity.type != nil }.compactMap { other in
      other.registered(from: frame, isInput: false).map { (slot: other, site: $0.site) }
    }
    registered = known.filter { $0.slot.identity.type != Void.self }
    sitesWithoutValue = known.filter { $0.slot.identity.type == Void.self }.map(\.site)
    siteInProcess = frame.root === DependencyRoot.process ? nil : slot.siteInProcess
  }

  /// The hints for the message, with the most likely one first. A space follows each of them.
  var text: String {
    var sentences = [sameType, sameName, concrete].compactMap(\.self)
    if sentences.isEmpty { sentences = [alike].compactMap(\.self) }
    sentences += [missingReturn].compactMap(\.self)
    if let siteInProcess {
      sentences.append(
        "It is registered for the process (\(siteInProcess)), but each test has its own registrations."
      )
    }
    if sentences.isEmpty, registered.isEmpty {
      sentences.append(
        "No dependencies are registered. Check that build() was called in this test or process."
      )
    }
    return sentences.map { $0 + " " }.joined()
  }

  private var sameType: String? {
    guard let type = slot.identity.type else { return nil }
    return nearest(by: { $0.identity.ownName ?? "" }) {
      $0.identity.type == type
    } describe: {
      $0.identity.ownName.map { "as \"\($0)\"" } ?? "without a name"
    }.map { "It is registered \($0)." }
  }

  private var sameName: String? {
    guard let name = slot.identity.ownName else { return nil }
    return nearest {
      $0.identity.ownName == name && $0.identity.type != slot.identity.type
    } describe: {
      SlotIdentity.spelling(of: $0.identity.type ?? Any.self)
    }.map { "\"\(name)\" is registered for \($0)." }
  }

  /// A hint that lists registered concrete types with names similar to the unregistered protocol's,
  /// because one of them may conform to it. The hint is `nil` if there are no such types.
  private var concrete: String? {
    guard let type = slot.identity.type, SlotIdentity.isProtocol(type) else { return nil }
    let name = String(describing: type)
    return nearest {
      guard let type = $0.identity.type, !SlotIdentity.isProtocol(type) else { return false }
      let own = String(describing: type)
      return name.hasPrefix(own) || own.hasSuffix(name) || isNear(own, to: name)
    }.map {
      """
      Registered concrete types with similar names: \($0). To register one of them as \
      \(SlotIdentity.spelling(of: type)), write … as \(SlotIdentity.spelling(of: type)) in its Module.
      """
    }
  }

  /// A hint that lists registered dependencies with similar names in case the requested name is
  /// misspelled, or `nil` if there are no such dependencies.
  private var alike: String? {
    nearest { isNear($0.name, to: slot.name) }.map { "Did you mean \($0)?" }
  }

  /// A hint that lists up to three modules whose closures return nothing, or `nil` if there are no
  /// such modules.
  private var missingReturn: String? {
    guard !sitesWithoutValue.isEmpty else { return nil }
    let sites = sitesWithoutValue.prefix(3).map { "\($0)" }.joined(separator: ", ")
    return """
      The closure of a registered module returns nothing (\(sites)). If it creates \(slot.name), return the value.
      """
  }

  private func isNear(_ name: String, to other: String) -> Bool {
    name.editDistance(to: other) <= max(2, other.count / 4)
  }

  /// Returns text that lists up to three registered dependencies that satisfy `mayBeMeant`, with
  /// their source locations. Those whose names are most similar to the requested name come first.
  /// Returns `nil` if no dependency qualifies.
  private func nearest(
    by name: (Slot) -> String = \.name,
    where mayBeMeant: (Slot) -> Bool,
    describe: (Slot) -> String = \.name
  ) -> String? {
    let ranked = registered.filter { mayBeMeant($0.slot) }
      .map { (distance: name($0.slot).editDistance(to: name(slot)), known: $0) }
      .sorted { ($0.distance, $0.known.slot.id) < ($1.distance, $1.known.slot.id) }
    let lines = ranked.prefix(3).map { "\(describe($0.known.slot)) (\($0.known.site))" }
    return lines.isEmpty ? nil : lines.joined(separator: ", ")
  }
}

extension String {
  /// Returns the smallest number of characters that must be inserted, removed or replaced to turn
  /// this string into `other` (the Levenshtein distance).
  ///
  /// - Complexity: O(*n* · *m*), where *n* and *m* are the lengths of the strings.
  func editDistance(to other: String) -> Int {
    let other = Array(other)
    var row = Array(0...other.count)
    for (index, character) in enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for column in other.indices {
        let replaced = diagonal + (character == other[column] ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = Swift.min(replaced, row[column] + 1, row[column + 1] + 1)
      }
    }
    return row[other.count]
  }
}
