import Synchronization

/// The dependencies of one place in a program: overrides on top of defaults.
///
/// A value: copies share no state, and a write to one copy is seen by no other. Extend it with one
/// property for each dependency:
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
  // Unchecked because `Lease` is. The values only refer to objects that any thread may use.

  /// The assignment for which these values were created.
  @usableFromInline enum Purpose: Sendable {
    case reading
    /// The closure of `withDependencies` runs.
    case operation
    /// A whole root is being set up: a trait, a test case, `prepareDependencies`.
    case root
  }

  /// The frame that these values own, with its overrides.
  private var head: Frame?
  /// The scope and the site of the wrapper whose property is being read.
  private var lease: Lease?
  private var purpose: Purpose

  /// No overrides: reads get the defaults of wherever they happen.
  public init() { purpose = .reading }

  /// The values that are visible from a frame.
  @usableFromInline init(_ head: Frame, for purpose: Purpose = .reading) {
    self.head = head
    self.purpose = purpose
  }

  /// The values that are visible from a frame, for a property that is read.
  init(_ lease: Lease) {
    self.lease = lease
    purpose = .reading
  }

  /// The frame that reads of these values start from.
  @usableFromInline package var frame: Frame {
    if let head { return head }
    if let lease { return lease.frame.object }
    return Frame.current.root.bottom
  }

  /// The frame that reads of these values start from. The values give it away.
  @usableFromInline mutating func takeFrame() -> Frame {
    guard let head else { return frame }
    self.head = nil
    return head
  }

  /// Whether these values are defaults only.
  package var isEmpty: Bool { head == nil && lease == nil || frame.keys == 0 }

  /// Whether a read of these values is the read half of an assignment.
  package var isConfiguring: Bool { purpose != .reading }

  /// The place of the read, if the reader is not the caller of the subscript.
  package var readerPlace: ReadPlace? { lease.map { .compiled($0.site.place) } }
}

// MARK: - Reading and writing

extension DependencyValues {
  /// The value of a key.
  ///
  /// - Complexity: O(1), except for the first read of a default, which computes it.
  public subscript<Key: TestDependencyKey>(
    _ key: Key.Type, fileID fileID: StaticString = #fileID,
    filePath filePath: StaticString = #filePath, line line: UInt = #line,
    column column: UInt = #column
  ) -> Key.Value {
    get { value(of: key, at: ReadSite.Place(fileID, filePath, line, column)) }
    @inlinable set { set(KeyRegistry.record(of: key) ?? KeyRecord.of(key), to: newValue) }
  }

  /// The value of a key whose live value, if it has one, is in a module that this one does not see.
  ///
  /// - Complexity: O(1), except for the first read of a default, which computes it.
  public subscript<Key: TestDependencyKey>(
    test key: Key.Type, fileID fileID: StaticString = #fileID,
    filePath filePath: StaticString = #filePath, line line: UInt = #line,
    column column: UInt = #column
  ) -> Key.Value {
    get { value(of: key, at: ReadSite.Place(fileID, filePath, line, column)) }
    @inlinable set { set(KeyRegistry.record(of: key) ?? KeyRecord.of(key), to: newValue) }
  }

  @usableFromInline func value<Key: TestDependencyKey>(
    of key: Key.Type,
    at place: ReadSite.Place
  ) -> Key.Value {
    if head == nil, let known = lease?.find(key) { return known.value() }
    let place = lease?.site.place ?? place
    let record = KeyRecord<Key.Value>.of(key)
    // Without overrides the frame may be a new one, which has to live until the value is copied.
    let frame = frame
    return withExtendedLifetime(frame) {
      frame.read(record, at: .compiled(place), isConfiguring: isConfiguring).value()
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
  /// The value of a key, for the getter of a property that is this key and nothing else: a wrapper that has read the
  /// property once reads the key itself from then on.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - property: The property whose getter this is.
  public subscript<Key: TestDependencyKey>(
    _entry key: Key.Type,
    property property: @autoclosure () -> KeyPath<DependencyValues, Key.Value>,
    fileID fileID: StaticString = #fileID,
    filePath filePath: StaticString = #filePath,
    line line: UInt = #line,
    column column: UInt = #column
  ) -> Key.Value {
    lease?.site.object.learn(KeyRecord<Key.Value>.of(key), of: property())
    return value(of: key, at: ReadSite.Place(fileID, filePath, line, column))
  }
}

// MARK: - The current values

extension DependencyValues {
  /// The dependencies visible here.
  ///
  /// The scope that is bound to this task, if it overrides anything; otherwise the latest subtree
  /// that a user interface has published; otherwise the defaults.
  public static var current: DependencyValues {
    let frame = Frame.current
    frame.root.owner?.scopeWillEscape()
    return DependencyValues(Precedence.select(taskLocal: frame))
  }

  /// These values, pinned: bound later with ``withSnapshotDependencies(_:operation:)``, they
  /// bring back what is visible now and nothing else, also when that is nothing at all.
  public func snapshot() -> DependencyValues {
    let frame = frame
    frame.root.owner?.scopeWillEscape()
    return DependencyValues(frame)
  }
}
