/// A client whose endpoints can all be unimplemented. `@DependencyClient` adds this conformance.
///
/// The compiler checks the arguments of a macro before it expands other macros. At that point it
/// does not find the members that `@DependencyClient` adds, but it finds the requirements of this
/// protocol.
public protocol _DependencyClient: SendableMetatype {
  /// A client whose endpoints all report their calls as issues.
  static var unimplemented: Self { get }
}

// MARK: - The functions of the same name

// Inside a type, a member hides global functions of the same name. The functions named
// `unimplemented` are therefore declared as static and instance members too.

extension _DependencyClient {
  /// Reports that `endpoint` was called without an implementation, and returns the error to throw.
  @_disfavoredOverload
  public static func unimplemented(
    _ endpoint: String,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) -> DependencyError {
    reportUnimplemented(endpoint, at: SourceSite(fileID, filePath, line, column))
    return .unimplemented(endpoint)
  }

  /// Reports that `endpoint` was called without an implementation.
  public static func unimplemented(
    _ endpoint: String,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) {
    reportUnimplemented(endpoint, at: SourceSite(fileID, filePath, line, column))
  }

  /// Reports that `endpoint` was called without an implementation, and returns `placeholder`.
  public static func unimplemented<Value>(
    _ endpoint: String,
    placeholder: @autoclosure () -> Value,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) -> Value {
    reportUnimplemented(endpoint, at: SourceSite(fileID, filePath, line, column))
    return placeholder()
  }
}

extension _DependencyClient {
  /// Reports that `endpoint` was called without an implementation, and returns the error to throw.
  @_disfavoredOverload
  public func unimplemented(
    _ endpoint: String,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) -> DependencyError {
    reportUnimplemented(endpoint, at: SourceSite(fileID, filePath, line, column))
    return .unimplemented(endpoint)
  }

  /// Reports that `endpoint` was called without an implementation.
  public func unimplemented(
    _ endpoint: String,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) {
    reportUnimplemented(endpoint, at: SourceSite(fileID, filePath, line, column))
  }

  /// Reports that `endpoint` was called without an implementation, and returns `placeholder`.
  public func unimplemented<Value>(
    _ endpoint: String,
    placeholder: @autoclosure () -> Value,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) -> Value {
    reportUnimplemented(endpoint, at: SourceSite(fileID, filePath, line, column))
    return placeholder()
  }
}
