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
  // Unchecked, because a reference that is not managed cannot be checked: what it refers to is immortal.

  /// The assignment that these values serve, if any.
  @usableFromInline enum Purpose: Sendable {
    case reading
    /// The closure of `withDependencies` runs.
    case operation
    /// A whole root is being set up: a trait, a test case, `prepareDependencies`.
    case root
  }

  @usableFromInline var head: Frame?
  @usableFromInline var purpose: Purpose
  /// The wrapper that reads a property, in place of the caller of the subscript.
  @usableFromInline var reader: Uncounted<ReadSite>?

  /// No overrides: reads get the defaults of wherever they happen.
  public init() { purpose = .reading }

  /// The values that are visible from a frame, for a property that `reader` reads.
  @inlinable @inline(always)
  init(_ head: Frame, for purpose: Purpose = .reading, readBy reader: Uncounted<ReadSite>? = nil) {
    self.head = head
    self.purpose = purpose
    self.reader = reader
  }

  /// The frame that reads of these values start from.
  @usableFromInline package var frame: Frame { head ?? Frame.current.root.bottom }

  /// True if these values are defaults only.
  package var isEmpty: Bool { (head?.keys ?? 0) == 0 }
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
    @inlinable get { value(of: key, at: ReadSite.Place(fileID, filePath, line, column)) }
    @inlinable @inline(always) set { set(.of(key), to: newValue) }
  }

  /// The value of a key whose live value, if it has one, is in a module that this one does not see.
  ///
  /// - Complexity: O(1), except for the first read of a default, which computes it.
  public subscript<Key: TestDependencyKey>(
    test key: Key.Type, fileID fileID: StaticString = #fileID,
    filePath filePath: StaticString = #filePath, line line: UInt = #line,
    column column: UInt = #column
  ) -> Key.Value {
    @inlinable get { value(of: key, at: ReadSite.Place(fileID, filePath, line, column)) }
    @inlinable @inline(always) set { set(.of(key), to: newValue) }
  }

  @inlinable @inline(always) func value<Key: TestDependencyKey>(
    of key: Key.Type,
    at place: ReadSite.Place
  ) -> Key.Value {
    let known = knownAnswer(to: key)
    return known != 0 ? Answer(known).value() : find(.of(key), at: place)
  }

  /// The ``Answer`` that a read of these values has found before; zero if nobody knows.
  @usableFromInline func knownAnswer(to key: Any.Type) -> UInt {
    guard case .reading = purpose, let record = KeyRegistry.known(key), let head else { return 0 }
    return ReadMemo.answer(to: record, in: head.knownMemo)
  }

  @usableFromInline func find<Value>(
    _ record: KeyRecord<Value>,
    at place: ReadSite.Place
  ) -> Value {
    let place = reader?.look { $0.place } ?? place
    return frame.find(record, at: .compiled(place), isConfiguring: isConfiguring).value()
  }

  /// The frame that reads of these values start from, which these values give away.
  @inlinable @inline(always) mutating func takeFrame() -> Frame {
    guard let frame = head else { return frame }
    head = nil
    return frame
  }

  @inlinable @inline(always) mutating func set<Value: Sendable>(
    _ record: KeyRecord<Value>,
    to value: Value
  ) {
    let isInsideOperation = if case .operation = purpose { true } else { false }
    head = OverrideFrame(record, value, over: takeFrame(), isInsideOperation: isInsideOperation)
  }
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
    reader?.look { $0.learn(KeyRecord<Key.Value>.of(key), of: property()) }
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
