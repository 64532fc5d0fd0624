package import Dependence
import Foundation

/// A handler for the failures of `#expect`, `#require` and `Issue.record` that Swift Testing
/// ignores because it is running no tests. This happens if XCTest runs the tests of this process,
/// and also before and after Swift Testing runs its tests.
///
/// Swift Testing passes such a failure to a fallback handler, which is installed through the
/// toolchain's interoperability library. The Swift 6.3 toolchain does not install a handler, so
/// this type does. Later toolchains have their own handler.
package enum FallbackHandler {
  #if compiler(<6.4)
  private typealias Handler =
    @convention(c) (UnsafePointer<CChar>, UnsafeRawPointer, Int, UnsafeRawPointer?) -> Void

  private static let receiver = Lock<(@Sendable (DependencyIssue) -> Void)?>(nil)

  /// Passes each of these failures to `receive`. Only the first call in a process has an effect.
  package static func install(_ receive: @escaping @Sendable (DependencyIssue) -> Void) {
    guard let symbol = dlsym(dlopen(nil, RTLD_NOW), "_swift_testing_installFallbackEventHandler")
    else { return }
    receiver.withLock { $0 = $0 ?? receive }
    let install = unsafeBitCast(symbol, to: (@convention(c) (Handler) -> CBool).self)
    _ = install { _, record, byteCount, _ in
      FallbackHandler.receive(Data(bytes: record, count: byteCount))
    }
  }

  private static func receive(_ data: Data) {
    let record = try? JSONDecoder().decode(Record.self, from: data)
    if record != nil, record?.failure == nil { return }
    // An event that cannot be decoded may be a failure, so make the test fail.
    let message = "Swift Testing recorded an issue in a format that this library cannot read."
    let unread = DependencyIssue(message, kind: .assertion, at: .unknown)
    receiver.withLock { $0 }?(record?.failure ?? unread)
  }
  #else
  package static func install(_ receive: @escaping @Sendable (DependencyIssue) -> Void) {}
  #endif
}

// MARK: - The record

/// A Swift Testing event, decoded from JSON. It contains only the properties that describe a
/// failure and its source location.
package struct Record: Decodable {
  struct Location: Decodable {
    var fileID: String?
    var filePath: String?
    var line: Int?
    var column: Int?
  }

  struct Details: Decodable {
    var isKnown: Bool?
    var isFailure: Bool?
    var sourceLocation: Location?
  }

  struct Message: Decodable {
    var text: String
  }

  struct Payload: Decodable {
    var kind: String
    var issue: Details?
    var messages: [Message]?
  }

  var payload: Payload

  /// An issue that represents the failure in this event, or `nil` if the event is not a failure,
  /// for example because it is a known issue or a warning.
  package var failure: DependencyIssue? {
    guard payload.kind == "issueRecorded", let issue = payload.issue, issue.isKnown != true,
      issue.isFailure != false
    else { return nil }
    let location = issue.sourceLocation
    return DependencyIssue(
      (payload.messages ?? []).map(\.text).joined(separator: " - "),
      kind: .assertion,
      at: SourceSite(
        fileID: location?.fileID ?? "<unknown>/<unknown>",
        filePath: location?.filePath ?? "<unknown>",
        line: location?.line ?? 0,
        column: location?.column ?? 0
      )
    )
  }
}
