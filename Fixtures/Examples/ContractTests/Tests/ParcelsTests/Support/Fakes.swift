import DependenceTesting
import Parcels

extension TrackingClient {
  /// A client without a service.
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
  /// An archive in memory.
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
