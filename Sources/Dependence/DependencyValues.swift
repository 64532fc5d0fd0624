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
public struct DependencyValues: Sendable {
  /// What is being assigned to these values, if anything is.
  enum Purpose: Sendable {
    /// Plain reading and writing of a copy.
    case reading
    /// The closure of `withDependencies` runs.
    case operation
    /// A whole root is being set up: a trait, a test case, `prepareDependencies`.
    case root
  }

  private var head: Frame?
  private var purpose = Purpose.reading
  /// Where the read happens, if the reader is not the one who calls the subscript.
  private var reader: ReadSite?

  /// No overrides: reads get the defaults of wherever they happen.
  public init() {}

  init(_ head: Frame, for purpose: Purpose = .reading, readBy reader: ReadSite? = nil) {
    self.head = head
    self.purpose = purpose
    self.reader = reader
  }

  /// The frame that reads of these values start from.
  var frame: Frame { head ?? Frame.current.root.bottom }

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
    get { value(of: .of(key), at: SourceSite(fileID, filePath, line, column)) }
    set { set(.of(key), to: newValue) }
  }

  /// The value of a key whose live value, if it has one, is in a module that this one does not see.
  ///
  /// - Complexity: O(1), except for the first read of a default, which computes it.
  public subscript<Key: TestDependencyKey>(
    test key: Key.Type, fileID fileID: StaticString = #fileID,
    filePath filePath: StaticString = #filePath, line line: UInt = #line,
    column column: UInt = #column
  ) -> Key.Value {
    get { value(of: .of(test: key), at: SourceSite(fileID, filePath, line, column)) }
    set { set(.of(test: key), to: newValue) }
  }

  func value<Value>(
    of record: KeyRecord<Value>,
    at site: @autoclosure () -> SourceSite
  ) -> Value {
    frame.find(record, at: reader?.site ?? site(), isConfiguring: purpose != .reading).value
  }

  mutating func set<Value>(_ record: KeyRecord<Value>, to value: Value) {
    head = OverrideFrame(record, value, over: frame, isInsideOperation: purpose == .operation)
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

  /// These values, pinned: bound later with ``withSnapshotDependencies(_:operation:)``, they bring
  /// back what is visible now and nothing else, also when that is nothing at all.
  public func snapshot() -> DependencyValues {
    let frame = frame
    frame.root.owner?.scopeWillEscape()
    return DependencyValues(frame)
  }
}

extension SourceSite {
  init(_ fileID: StaticString, _ filePath: StaticString, _ line: UInt, _ column: UInt) {
    self.init(
      fileID: "\(fileID)",
      filePath: "\(filePath)",
      line: Int(line),
      column: Int(column)
    )
  }
}
