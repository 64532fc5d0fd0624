import DependenceRecording
import DependenceTesting
import Parcels
import Testing

/// Contract tests of `ArchiveClient`, which every implementation must pass.
@Suite(.dependencies)
struct ArchiveContractTests {
  enum Implementation: CaseIterable, Sendable {
    case database
    case recording
    case fake

    /// Returns an empty archive.
    ///
    /// - Parameter name: The name of the recording.
    /// - Throws: An error that cancels the test case if it needs SQLite and SQLite is not
    ///   installed.
    func archive(_ name: String) async throws -> ArchiveClient {
      switch self {
      case .database:
        guard let database = try await Self.database() else {
          try Test.cancel("\(SQLite.library) is not installed.")
        }
        return database
      case .recording:
        // To replay a recording, no database is needed.
        return Recorder(named: name).wrap(try await Self.database() ?? .unimplemented)
      case .fake: return .fake()
      }
    }

    /// Returns a new database, or `nil` if SQLite is not installed.
    private static func database() async throws -> ArchiveClient? {
      guard let sqlite = SQLite.installed else { return nil }
      return try await .sqlite(sqlite)
    }
  }

  @Test(arguments: Implementation.allCases)
  func `parcels are found by their city`(implementation: Implementation) async throws {
    let archive = try await implementation.archive("parcels by city")

    try await archive.save(Parcel(number: "2", city: "'s-Hertogenbosch"))
    try await archive.save(Parcel(number: "1", city: "'s-Hertogenbosch"))
    try await archive.save(Parcel(number: "3", city: "Ghent"))

    #expect(try await archive.parcels(city: "'s-Hertogenbosch").map(\.number) == ["1", "2"])
    #expect(try await archive.parcels(city: "Turin") == [])
  }

  @Test(arguments: Implementation.allCases)
  func `saving a parcel again replaces it`(implementation: Implementation) async throws {
    let archive = try await implementation.archive("saving again")

    try await archive.save(Parcel(number: "1", city: "Ghent"))
    try await archive.save(Parcel(number: "1", city: "Turin"))

    #expect(try await archive.parcels(city: "Ghent") == [])
    #expect(try await archive.parcels(city: "Turin") == [Parcel(number: "1", city: "Turin")])
  }

  @Test(arguments: ["parcels by city", "saving again"])
  func `the fake gives the recorded responses`(name: String) async {
    let recording = Recording(named: name)
    let fake = ArchiveClient.fake()

    await recording.verify("ArchiveClient.save", fake.save)
    await recording.verify("ArchiveClient.parcels", fake.parcels)
  }
}
