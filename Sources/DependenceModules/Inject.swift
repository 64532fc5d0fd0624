public import Dependence

/// A property wrapper that reads the dependency registered by a ``Module`` for the property's type
/// and, optionally, a name.
///
/// ```swift
/// struct WidgetScreen {
///   @Inject private var widgets: any WidgetModuleType
///   @Inject("staging") private var staging: any AppModuleType
///   func title() -> String { widgets.title() + " at " + staging.host }
/// }
/// ```
///
/// By default, every read resolves the dependency in the reader's current scope and returns that
/// scope's shared instance. With `resolve: .captured`, the dependency is resolved only once, when
/// the property's owner is created, and later overrides have no effect.
///
/// Reading an unregistered dependency reports an issue and traps, because there is no value to
/// return. To get an error instead, call `try $widgets.resolve()`. If the property has an optional
/// type, as in `@Inject var tracker: (any Tracker)?`, reading an unregistered dependency returns
/// `nil` without reporting an issue.
///
/// In a SwiftUI view, an `@Inject` property also reads the overrides of the surrounding views, as a
/// `@Dependency` property does.
///
/// On platforms without SwiftUI, the wrapper is the size of a pointer. Multiple threads can read it
/// at the same time.
@propertyWrapper
public struct Inject<Value: Sendable>: Sendable {
  private let dependency: Dependency<Value>

  // The first initializer below is disfavored so that the compiler chooses the second one for
  // properties of optional type.

  /// Creates a wrapper that reads the dependency registered for `Value` and the given name.
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
      at: StaticSourceLocation(fileID, filePath, line, column)
    )
  }

  /// Creates a wrapper for a property of optional type. The property's value is `nil` if no
  /// dependency is registered for either `Wrapped` or the optional type itself.
  ///
  /// If the dependency's factory is asynchronous and has not been awaited, reading the value
  /// reports an issue and returns `nil`.
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
      at: StaticSourceLocation(fileID, filePath, line, column)
    )
  }

  /// The dependency's value in the current scope, or the captured value if the wrapper was created
  /// with `resolve: .captured`.
  public var wrappedValue: Value { dependency.wrappedValue }

  /// The wrapper itself, which lets you call ``resolve()`` with `$`, as in
  /// `try $widgets.resolve()`.
  public var projectedValue: Inject { self }

  /// Returns the value of the property, but throws an error instead of trapping.
  ///
  /// If the property has an optional type, or was created with `resolve: .captured`, this method
  /// returns the same value as ``wrappedValue`` and throws no error.
  ///
  /// - Throws: ``ModuleError`` if the dependency is not registered, or if its asynchronous factory
  ///   has not been awaited. The error is also reported as an issue.
  public func resolve() throws -> Value {
    guard let (path, frame, site) = dependency.reading, let slot = Slots.slot(readBy: path)
    else { return wrappedValue }
    return try slot.resolve(from: slot.source(from: frame, at: .written(site)), at: site)
  }
}

// MARK: - By key path

extension Dependency {
  /// Creates a wrapper that reads a dependency declared as a property of ``Dependencies``. By
  /// default, all reads in the same scope return the same instance.
  public init(
    _ keyPath: any KeyPath<Dependencies, Value> & Sendable,
    resolve resolution: DependencyResolution = .lazy,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let location = StaticSourceLocation(fileID, filePath, line, column)
    self.init(of: Slots.slot(of: keyPath, at: location.site), resolve: resolution, at: location)
  }

  init(
    of slot: TypedSlot<Value>,
    resolve resolution: DependencyResolution,
    at location: StaticSourceLocation
  ) {
    if Rehearsal.hasAnyRun { Rehearsal.note(slot, at: location.site) }
    let isPlain = slot.isPlain
    self.init(slot.path, resolve: resolution, at: location, reading: isPlain ? slot.key : nil)
    // While `slot.isPlain` is `true`, wrappers read the key directly instead of calling the
    // property's getter. Another thread may have changed `isPlain` to `false` since the first
    // check. In that case, make all wrappers, including this one, call the getter.
    if isPlain, !slot.isPlain { ReadSite.forgetLabeledKeys() }
  }
}
