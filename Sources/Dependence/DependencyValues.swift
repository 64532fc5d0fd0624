import Synchronization

/// The values of all dependencies in a scope: the scope's overrides, and default values for
/// everything that is not overridden.
///
/// `DependencyValues` has value semantics, so changing a copy does not affect other copies. To
/// declare a dependency, extend this type with a property:
///
/// ```swift
/// extension DependencyValues {
///   var greeting: String {
///     get { self[GreetingKey.self] }
///     set { self[GreetingKey.self] = newValue }
///   }
/// }
/// ```
public struct DependencyValues: @unchecked Sendable, _NonisolatedByDefault {
  // This type is `@unchecked Sendable`, like the classes `Frame` and `Lease` that it refers to. All
  // objects that its values refer to are thread-safe.

  /// The purpose of a `DependencyValues` instance: reading dependencies, or assigning overrides.
  /// Code that assigns overrides reads a dependency only to change a member of its value, as in
  /// `$0.client.fetch = …`.
  @usableFromInline enum Purpose: Sendable {
    case reading
    /// Assigning overrides for one scope, for example in the first closure of `withDependencies`.
    case operation
    /// Assigning values for a whole test or app, for example in a trait or in
    /// `prepareDependencies`.
    case root
  }

  /// The innermost frame of the scope that these values represent, or `nil` if they contain no
  /// overrides or if ``lease`` refers to the scope instead. A scope is a chain of frames, each of
  /// which usually stores one override.
  private var head: Frame?
  /// The scope and source location of the property wrapper that passed these values to a getter, or
  /// `nil` if they do not come from a property wrapper.
  private var lease: Lease?
  private var purpose: Purpose

  /// Creates values without overrides. Reading from them returns the defaults of the current test
  /// or process.
  ///
  /// The values do not belong to the current scope, so diagnostics of that scope, such as
  /// `withStrictDependencies` and the trait `.strictDependencies`, do not notice reads from them.
  /// The environment variable `DEPENDENCE_STRICT` applies to all scopes, and therefore also to
  /// these reads.
  public init() { purpose = .reading }

  /// Creates values that represent the scope whose innermost frame is `head`.
  @usableFromInline init(_ head: Frame, for purpose: Purpose = .reading) {
    self.head = head
    self.purpose = purpose
  }

  /// Creates the `DependencyValues` that a property wrapper passes to a property's getter. `lease`
  /// refers to the innermost frame of the scope without retaining the frame.
  init(_ lease: Lease) {
    self.lease = lease
    purpose = .reading
  }

  /// The innermost frame of the scope that these values represent. A search for an override starts
  /// at this frame and continues outward.
  @usableFromInline package var frame: Frame {
    if let head { return head }
    if let lease { return lease.frame.object }
    return Frame.current.root.bottom
  }

  /// Returns the scope's innermost frame and removes it from these values. The caller takes over
  /// the values' reference to the frame, so the frame need not be retained again.
  @usableFromInline mutating func takeFrame() -> Frame {
    guard let head else { return frame }
    self.head = nil
    return head
  }

  /// Whether these values contain no overrides.
  package var isEmpty: Bool { head == nil && lease == nil || frame.keys == 0 }

  /// Whether a read from these values is assumed to be part of an assignment, such as
  /// `$0.client.fetch = …`, which reads `client` only to change one of its members.
  ///
  /// The library cannot recognize such reads with certainty. It therefore assumes that every read
  /// from values that were created to assign overrides is part of an assignment. However, code may
  /// store a copy of the values and read from it after the closure that assigns overrides has
  /// returned. The assumption therefore applies only while such a closure is running in a scope of
  /// the same test or process: see ``DependencyRoot/isAssigning``.
  package var isPartOfAssignment: Bool { purpose != .reading && frame.root.isAssigning }

  /// The source location of the property wrapper that passed these values to a getter, or `nil` if
  /// they do not come from a property wrapper.
  package var readerLocation: ReadLocation? { lease.map { .compiled($0.site.location) } }
}

// MARK: - Reading and writing

