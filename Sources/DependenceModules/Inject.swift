public import Dependence

/// Reads what a ``Module`` has registered for the type of the property, and for a name if you give one.
///
/// ```swift
/// struct WidgetScreen {
///   @Inject private var widgets: any WidgetModuleType
///   @Inject("staging") private var staging: any AppModuleType
///   func title() -> String { widgets.title() + " at " + staging.host }
/// }
/// ```
///
/// By default every read resolves anew, in the scope in which it happens, and finds the one instance that
/// this scope shares. With `resolve: .captured` the value is resolved once, when the owner is made, and
/// later overrides do not reach it.
///
/// To read what is not registered is a reported issue and a trap, because there is nothing to return.
/// A caller that can catch writes `try $widgets.resolve()`, which reports and throws. A property of an optional type is nil
/// then, and no issue: `@Inject var tracker: (any Tracker)?`.
///
/// The wrapper is one pointer, and may be shared by any number of threads.
@propertyWrapper
public struct Inject<Value: Sendable>: Sendable {
  private let dependency: Dependency<Value>

  // Optional types have an initialiser of their own, which is no better match by itself.

  /// Reads what is registered for `Value`, and for `name` if there is one.
  @_disfavoredOverload
  public init(
    _ name: String? = nil,
    resolve resolution: DependencyResolution = .lazy,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    dependency = Dependency(
      of: Slots.slot(of: Value.self, named: name),
      resolve: resolution,
      at: ReadSite.Place(fileID, filePath, line, column)
    )
  }

  /// Reads what is registered for `Wrapped`, and for `name` if there is one; nil if nothing is.
  ///
  /// A value that is made asynchronously, and was not made yet, is a reported issue and nil.
  public init<Wrapped: Sendable>(
    _ name: String? = nil,
    resolve resolution: DependencyResolution = .lazy,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) where Value == Wrapped? {
    let own = Slots.slot(of: Value.self, named: name)
    let wrapped = Slots.slot(of: Wrapped.self, named: name)
    dependency = Dependency(
      \DependencyValues.[slot: own, orOf: wrapped],
      resolve: resolution,
      at: ReadSite.Place(fileID, filePath, line, column)
    )
  }

  /// The value, as seen from the scope of this read.
  public var wrappedValue: Value { dependency.wrappedValue }

  /// The wrapper itself, for ``resolve()``.
  public var projectedValue: Inject { self }

  /// The value, as seen from the scope of this read.
  ///
  /// - Throws: ``ModuleError``, reported as well, if nothing is registered, or it was not made yet.
  public func resolve() throws -> Value {
    guard let (path, site) = dependency.reading, let slot = Slots.slot(readBy: path)
    else { return wrappedValue }
    return try slot.resolve(from: .readable, at: site)
  }
}

// MARK: - By key path

extension Dependency {
  /// Reads a property of ``Dependencies``, of which a scope has one instance.
  public init(
    _ keyPath: any KeyPath<Dependencies, Value> & Sendable,
    resolve resolution: DependencyResolution = .lazy,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let place = ReadSite.Place(fileID, filePath, line, column)
    self.init(of: Slots.slot(of: keyPath, at: place.site), resolve: resolution, at: place)
  }

  init(
    of slot: TypedSlot<Value>,
    resolve resolution: DependencyResolution,
    at place: ReadSite.Place
  ) {
    if Rehearsal.isAnyRunning { Rehearsal.note(slot, at: place.site) }
    let isPlain = slot.isPlain
    self.init(slot.path, resolve: resolution, at: place, reading: isPlain ? slot.key : nil)
    // Another thread may have started to override or to rehearse, or given the value a lifetime, in the meantime.
    if isPlain, !slot.isPlain { ReadSite.forgetLabelledKeys() }
  }
}
