import Dependence

struct Postbox: DependencyKey {
  var send: @Sendable (_ letter: String) async throws -> Void
  var stamp: @Sendable () async throws -> String
}

extension Postbox {
  static let liveValue = Postbox(send: { _ in }, stamp: { "1 €" })
  static let testValue = Postbox(
    send: { _ in throw unimplemented("Postbox.send") },
    stamp: { throw unimplemented("Postbox.stamp") }
  )
}

extension DependencyValues {
  var postbox: Postbox {
    get { self[Postbox.self] }
    set { self[Postbox.self] = newValue }
  }
}

struct Writer {
  @Dependency(\.postbox) private var postbox

  func write(_ text: String) async throws {
    try await postbox.send("\(text) (\(postbox.stamp()))")
  }
}