extension DependencyValues {
  /// The value of the dependency identified by a key. Assigning a value overrides the dependency.
  ///
  /// - Complexity: O(1), except that the first read of a default value computes the value.
  public subscript<Key: TestDependencyKey>(
    _ key: Key.Type, fileID fileID: StaticString = #fileID,
    filePath filePath: StaticString = #filePath, line line: UInt = #line,
    column column: UInt = #column
  ) -> Key.Value {
    get { value(of: key, at: StaticSourceLocation(fileID, filePath, line, column)) }
    @inlinable set { set(KeyRegistry.record(of: key) ?? KeyRecord.of(key), to: newValue) }
  }

  /// The value of a `TestDependencyKey`. Use this subscript if the file that reads the key does not
  /// import the module that declares the key's live value.
  ///
  /// - Complexity: O(1), except that the first read of a default value computes the value.
  public subscript<Key: TestDependencyKey>(
    test key: Key.Type, fileID fileID: StaticString = #fileID,
    filePath filePath: StaticString = #filePath, line line: UInt = #line,
    column column: UInt = #column
  ) -> Key.Value {
    get { value(of: key, at: StaticSourceLocation(fileID, filePath, line, column)) }
    @inlinable set { set(KeyRegistry.record(of: key) ?? KeyRecord.of(key), to: newValue) }
  }

  @usableFromInline func value<Key: TestDependencyKey>(
    of key: Key.Type,
    at location: StaticSourceLocation
  ) -> Key.Value {
    if head == nil, let known = lease?.find(key) { return known.value(as: Key.Value.self) }
    let location = lease?.site.location ?? location
    let record = KeyRecord<Key.Value>.of(key)
    // The property `frame` may return a frame that nothing else retains, so keep it alive until the
    // dependency's value has been copied from it.
    let frame = frame
    return withExtendedLifetime(frame) {
      frame.read(record, at: .compiled(location), isPartOfAssignment: isPartOfAssignment)
        .value(as: Key.Value.self)
    }
  }

  @inlinable mutating func set<Value: Sendable>(_ record: AnyKeyRecord, to value: Value) {
    let isInsideOperation = isForOperation
    push(OverrideFrame(record, value, over: takeFrame(), isInsideOperation: isInsideOperation))
  }

  @usableFromInline var isForOperation: Bool { purpose == .operation }

  @usableFromInline mutating func push(_ frame: Frame) { head = frame }
}

// MARK: - Properties that read a single key

extension DependencyValues {
  /// The value of a key, for use in the getter of a property that only reads this key. After the
  /// first read, property wrappers skip the getter and read the key directly.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - property: The key path of the property whose getter uses this subscript.
  public subscript<Key: TestDependencyKey>(
    _entry key: Key.Type,
    property property: @autoclosure () -> KeyPath<DependencyValues, Key.Value>,
    fileID fileID: StaticString = #fileID,
    filePath filePath: StaticString = #filePath,
    line line: UInt = #line,
    column column: UInt = #column
  ) -> Key.Value {
    lease?.site.object.learn(KeyRecord<Key.Value>.of(key), of: property())
    return value(of: key, at: StaticSourceLocation(fileID, filePath, line, column))
  }
}

// MARK: - The current values

extension DependencyValues {
  /// The dependencies that are visible in the current scope.
  ///
  /// If the current task has a scope with overrides, these are the dependencies of that scope.
  /// Otherwise, they are the default values, together with the overrides, if any, that a user
  /// interface has most recently applied to some of its views.
  public static var current: DependencyValues {
    DependencyValues(CapturedDependencies.stored().frame)
  }

  /// Returns a snapshot of these dependencies that can be stored and restored later.
  ///
  /// Pass the snapshot to ``withSnapshotDependencies(_:operation:)`` to restore exactly these
  /// dependencies. If the snapshot contains no overrides, neither does the restored scope.
  public func snapshot() -> DependencyValues {
    let frame = frame
    frame.root.owner?.scopeWillEscape()
    return DependencyValues(frame)
  }
}
