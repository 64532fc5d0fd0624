import Foundation

/// The functions of the system's SQLite library.
///
/// The library is opened at run time, so that this package can be built on systems without SQLite.
public struct SQLite: Sendable {
  typealias Callback =
    @convention(c) (
      UnsafeMutableRawPointer?, Int32, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
      UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
    ) -> Int32

  let open: @convention(c) (UnsafePointer<CChar>, UnsafeMutablePointer<OpaquePointer?>) -> Int32
  let close: @convention(c) (OpaquePointer?) -> Int32
  let execute:
    @convention(c) (
      OpaquePointer?, UnsafePointer<CChar>, Callback?, UnsafeMutableRawPointer?,
      UnsafeMutableRawPointer?
    ) -> Int32
  let message: @convention(c) (OpaquePointer?) -> UnsafePointer<CChar>?

  #if canImport(Darwin)
  /// The file name of the SQLite library.
  public static let library = "libsqlite3.dylib"
  #else
  /// The file name of the SQLite library.
  public static let library = "libsqlite3.so.0"
  #endif

  /// The functions of the installed library, or `nil` if the library is not installed.
  public static let installed = SQLite()

  private init?() {
    guard let handle = dlopen(Self.library, RTLD_NOW),
      let open = dlsym(handle, "sqlite3_open"), let close = dlsym(handle, "sqlite3_close"),
      let execute = dlsym(handle, "sqlite3_exec"), let message = dlsym(handle, "sqlite3_errmsg")
    else { return nil }
    self.open = unsafeBitCast(open, to: type(of: self.open))
    self.close = unsafeBitCast(close, to: type(of: self.close))
    self.execute = unsafeBitCast(execute, to: type(of: self.execute))
    self.message = unsafeBitCast(message, to: type(of: self.message))
  }
}

/// A connection to an SQLite database.
actor Database {
  /// An error with a message, for example from SQLite.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private final class Rows { var values: [[String]] = [] }

  private let sqlite: SQLite
  private let connection: OpaquePointer?

  /// Opens a database. Creates the database if it does not exist.
  init(at path: String, with sqlite: SQLite) throws {
    var connection: OpaquePointer?
    let status = sqlite.open(path, &connection)
    (self.sqlite, self.connection) = (sqlite, connection)
    if status != 0 { throw Failure(description: "\(path) cannot be opened, error \(status)") }
  }

  isolated deinit { _ = sqlite.close(connection) }

  /// Executes a statement, and returns its rows.
  @discardableResult
  func execute(_ statement: String) throws -> [[String]] {
    let rows = Rows()
    let status = sqlite.execute(
      connection,
      statement,
      { context, count, values, _ in
        guard let context else { return 1 }
        let row = (0..<Int(count)).map { values?[$0].map { String(cString: $0) } ?? "" }
        Unmanaged<Rows>.fromOpaque(context).takeUnretainedValue().values.append(row)
        return 0
      },
      Unmanaged.passUnretained(rows).toOpaque(),
      nil
    )
    guard status == 0 else {
      let message = sqlite.message(connection).map { String(cString: $0) }
      throw Failure(description: message ?? "error \(status)")
    }
    return rows.values
  }
}

extension String {
  /// The string as a string literal in SQL.
  var sqlLiteral: String { "'" + replacing("'", with: "''") + "'" }
}
