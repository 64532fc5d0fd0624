/// The kind of environment that code runs in: an app, a preview or a test. The context determines
/// the default values of dependencies.
public enum DependencyContext: String, Sendable, Hashable, CaseIterable {
  /// An app or a command-line tool, outside previews and tests.
  case live
  /// An Xcode preview.
  case preview
  /// A test process.
  case test
}

/// The key of ``DependencyValues/context``. The context is an ordinary dependency, so it is
/// overridden, captured and cached by the same rules as any other dependency.
package enum DependencyContextKey: NeutralDependencyKey, BuiltInKey {
  package static var propertyName: String { "context" }
  package static var liveValue: DependencyContext { ProcessContext.current.context }
  package static var testValue: DependencyContext { liveValue }

  package static let record = KeyRecord.of(DependencyContextKey.self)
}

extension DependencyValues {
  /// The context that determines the default values of dependencies.
  ///
  /// The context is detected once per process. It is ``DependencyContext/preview`` if the
  /// environment variable `XCODE_RUNNING_FOR_PREVIEWS` is `1`, ``DependencyContext/test`` if a test
  /// runner started the process, and ``DependencyContext/live`` otherwise. The environment variable
  /// `DEPENDENCE_CONTEXT` overrides the detected context. Assigning to this property overrides it
  /// for one scope.
  public var context: DependencyContext {
    get {
      isPartOfAssignment ? frame.context : frame.readContext(at: readerLocation ?? .unknown)
    }
    set { set(DependencyContextKey.record, to: newValue) }
  }
}

extension Frame {
  package final var context: DependencyContext {
    // If a default value is being computed, do not record this read as one of its inputs. The
    // context is already recorded as an input of every default value.
    let record = DependencyContextKey.record
    if let known = anyOverride(of: record) ?? root.cache.prepared(record) {
      return known.value(as: DependencyContext.self)
    }
    ProcessContext.reportConfigurationErrorOnce(from: self)
    return ProcessContext.current.context
  }

  /// Returns the context for a read in users' code. Unlike ``context``, this method notifies
  /// observers of the read, and prevents `prepareDependencies` from replacing the context later.
  /// Reports an issue if the test has ended.
  package final func readContext(at location: ReadLocation) -> DependencyContext {
    let record = DependencyContextKey.record
    root.reportIfLate(record.name, at: location.site ?? .unknown, from: self)
    let isOverridden = anyOverride(of: record) != nil
    let isPrepared = !isOverridden && root.cache.prepared(record, marksRead: true) != nil
    if isObserved {
      let source: DependencyRead.Source =
        isOverridden ? .override : isPrepared ? .prepared : .default
      tellObservers(of: record, from: source, at: location, isPartOfAssignment: false)
    }
    return context
  }
}
