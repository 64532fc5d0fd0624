public import Dependence

/// A client that can be created with all its endpoints (closure properties) unimplemented. The
/// macro `@DependencyClient` adds this conformance.
///
/// Because `unimplemented` is a requirement of this protocol, the arguments of other macros can
/// refer to it. The compiler checks these arguments before it adds the members that
/// `@DependencyClient` declares.
public protocol _DependencyClient: SendableMetatype {
  /// A client in which every call to an endpoint is reported as an issue.
  static var unimplemented: Self { get }
}

// MARK: - Methods that repeat the global functions

// Inside a type, a member hides global functions with the same name. The global functions named
// `unimplemented` are therefore repeated here, both as static methods and as instance methods.

extension _DependencyClient {
  /// Reports as an issue that the closure named `endpoint` was called without an implementation,
  /// and returns the error to throw.
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

  /// Reports as an issue that the closure named `endpoint` was called without an implementation.
  public static func unimplemented(
    _ endpoint: String,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) {
    reportUnimplemented(endpoint, at: SourceSite(fileID, filePath, line, column))
  }

  /// Reports as an issue that the closure named `endpoint` was called without an implementation,
  /// and returns `placeholder`.
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
  /// Reports as an issue that the closure named `endpoint` was called without an implementation,
  /// and returns the error to throw.
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

  /// Reports as an issue that the closure named `endpoint` was called without an implementation.
  public func unimplemented(
    _ endpoint: String,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) {
    reportUnimplemented(endpoint, at: SourceSite(fileID, filePath, line, column))
  }

  /// Reports as an issue that the closure named `endpoint` was called without an implementation,
  /// and returns `placeholder`.
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
