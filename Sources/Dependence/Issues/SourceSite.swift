/// A location in source code.
///
/// Public functions of this library take `#fileID`, `#filePath`, `#line` and `#column` as default
/// arguments, and combine them into a `SourceSite`.
public struct SourceSite: Sendable, Hashable {
  /// The names of the module and the file, in the format of `#fileID`: `Module/File.swift`.
  public var fileID: String
  /// The path of the file, in the format of `#filePath`.
  public var filePath: String
  /// The line number, starting at 1, or 0 if it is unknown.
  public var line: Int
  /// The column number, starting at 1, or 0 if it is unknown.
  public var column: Int

  /// Creates a source location. The default arguments describe the call site.
  public init(
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) {
    self.fileID = fileID
    self.filePath = filePath
    self.line = line
    self.column = column
  }

  @usableFromInline
  package init(_ fileID: String, _ filePath: String, _ line: Int, _ column: Int) {
    self.init(fileID: fileID, filePath: filePath, line: line, column: column)
  }

  package init(_ fileID: StaticString, _ filePath: StaticString, _ line: UInt, _ column: UInt) {
    self.init("\(fileID)", "\(filePath)", Int(line), Int(column))
  }

  /// The location of issues that concern the whole process, or whose location in the code is
  /// unknown.
  package static let unknown = SourceSite("<unknown>/<unknown>", "<unknown>", 0, 0)
}

extension SourceSite: CustomStringConvertible {
  /// The location in the form `Module/File.swift:line`, without the line number if it is unknown.
  public var description: String { line == 0 ? fileID : "\(fileID):\(line)" }
}
