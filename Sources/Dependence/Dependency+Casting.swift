extension Dependency {
  /// Creates a wrapper that reads a property of ``DependencyValues`` and casts its value to another
  /// type.
  ///
  /// ```swift
  /// @Dependency(\.analytics, as: RecordingAnalytics.self) var analytics
  /// ```
  ///
  /// A test can use this initializer to access the test double that it assigned to the dependency.
  /// If the value has a different type, the read reports an issue that names the actual type, and
  /// then traps because there is no value of the requested type to return.
  ///
  /// - Parameter type: The expected type of the value.
  public init<Base: Sendable>(
    _ keyPath: any KeyPath<DependencyValues, Base> & Sendable,
    as type: Value.Type,
    resolve resolution: DependencyResolution = .lazy,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    self.init(
      \.[Cast<Base, Value>(of: keyPath)],
      resolve: resolution,
      at: StaticSourceLocation(fileID, filePath, line, column)
    )
  }
}

/// The argument of the subscript that reads the dependency at `keyPath` and casts its value to
/// `Value`. It is `Hashable` because Swift requires this of every subscript argument in a key path.
private struct Cast<Base, Value: Sendable>: Hashable, Sendable {
  let keyPath: any KeyPath<DependencyValues, Base> & Sendable

  init(of keyPath: any KeyPath<DependencyValues, Base> & Sendable) { self.keyPath = keyPath }

  static func == (left: Self, right: Self) -> Bool {
    left.keyPath as AnyKeyPath == right.keyPath as AnyKeyPath
  }

  func hash(into hasher: inout Hasher) { hasher.combine(keyPath as AnyKeyPath) }
}

extension DependencyValues {
  fileprivate subscript<Base, Value: Sendable>(cast: Cast<Base, Value>) -> Value {
    let value = self[keyPath: cast.keyPath]
    if let value = value as? Value { return value }
    let scopes = ProcessContext.current.isTestProcess ? overridingScopes : overridingScopesOfApp
    let message = """
      '@Dependency(…, as: \(Value.self).self)' needs a value of type \(Value.self), but the value of the \
      dependency has the type \(type(of: value as Any)) here. Override the dependency with a value of type \
      \(Value.self), in \(scopes), or read the dependency as \(Base.self), without 'as:'.
      """
    let site =
      readerLocation?.site
      ?? SourceSite(fileID: #fileID, filePath: #filePath, line: #line, column: #column)
    let issue = DependencyIssue(message, kind: .trap(endpoint: "\(Base.self)"), at: site)
    IssuePath.deliver(issue, from: frame)
    fatalError("\(message) It was read at \(site).")
  }
}
