import DependenceHarness
import DependenceMacros
import DependenceTesting
import TestKeys
import Testing

@DependencyClient
private struct Weather: Sendable {
  var forecast: @Sendable (_ city: String) async throws -> String
  var alerts: @Sendable (_ city: String) async throws -> String
}

/// A client whose live value has no test value. Its endpoints return "live".
private enum WeatherKey: DependencyKey {
  static var liveValue: Weather { Weather(forecast: { _ in "live" }, alerts: { _ in "live" }) }
}

/// A client that contains another client.
@DependencyClient
private struct Travel: Sendable {
  var weather: Weather
  var book: @Sendable () throws -> Void
}

/// A client whose live value creates the client inside it.
private enum TravelKey: DependencyKey {
  static var liveValue: Travel { Travel(weather: WeatherKey.liveValue, book: {}) }
}

/// A client whose live value is created once, with a client from a lazy value.
private enum LazyTravelKey: DependencyKey {
  private static let weather = Lazy { Dependency(WeatherKey.self).wrappedValue }
  static let liveValue = Travel(weather: weather(), book: {})
}

/// Tests of clients without a test value of which a test overrides only a part.
@Suite(.dependencies) struct LiveCallTests {
  @Dependency(WeatherKey.self) private var weather

  @Test func `calling an endpoint that the test does not override is an issue`() async throws {
    let found = await issues {
      await withDependencies {
        $0[WeatherKey.self].forecast = { _ in "rain" }
      } operation: {
        #expect(try! await weather.forecast(city: "Ghent") == "rain")
        #expect(try! await weather.alerts(city: "Ghent") == "live")
      }
    }

    #expect(found.count == 1)
    #expect(
      found.first?.message.hasPrefix(
        "Weather.alerts was called in a test, but is a live implementation. The test overrides only a part of"
      ) == true
    )
    #expect(found.first?.message.contains("$0[WeatherKey.self].alerts = { … }") == true)
  }

  @Test func `calling a live client inside a live client is an issue`() async throws {
    let found = await issues {
      await withDependencies {
        $0[TravelKey.self].book = {}
        $0[TravelKey.self].weather.forecast = { _ in "rain" }
      } operation: {
        let travel = Dependency(TravelKey.self).wrappedValue
        #expect(try! await travel.weather.forecast(city: "Ghent") == "rain")
        #expect(try! await travel.weather.alerts(city: "Ghent") == "live")
      }
    }

    #expect(found.count == 1)
    #expect(found.first?.message.hasPrefix("Weather.alerts was called in a test") == true)
    #expect(found.first?.message.contains("with $0[TravelKey.self] = …, in") == true)
  }

  @Test(.dependency(WeatherKey.self, Weather(forecast: { _ in "rain" }, alerts: { _ in "" })))
  func `a client inside a live client may come from a lazy value or an earlier test`() async throws
  {
    for _ in 1...2 {
      let found = await issues {
        await withDependencies {
          $0[LazyTravelKey.self].book = {}
        } operation: {
          let travel = Dependency(LazyTravelKey.self).wrappedValue
          #expect(try! await travel.weather.forecast(city: "Ghent") == "rain")
        }
      }

      #expect(found == [])
    }
  }

  @Test func `calls to overridden endpoints are no issue`() async throws {
    let found = await issues {
      await withDependencies {
        $0[WeatherKey.self].forecast = { _ in "rain" }
      } operation: {
        _ = try! await weather.forecast(city: "Ghent")
      }
    }

    #expect(found == [])
  }

  @Test func `calls to a live client that is wrapped by a spy or by faults are issues`() async {
    let spy = ClientSpy("weather")
    let faults = Faults(seed: 1, [.duplicating()])
    let wraps: [@Sendable (Weather) -> Weather] = [{ spy.wrap($0) }, { faults.wrap($0) }]

    for (number, wrap) in wraps.enumerated() {
      let found = await issues {
        try? await stress(iterations: 1) { _ in
          try await withDependencies {
            $0[WeatherKey.self] = wrap($0[WeatherKey.self])
          } operation: {
            _ = try await weather.alerts(city: "Ghent")
            _ = try await weather.forecast(city: "Ghent")
          }
        }
      }

      // Like a read of the client, the calls are reported once.
      #expect(found.count == 1, "\(number)")
    }
  }

  @Test(.dependency(\.context, .live))
  func `calls are no issue if the test uses the live context`() async throws {
    let alerts = try await withDependencies {
      $0[WeatherKey.self].forecast = { _ in "rain" }
    } operation: {
      try await weather.alerts(city: "Ghent")
    }

    #expect(alerts == "live")
  }
}
