import DependenceTesting
import Parcels

extension TrackingClient {
  /// Returns a client that finds the given parcels, without sending requests to a service.
  static func fake(_ parcels: [Parcel]) -> TrackingClient {
    TrackingClient(track: { number in
      guard let parcel = parcels.first(where: { $0.number == number }) else {
        throw TrackingError.unknownParcel(number)
      }
      return parcel
    })
  }
}

extension ArchiveClient {
  /// Returns an empty archive that stores its parcels in memory.
  static func fake() -> ArchiveClient {
    let parcels = LockBox<[String: Parcel]>([:])
    return ArchiveClient(
      save: { parcel in parcels.withValue { $0[parcel.number] = parcel } },
      parcels: { city in
        parcels.value.values.filter { $0.city == city }.sorted { $0.number < $1.number }
      }
    )
  }
}
