import DependenceMacros
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

struct Forecast: Codable, Hashable, Sendable {
  var city: String
  var celsius: Double
  var measured = Date(timeIntervalSinceReferenceDate: 0.125)
}

enum WeatherError: Error, Codable, Hashable { case unknownCity(String) }

struct Offline: Error, Hashable {}

/// A type that cannot be encoded.
struct Opaque: Sendable {}

/// A client with all kinds of endpoints that recordings support, and endpoints with a type that
/// cannot be encoded.
@DependencyClient
struct WeatherClient: Sendable {
  var forecast: @Sendable (_ city: String, _ days: Int?) async throws -> Forecast
  var refresh: @Sendable () async throws -> Void
  var count: @Sendable () -> Int = { 0 }
  var name: @Sendable (Int) async -> String = { "\($0)" }
  var check: @Sendable (String) throws(WeatherError) -> Bool = {
    _ throws(WeatherError) in true
  }
  var download: @Sendable (URLRequest) async throws -> (Data, URLResponse)
  var head: @Sendable (URL) async throws -> HTTPURLResponse
  var icon: @Sendable (String) async throws -> Data
  var updates: @Sendable (String) -> AsyncStream<Double> = { _ in .finished }
  var alerts: @Sendable () async throws -> AsyncThrowingStream<String, any Error>
  var opaque: @Sendable () async throws -> Opaque
  var inspect: @Sendable (Opaque) async throws -> Int
}

extension AsyncThrowingStream where Failure == any Error {
  /// Creates a throwing stream of the elements of another stream.
  init(_ stream: AsyncStream<Element>) where Element: Sendable {
    self.init { continuation in
      Task {
        for await element in stream { continuation.yield(element) }
        continuation.finish()
      }
    }
  }
}

extension AsyncStream {
  static var finished: AsyncStream { AsyncStream { nil } }

  /// Creates a stream of the given elements.
  init(_ elements: [Element]) where Element: Sendable {
    self.init { continuation in
      for element in elements { continuation.yield(element) }
      continuation.finish()
    }
  }
}
