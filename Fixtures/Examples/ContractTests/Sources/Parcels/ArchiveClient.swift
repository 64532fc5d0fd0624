public import DependenceMacros

/// An archive of parcels.
@DependencyClient
public struct ArchiveClient: Sendable {
  /// Saves a parcel, and replaces a saved parcel with the same number.
  public var save: @Sendable (_ parcel: Parcel) async throws -> Void
  /// Returns the parcels in a city, sorted by their numbers.
  public var parcels: @Sendable (_ city: String) async throws -> [Parcel]
}

extension DependencyValues {
  /// The client that stores parcels.
  @DependencyEntry(test: ArchiveClient.unimplemented)
  public var archive: ArchiveClient = .unimplemented
}
