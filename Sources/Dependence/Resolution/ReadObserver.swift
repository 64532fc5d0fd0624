/// Watches what a scope reads and binds: strict mode, traces, the audit of overrides.
package protocol ReadObserver: AnyObject, Sendable {
  /// Told after a value was looked up, on the thread that reads, outside every lock.
  func didRead(_ read: DependencyRead, from frame: Frame)

  /// Told when a scope with overrides is entered, with each key that it overrides.
  func didBind(_ key: DependencyName, at site: SourceSite?)
}

/// A key, as messages name it.
package struct DependencyName: Sendable, Hashable {
  let record: AnyKeyRecord

  /// The key's name, with its module.
  package var key: String { record.name }
  /// What leads from `DependencyValues` to the key: `.store`, `[StoreKey.self]`.
  package var place: String { record.place }

  package static func == (left: Self, right: Self) -> Bool { left.record === right.record }
  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(record)) }
}

/// One read of a dependency.
package struct DependencyRead: Sendable {
  /// Where a value comes from.
  package enum Source: Sendable, Hashable {
    case override, prepared, `default`
  }

  let record: AnyKeyRecord
  /// Where the value came from.
  package let source: Source
  /// Where the read stands.
  package let site: SourceSite
  /// Whether this is the read half of an assignment through the value.
  package let isConfiguring: Bool
  /// Whether a default was being computed, which read this.
  package let isNested: Bool

  /// What was read.
  package var name: DependencyName { DependencyName(record: record) }
}

/// Everybody who watches a scope.
@usableFromInline package final class ReadObservers: Sendable {
  private let all: [any ReadObserver]

  init(_ all: [any ReadObserver]) {
    self.all = all
  }

  func adding(_ observer: any ReadObserver) -> ReadObservers { ReadObservers(all + [observer]) }

  func didRead(_ read: DependencyRead, from frame: Frame) {
    for observer in all { observer.didRead(read, from: frame) }
  }

  func didBind(_ record: AnyKeyRecord, at site: SourceSite?) {
    for observer in all { observer.didBind(DependencyName(record: record), at: site) }
  }
}

/// A frame whose observer watches everything above it.
package final class ObserverFrame: Frame, @unchecked Sendable {
  private let observer: any ReadObserver
  private let owned: ReadObservers

  package convenience init(_ observer: some ReadObserver, over parent: Frame) {
    self.init(watching: observer, over: parent)
    for (record, site) in parent.bindings(over: nil) {
      observer.didBind(DependencyName(record: record), at: site)
    }
  }

  private init(watching observer: any ReadObserver, over parent: Frame) {
    self.observer = observer
    owned = parent.observers?.adding(observer) ?? ReadObservers([observer])
    super.init(parent: parent, observers: owned)
    UniversalDefaults.forbid()
  }

  deinit { UniversalDefaults.allow() }

  // The observer has been told of what lies beneath, and is not told again.
  override func copy(over parent: Frame) -> Frame {
    ObserverFrame(watching: observer, over: parent)
  }
}

// MARK: - Bindings

extension Frame {
  /// Notes where the overrides between this frame and `base` stand, and tells whoever watches.
  @usableFromInline func noteBinding(over base: Frame, at site: SourceSite) {
    guard self !== base else { return }
    if !isInsideOperation {
      root.state.withLock { state in
        for frame in overrides(over: base) { state.origins[ObjectIdentifier(frame)] = site }
      }
    }
    guard let observers else { return }
    for (record, _) in bindings(over: base) { observers.didBind(record, at: site) }
  }

  /// What this chain overrides down to `base`, innermost first, each key once, and where that stands.
  fileprivate func bindings(over base: Frame?) -> [(record: AnyKeyRecord, site: SourceSite?)] {
    let origins = root.state.withLock { $0.origins }
    var found: [(record: AnyKeyRecord, site: SourceSite?)] = []
    for frame in overrides(over: base) {
      guard let record = frame.record, !found.contains(where: { $0.record === record })
      else { continue }
      found.append((record, origins[ObjectIdentifier(frame)]))
    }
    return found
  }

  // A loop, as every test with a trait comes by: lazy sequences are slow where nothing is optimised.
  private func overrides(over base: Frame?) -> [Frame] {
    var found: [Frame] = []
    var next: Frame? = self
    while let frame = next, frame !== base {
      if frame.record != nil { found.append(frame) }
      next = frame.outer
    }
    return found
  }
}
