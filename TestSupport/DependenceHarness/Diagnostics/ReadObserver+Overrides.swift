package import Dependence

extension ReadObserver {
  package func didBind(_ frame: Frame, over base: Frame?, at site: SourceSite?) {
    didBind(frame.overrides(over: base)) { _ in site }
  }

  // By default, notify the observer only once of each key, even if several frames override it.
  package func didBind(_ overrides: [Frame], at site: (Frame) -> SourceSite?) {
    var told: Set<AnyKeyRecord> = []
    for frame in overrides {
      if let key = frame.record, told.insert(key).inserted { didBind(key, at: site(frame)) }
    }
  }
}

extension Frame {
  /// Returns a new scope, nested in this one, with the given observer. The observer is notified of
  /// reads and overrides in the new scope and in any scope nested inside it. It is also notified of
  /// the overrides that already exist in this scope.
  package final func observed(by observer: any ReadObserver) -> Frame {
    let overrideSites = RootData.known(root)?.overrideSites ?? [:]
    observer.didBind(overrides(over: nil)) { overrideSites[ObjectIdentifier($0)] }
    return ScopeFrame(over: self, observer: observer)
  }

  /// Returns the frames that contain an override, innermost first. A scope is a chain of frames,
  /// each of which refers to the frame that encloses it. The search starts at this frame and stops
  /// before the outer frame `base`, or at the end of the chain if `base` is `nil`.
  // Use a loop instead of a lazy sequence, because most tests run in debug builds, where lazy
  // sequences are slow.
  final func overrides(over base: Frame?) -> [Frame] {
    var found: [Frame] = []
    var next: Frame? = self
    while let frame = next, frame !== base {
      if frame.record != nil { found.append(frame) }
      next = frame.outer
    }
    return found
  }
}
