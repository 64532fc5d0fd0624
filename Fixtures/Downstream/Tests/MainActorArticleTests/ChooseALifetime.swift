import DependenceModules

nonisolated final class Voucher: Sendable {}
nonisolated final class Rates: Sendable {}
nonisolated final class Offers: Sendable {}

extension Dependencies {
  var offers: Offers { Dependencies.forwarding(for: \.offers) }
}

let shopModules = Dependencies {
  Module(lifetime: .transient) { Voucher() }
  Module("rates", lifetime: .shared) { Rates() }
  Module(\.offers, lifetime: .timeToLive(.seconds(60))) { Offers() }
}
