/// A place in source code.
///
/// Public functions take `#fileID`, `#filePath`, `#line` and `#column` once, at the door, and hand
/// on one of these.
public struct SourceSite: Sendable, Hashable {
  /// The module and the file's name, as `#fileID` gives it: `Module/File.swift`.
  public var fileID: String
  /// The path, as `#filePath` gives it.
  public var filePath: String
  /// The line, from 1; 0 where it is not known.
  public var line: Int
  /// The column, from 1; 0 where it is not known.
  public var column: Int

  /// A place in source code; without arguments, this one.
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

  /// No place at all, for issues that belong to the process.
  package static let unknown = SourceSite("<unknown>/<unknown>", "<unknown>", 0, 0)
}

extension SourceSite: CustomStringConvertible {
  /// `Module/File.swift:line`; without the line where that is not known.
  public var description: String { line == 0 ? fileID : "\(fileID):\(line)" }
}
