import Dependence

/// Suggestions for an unregistered dependency.
struct NearNames {
  private let slot: Slot
  private let registered: [(slot: Slot, site: SourceSite)]

  init(of slot: Slot, from frame: Frame) {
    self.slot = slot
    registered = Slots.all.filter { $0 != slot && $0.subject.type != nil }.compactMap { other in
      other.registered(from: frame).map { (other, $0.site) }
    }
    siteInProcess =
      frame.root === DependencyRoot.process ? nil : slot.siteInProcess
  }

  private let siteInProcess: SourceSite?
  private static let limit = 3

  /// The suggestions in words, best guess first.
  var sentences: [String] {
    var sentences = [sameType, sameName, concrete].compactMap(\.self)
    if sentences.isEmpty { sentences = [alike].compactMap(\.self) }
    if let siteInProcess {
      sentences.append(
        "The process has it registered, at \(siteInProcess), but every test has a root of its own."
      )
    }
    if sentences.isEmpty, registered.isEmpty {
      sentences.append("Nothing is: was build() called, in this root?")
    }
    return sentences
  }

  private var sameType: String? {
    guard let type = slot.subject.type else { return nil }
    let others = registered.filter { $0.slot.subject.type == type }
    return sentence(nearest(others) { $0.subject.ownName ?? "" }) { other in
      other.subject.ownName.map { "as \"\($0)\"" } ?? "without a name"
    }.map { "It is registered \($0)." }
  }

  private var sameName: String? {
    guard let name = slot.subject.ownName else { return nil }
    let others = registered.filter {
      $0.slot.subject.ownName == name && $0.slot.subject.type != slot.subject.type
    }
    return sentence(nearest(others, by: \.name)) {
      SlotSubject.spelling(of: $0.subject.type ?? Any.self)
    }
    .map { "\"\(name)\" is registered for \($0)." }
  }

  /// A type whose name says that it may be the one which should have been registered as the protocol.
  private var concrete: String? {
    guard let type = slot.subject.type, SlotSubject.isProtocol(type) else { return nil }
    let name = String(describing: type)
    let others = registered.filter { other in
      guard let type = other.slot.subject.type, !SlotSubject.isProtocol(type) else { return false }
      let own = String(describing: type)
      return name.hasPrefix(own) || own.hasSuffix(name) || isNear(own, to: name)
    }
    return sentence(nearest(others, by: \.name)) { $0.name }.map {
      "\($0) is registered as what it is: write … as \(SlotSubject.spelling(of: type)) in its Module."
    }
  }

  /// Names that a slip of the keyboard leads to.
  private var alike: String? {
    let others = registered.filter { isNear($0.slot.name, to: slot.name) }
    return sentence(nearest(others, by: \.name), describe: \.name).map { "Did you mean \($0)?" }
  }

  private func isNear(_ name: String, to other: String) -> Bool {
    name.editDistance(to: other) <= max(2, other.count / 4)
  }

  private func nearest(
    _ others: [(slot: Slot, site: SourceSite)],
    by name: (Slot) -> String
  ) -> [(slot: Slot, site: SourceSite)] {
    let own = name(slot)
    let ranked = others.map { (distance: name($0.slot).editDistance(to: own), other: $0) }
      .sorted { ($0.distance, $0.other.slot.number) < ($1.distance, $1.other.slot.number) }
    return ranked.prefix(Self.limit).map(\.other)
  }

  private func sentence(
    _ others: [(slot: Slot, site: SourceSite)],
    describe: (Slot) -> String
  ) -> String? {
    guard !others.isEmpty else { return nil }
    return others.map { "\(describe($0.slot)) (\($0.site))" }.joined(separator: ", ")
  }
}

extension SlotSubject {
  var type: Any.Type? { if case .type(let type, _) = self { type } else { nil } }
  var ownName: String? { if case .type(_, let name) = self { name } else { nil } }
}

extension String {
  /// The number of characters to insert, remove or replace to turn this string into the other.
  ///
  /// - Complexity: O(*n* · *m*)
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
