/// A client with an unimplemented form; `@DependencyClient` conforms its type.
///
/// The compiler checks the arguments of one macro before it has expanded another, and would not
/// find a plain member. It does find the requirement of a conformance that the macro announces.
public protocol _DependencyClient: SendableMetatype {
  /// A client whose every endpoint reports its calls.
  static var unimplemented: Self { get }
}

// MARK: - The functions of the same name

// Inside a type, a member hides functions of its name that stand outside. So the functions are members as
// well: of the type, for its static members and for initial values, and of its instances.

extension _DependencyClient {
  /// Reports that `endpoint` was called without an implementation, and gives the error to throw.
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

  /// Reports that `endpoint` was called without an implementation, and returns.
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
  /// Reports that `endpoint` was called without an implementation, and gives the error to throw.
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

  /// Reports that `endpoint` was called without an implementation, and returns.
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
