public import DependenceMacros

/// An archive of parcels.
@DependencyClient
public struct ArchiveClient: Sendable {
  /// Saves a parcel. It replaces the parcel with the same number.
  public var save: @Sendable (_ parcel: Parcel) async throws -> Void
  /// The parcels in a city, in the order of their numbers.
  public var parcels: @Sendable (_ city: String) async throws -> [Parcel]
}

extension DependencyValues {
  /// The client that stores parcels.
  @DependencyEntry(test: ArchiveClient.unimplemented)
  public var archive: ArchiveClient = .unimplemented
}
