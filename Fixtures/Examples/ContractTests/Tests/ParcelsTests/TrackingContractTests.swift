import DependenceRecording
import DependenceTesting
import Parcels
import Testing

/// Contract tests of `TrackingClient`, which every implementation must pass.
///
/// The recording contains responses of the service. It shows that the fake behaves as the service
/// did when the recording was made, even on a machine that cannot reach the service.
@Suite(.dependencies)
struct TrackingContractTests {
  enum Implementation: CaseIterable, Sendable {
    case service
    case recording
    case fake

    /// Returns a client with this implementation.
    ///
    /// - Parameter name: The name of the recording.
    func client(_ name: String) -> TrackingClient {
      let service = TrackingClient.http { try TrackingServer.shared.get().address }
      return switch self {
      case .service: service
      case .recording: Recorder(named: name).wrap(service)
      case .fake: .fake(TrackingServer.parcels)
      }
    }
  }

  @Test(arguments: Implementation.allCases)
  func `a parcel is tracked by its number`(implementation: Implementation) async throws {
    let client = implementation.client("a parcel is tracked")

    let parcel = try await client.track(number: "1001")

    #expect(parcel == Parcel(number: "1001", city: "Ghent"))
  }

  @Test(arguments: Implementation.allCases)
  func `an unknown parcel is an error`(implementation: Implementation) async {
    let client = implementation.client("an unknown parcel")

    await #expect(throws: TrackingError.unknownParcel("9999")) {
      try await client.track(number: "9999")
    }
  }

  @Test(arguments: ["a parcel is tracked", "an unknown parcel"])
  func `the fake gives the recorded responses`(name: String) async {
    let recording = Recording(named: name)

    await recording.verify(
      "TrackingClient.track",
      TrackingClient.fake(TrackingServer.parcels).track
    )
  }
}
