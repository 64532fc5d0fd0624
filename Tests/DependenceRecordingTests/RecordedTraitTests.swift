import DependenceHarness
import DependenceMacros
import DependenceRecording
import DependenceSimulation
import DependenceTesting
import Foundation
import Subprocesses
import Testing

extension DependencyValues {
  @DependencyEntry(test: WeatherClient.unimplemented)
  var weather: WeatherClient = .unimplemented
}

/// A live client, which is called only if the recordings of these tests are created again.
private let live = WeatherClient(
  forecast: { city, days in Forecast(city: city, celsius: Double(10 + (days ?? 0))) },
  name: { "station \($0)" }
)

/// Tests that have a recorder in addition to the recorder of their suite. Each case has its own
/// recording in the folder `Recordings`.
@Suite(.recorded { $1.weather.forecast = $0.wrap(live).forecast })
struct RecordedTraitTests {
  @Dependency(\.weather) private var weather

  @Test(.recorded { $1.weather.name = $0.wrap(live).name }, arguments: ["Berlin", "Ghent"])
  func `each case replays its own recording`(city: String) async throws {
    let forecast = try await weather.forecast(city, 2)
    let name = await weather.name(7)

    #expect(forecast.city == city)
    #expect(forecast.celsius == 12)
    #expect(name == "station 7")
  }

  @Test(.explore(20), .enabled(if: Simulation.isSupported))
  func `each run of a search replays the recording from its beginning`() async throws {
    async let first = weather.forecast("Berlin", 1)
    async let second = weather.forecast("Berlin", 2)

    #expect(try await first.celsius == 11)
    #expect(try await second.celsius == 12)
  }

  @Test(.explore(.exhaustive(limit: 10_000)), .enabled(if: Simulation.isSupported))
  func `recorded calls can be cancelled anywhere`() async throws {
    let day = Simulation.choose("day", from: [1, 1])
    let result = await Simulation.cancellingAnywhere { [weather] in
      try await weather.forecast("Berlin", day)
    }

    if case .success(let forecast) = result { #expect(forecast.celsius == 11) }
  }

  @Test(
    .explore(.exhaustive(limit: 10_000)),
    .enabled(if: Simulation.isSupported),
    .faults([.throwing(WeatherError.unknownCity("nowhere"))], atMost: 1) {
      $1.weather.forecast = $0.wrap("WeatherClient.forecast", $1.weather.forecast)
    }
  )
  func `faults are injected into recorded calls`() async {
    async let first = weather.forecast("Berlin", 1)
    async let second = weather.forecast("Berlin", 2)
    let temperatures = await [try? first, try? second].map { $0?.celsius }

    #expect([[11, 12], [nil, 12], [11, nil]].contains(temperatures))
  }
}

/// Tests that run `RecordedTraitTests` in separate processes with the variable `DEPENDENCE_RECORD`.
/// No recording is written: the mode `verify` only compares the responses, and in continuous
/// integration, calls are replayed.
struct VerifiedTraitTests {
  @Test(.enabled(if: !RecordingMode.ofProcess.mode.isLive))
  func `simulations and faults are disabled while recorded calls are executed`() async throws {
    let transcript = try await Subprocess.runSelf(
      ["--testing-library", "swift-testing", "--filter", "RecordedTraitTests"],
      environment: ["DEPENDENCE_RECORD": "verify"]
    )

    #expect(transcript.ending == .exit(0), "\(transcript)")
    #expect(!transcript.contains("schedule"), "\(transcript)")
  }

  @Test(.enabled(if: Simulation.isSupported && !RecordingMode.ofProcess.mode.isLive))
  func `simulations are not disabled in continuous integration, which replays calls`() async throws
  {
    let transcript = try await Subprocess.runSelf(
      // The filter also matches names of files. With the module's name, it does not match this
      // suite, which is in the file `RecordedTraitTests.swift`.
      ["--testing-library", "swift-testing", "--filter", "DependenceRecordingTests.RecordedTrait"],
      environment: ["DEPENDENCE_RECORD": "all", "CI": "true"]
    )

    #expect(transcript.ending != .exit(0), "\(transcript)")
    #expect(transcript.contains("Nothing was recorded."), "\(transcript)")
    #expect(transcript.contains("schedule"), "\(transcript)")
  }
}
