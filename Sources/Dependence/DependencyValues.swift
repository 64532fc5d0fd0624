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
public struct DependencyValues: @unchecked Sendable {
  // Unchecked, because a reference that is not managed cannot be checked: what it refers to is immortal.

  /// What is being assigned to these values, if anything is.
  @usableFromInline enum Purpose: Sendable {
    /// Plain reading and writing of a copy.
    case reading
    /// The closure of `withDependencies` runs.
    case operation
    /// A whole root is being set up: a trait, a test case, `prepareDependencies`.
    case root
  }

  @usableFromInline var head: Frame?
  @usableFromInline var purpose: Purpose
  /// Where the read happens, if the reader is not the one who calls the subscript.
  @usableFromInline var reader: Unmanaged<ReadSite>?

  /// No overrides: reads get the defaults of wherever they happen.
  public init() {
    head = nil
    purpose = .reading
    reader = nil
  }

  /// What is visible from a frame, for a property that `reader` reads.
  @inlinable @inline(always)
  init(_ head: Frame, for purpose: Purpose = .reading, readBy reader: Unmanaged<ReadSite>? = nil) {
    self.head = head
    self.purpose = purpose
    self.reader = reader
  }

  /// The frame that reads of these values start from.
  @usableFromInline package var frame: Frame { head ?? Frame.current.root.bottom }

  /// Whether these values hold nothing but defaults.
  package var isEmpty: Bool { (head?.overrideCount ?? 0) == 0 }
}

// MARK: - Reading and writing

extension DependencyValues {
  /// The value of a key.
  ///
  /// - Complexity: O(1), except for the first read of a default, which computes it.
  public subscript<Key: DependencyKey>(
    _ key: Key.Type, fileID fileID: StaticString = #fileID,
    filePath filePath: StaticString = #filePath, line line: UInt = #line,
    column column: UInt = #column
  ) -> Key.Value {
    @inlinable get {
      let known = knownAnswer(to: key)
      if known != 0 { return Found.value(at: known) }
      return value(of: .of(key), at: ReadSite.Place(fileID, filePath, line, column))
    }
    @inlinable @inline(always) set { set(KeyRegistry.address(of: key), to: newValue) }
  }

  /// The value of a key whose live value, if it has one, is in a module that this one does not see.
  ///
  /// - Complexity: O(1), except for the first read of a default, which computes it.
  public subscript<Key: TestDependencyKey>(
    test key: Key.Type, fileID fileID: StaticString = #fileID,
    filePath filePath: StaticString = #filePath, line line: UInt = #line,
    column column: UInt = #column
  ) -> Key.Value {
    @inlinable get {
      let known = knownAnswer(to: key)
      if known != 0 { return Found.value(at: known) }
      return value(of: .of(test: key), at: ReadSite.Place(fileID, filePath, line, column))
    }
    @inlinable @inline(always) set { set(KeyRegistry.address(ofTest: key), to: newValue) }
  }

  /// What a read of these values has found before, as ``ReadMemo`` knows it; zero if nobody knows.
  @usableFromInline func knownAnswer(to key: Any.Type) -> UInt {
    guard case .reading = purpose else { return 0 }
    let record = KeyRegistry.records.find(UInt(bitPattern: ObjectIdentifier(key)))
    if record == 0 { return 0 }
    let universal = AnyKeyRecord.universalAnswer(at: record)
    if universal != 0 { return universal }
    guard let memo = head.map(Unmanaged.passUnretained)?._withUnsafeGuaranteedRef({ $0.knownMemo })
    else { return 0 }
    return ReadMemo.answer(to: AnyKeyRecord.number(at: record), at: record, in: memo)
  }

  @usableFromInline func value<Value>(
    of record: KeyRecord<Value>,
    at place: ReadSite.Place
  ) -> Value {
    let isConfiguring = purpose != .reading
    let found = frame.find(record, at: readerPlace ?? place, isConfiguring: isConfiguring)
    return Found(found).value
  }

  /// The frame that reads of these values start from, which these values give away.
  @inlinable @inline(always) mutating func takeFrame() -> Frame {
    guard let frame = head else { return frame }
    head = nil
    return frame
  }

  var readerPlace: ReadSite.Place? { reader.map { $0.takeUnretainedValue().place } }

  /// Overrides the key of the record at an address.
  @inlinable @inline(always) mutating func set<Value: Sendable>(_ record: UInt, to value: Value) {
    let isInsideOperation = if case .operation = purpose { true } else { false }
    let parent = Unmanaged.passRetained(takeFrame())
    head = OverrideFrame(record, value, over: parent, isInsideOperation: isInsideOperation)
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

  /// These values, pinned: bound later with ``withSnapshotDependencies(_:operation:)-7brg0``, they
  /// bring back what is visible now and nothing else, also when that is nothing at all.
  public func snapshot() -> DependencyValues {
    let frame = frame
    frame.root.owner?.scopeWillEscape()
    return DependencyValues(frame)
  }
}

extension SourceSite {
  /// A place as wrappers get it.
  package init(_ fileID: StaticString, _ filePath: StaticString, _ line: UInt, _ column: UInt) {
    self.init(
      fileID: "\(fileID)",
      filePath: "\(filePath)",
      line: Int(line),
      column: Int(column)
    )
  }
}
