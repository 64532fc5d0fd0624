public import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension TrackingClient {
  /// Returns a client that sends its requests to a tracking service.
  ///
  /// - Parameter address: A closure that returns the address of the service. It is called for each
  ///   request.
  public static func http(at address: @escaping @Sendable () throws -> URL) -> TrackingClient {
    TrackingClient(track: { number in
      let url = try address().appending(path: "parcels").appending(path: number)
      let (data, response) = try await URLSession.shared.data(from: url)
      switch (response as? HTTPURLResponse)?.statusCode ?? 0 {
      case 200: return try JSONDecoder().decode(Parcel.self, from: data)
      case 404: throw TrackingError.unknownParcel(number)
      case let status: throw TrackingError.unexpectedStatus(status)
      }
    })
  }
}
