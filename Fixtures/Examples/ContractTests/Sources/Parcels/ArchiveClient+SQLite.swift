extension ArchiveClient {
  /// Returns an archive that stores its parcels in an SQLite database.
  ///
  /// - Parameter path: The path of the database. If the path is empty, SQLite creates a temporary
  ///   database.
  public static func sqlite(_ sqlite: SQLite, at path: String = "") async throws -> ArchiveClient {
    let database = try Database(at: path, with: sqlite)
    try await database.execute(
      "create table if not exists parcels (number text primary key, city text)"
    )
    return ArchiveClient(
      save: { parcel in
        try await database.execute(
          """
          insert or replace into parcels values
          (\(parcel.number.sqlLiteral), \(parcel.city.sqlLiteral))
          """
        )
      },
      parcels: { city in
        try await database.execute(
          "select number, city from parcels where city = \(city.sqlLiteral) order by number"
        )
        .map { Parcel(number: $0[0], city: $0[1]) }
      }
    )
  }
}
