@testable import DependenceModules

/// The names of properties in messages, which on Linux have none.
enum SlotNames {
  static var service: String { Slots.slot(of: \.service, at: .unknown).name }
  static var cart: String { Slots.slot(of: \.cart, at: .unknown).name }
}
