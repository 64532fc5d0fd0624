import Clients
import Clocks
import Dependencies
import Foundation

@MainActor
public final class CatalogModel {
  @Dependency(\.catalog) private var catalog
  @Dependency(\.continuousClock) private var clock
  @Dependency(\.date.now) private var now
  @Dependency(\.uuid) var uuid
  @Dependency(AnalyticsClient.self) private var analytics

  public private(set) var articles: [Article] = []
  public private(set) var openedAt: Date?
  public private(set) var ticks = 0
  public private(set) var detail: DetailModel?

  public init() {}

  public func load() async {
    do {
      articles = try await catalog.articles(matching: "tea")
      openedAt = now
      analytics.track("load", articles.count)
    } catch {
      reportIssue(error)
    }
  }

  public func select(_ article: Article) {
    detail = withDependencies(from: self) {
      $0.catalog.isOpen = { true }
    } operation: {
      DetailModel(article: article)
    }
  }

  public func selectPlainly(_ article: Article) {
    detail = withDependencies(from: self) { DetailModel(article: article) }
  }

  public func tick() async {
    for await _ in clock.timer(interval: .seconds(1)).prefix(3) { ticks += 1 }
  }

  public func add(_ name: String) {
    articles.append(Article(id: uuid(), name: name))
  }

  /// Calls `done` with the text on a queue, where no scope is available.
  nonisolated public func greetLater(_ done: @escaping @Sendable (String) -> Void) {
    withEscapedDependencies { continuation in
      DispatchQueue.global().async {
        continuation.yield { done(Welcome().text) }
      }
    }
  }
}

@MainActor
public final class DetailModel {
  @Dependency(\.catalog) private var catalog
  @Dependency(\.fireAndForget) private var fireAndForget

  public let article: Article

  public init(article: Article) { self.article = article }

  public var canBuy: Bool { catalog.isOpen() }

  public func remove() async {
    await fireAndForget { [catalog, article] in try await catalog.remove(id: article.id) }
  }
}

public struct Welcome {
  @Dependency(\.greeter) private var greeter

  public init() {}

  public var text: String { greeter.greet() }
}

public actor Counter {
  @Dependency(\.withRandomNumberGenerator) private var withRandomNumberGenerator
  private(set) var total = 0

  public init() {}

  public func add() -> Int {
    total += withRandomNumberGenerator { Int.random(in: 1...6, using: &$0) }
    return total
  }
}

/// Reads a dependency through a local property wrapper, which exists only during this call.
public func openingHours() -> String {
  @Dependency(\.calendar) var calendar
  return calendar.identifier == .gregorian ? "9 to 5" : "closed"
}
