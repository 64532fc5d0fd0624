import Synchronization

/// A collection of dependencies that consists of the overrides of a scope and the default values.
///
/// `DependencyValues` has value semantics, so changing a copy does not affect other copies. Extend
/// it with one property for each dependency:
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
  // Unchecked because `Lease` is unchecked. All objects that the values refer to are thread-safe.

  /// The operation for which these values were created.
  @usableFromInline enum Purpose: Sendable {
    case reading
    /// The closure of `withDependencies` assigns overrides.
    case operation
    /// A trait, a test case or `prepareDependencies` assigns values for a whole test or app.
    case root
  }

  /// The innermost frame of the overrides, or `nil` if there are no overrides.
  private var head: Frame?
  /// The scope and the read site of the property wrapper that is reading, or `nil` for other reads.
  private var lease: Lease?
  private var purpose: Purpose

  /// Creates values without overrides. Reads return the defaults of the current test or process.
  public init() { purpose = .reading }

  /// Creates the values that are visible from `head`.
  @usableFromInline init(_ head: Frame, for purpose: Purpose = .reading) {
    self.head = head
    self.purpose = purpose
  }

  /// Creates the values that are visible from a leased frame, for a read by a property wrapper.
  init(_ lease: Lease) {
    self.lease = lease
    purpose = .reading
  }

  /// The frame from which reads of these values start.
  @usableFromInline package var frame: Frame {
    if let head { return head }
    if let lease { return lease.frame.object }
    return Frame.current.root.bottom
  }

  /// Returns the frame from which reads of these values start, and removes it from these values.
  /// The caller then owns the frame without an additional retain.
  @usableFromInline mutating func takeFrame() -> Frame {
    guard let head else { return frame }
    self.head = nil
    return head
  }

  /// Whether these values contain no overrides.
  package var isEmpty: Bool { head == nil && lease == nil || frame.keys == 0 }

  /// Whether a read is part of an assignment through a value, such as `$0.client.fetch = …`.
  package var isConfiguring: Bool { purpose != .reading }

  /// The source location of the property wrapper that is reading, or `nil` if there is none.
  package var readerLocation: ReadLocation? { lease.map { .compiled($0.site.location) } }
}

// MARK: - Reading and writing

extension DependencyValues {
  /// The value of a key.
  ///
  /// - Complexity: O(1), except for the first read of a default value, which computes it.
  public subscript<Key: TestDependencyKey>(
    _ key: Key.Type, fileID fileID: StaticString = #fileID,
    filePath filePath: StaticString = #filePath, line line: UInt = #line,
    column column: UInt = #column
  ) -> Key.Value {
    get { value(of: key, at: StaticSourceLocation(fileID, filePath, line, column)) }
    @inlinable set { set(KeyRegistry.record(of: key) ?? KeyRecord.of(key), to: newValue) }
  }

  /// The value of a key whose live value may be in a module that is not imported.
  ///
  /// - Complexity: O(1), except for the first read of a default value, which computes it.
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
    if head == nil, let known = lease?.find(key) { return known.value() }
    let location = lease?.site.location ?? location
    let record = KeyRecord<Key.Value>.of(key)
    // Without overrides the frame may be new, and has to live until the value has been copied.
    let frame = frame
    return withExtendedLifetime(frame) {
      frame.read(record, at: .compiled(location), isConfiguring: isConfiguring).value()
    }
  }

  @inlinable mutating func set<Value: Sendable>(_ record: AnyKeyRecord, to value: Value) {
    let isInsideOperation = isForOperation
    push(OverrideFrame(record, value, over: takeFrame(), isInsideOperation: isInsideOperation))
  }

  @usableFromInline var isForOperation: Bool { purpose == .operation }

  @usableFromInline mutating func push(_ frame: Frame) { head = frame }
}

// MARK: - Properties that are one key

extension DependencyValues {
  /// The value of a key, for the getter of a property that does nothing except read this key. After
  /// the first read, a property wrapper skips the getter and reads the key directly.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - property: The key path of the property whose getter contains this call.
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
  /// These are the dependencies of the scope that is bound to the current task, if it has
  /// overrides. Otherwise, they are those of the subtree that a user interface has published most
  /// recently. If there is no such subtree, they are the default values.
  public static var current: DependencyValues {
    let frame = Frame.current
    frame.root.owner?.scopeWillEscape()
    return DependencyValues(Precedence.select(taskLocal: frame))
  }

  /// Returns a snapshot of the dependencies that are visible now.
  ///
  /// Pass the snapshot to ``withSnapshotDependencies(_:operation:)`` to restore exactly these
  /// dependencies. If there are no overrides now, there will be none in the restored scope either.
  public func snapshot() -> DependencyValues {
    let frame = frame
    frame.root.owner?.scopeWillEscape()
    return DependencyValues(frame)
  }
}
