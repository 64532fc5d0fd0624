public import DependenceMacros

/// The state of a parcel.
public struct Parcel: Codable, Hashable, Sendable {
  /// The number that identifies the parcel.
  public var number: String
  /// The city in which the parcel currently is.
  public var city: String

  /// Creates the state of a parcel.
  public init(number: String, city: String) { (self.number, self.city) = (number, city) }
}

/// An error of the tracking service.
public enum TrackingError: Error, Codable, Hashable {
  case unknownParcel(String)
  case unexpectedStatus(Int)
}

/// A client that tracks parcels.
@DependencyClient
public struct TrackingClient: Sendable {
  /// Returns the state of a parcel.
  ///
  /// Throws `TrackingError.unknownParcel` if no parcel has this number.
  public var track: @Sendable (_ number: String) async throws -> Parcel
}

extension DependencyValues {
  /// The client that tracks parcels.
  @DependencyEntry(test: TrackingClient.unimplemented)
  public var tracking: TrackingClient = .unimplemented
}
