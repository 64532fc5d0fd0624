#if canImport(Dependencies)
import Dependencies
#endif
import Clients

/// An object that stores a continuation from another part of the app, and uses it later.
public final class Relay: Sendable {
  private let continuation: DependencyValues.Continuation

  public init(_ continuation: DependencyValues.Continuation) { self.continuation = continuation }

  public func greeting() -> String { continuation.yield { Welcome().text } }
}

public func makeRelay() -> Relay { withEscapedDependencies { Relay($0) } }

#if canImport(SwiftUI) && canImport(UIKit)
import SwiftUI
import UIKit

struct CatalogScreen: View {
  @Dependency(\.catalog) private var catalog
  @Dependency(\.openURL) private var openURL  // row: there is no dependency 'openURL'

  var body: some View { Text(catalog.isOpen() ? "open" : "closed") }
}

struct Timetable {
  @Dependency(\.mainQueue) var mainQueue  // row: there is no dependency 'mainQueue'
}

#Preview(
  "open",
  traits: .dependencies {
    $0.catalog.isOpen = { true }
    $0.continuousClock = ImmediateClock()  // row: 'ImmediateClock' is only available in tests, and this file is not a test
  }
) {
  CatalogScreen()
}

#Preview(traits: .dependency(\.catalog.isOpen, { false })) { CatalogScreen() }
#endif

#if os(watchOS)
func share(_ parent: CatalogModel) -> DetailModel {
  withDependencies(from: parent) { DetailModel(article: parent.articles[0]) }  // row: 'withDependencies(from:)' has no equivalent
}

@DependencyClient
struct PhoneClient {
  @DependencyEndpoint(method: "call")  // row: the method of an endpoint must have the same name as the endpoint
  var callByNumber: @Sendable (_ number: String) throws -> Void
}
#endif
