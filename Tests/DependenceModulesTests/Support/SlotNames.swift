@testable import DependenceModules

/// What messages call properties, which on Linux have no names.
enum SlotNames {
  static var service: String { Slots.slot(of: \.service, at: .unknown).name }
  static var cart: String { Slots.slot(of: \.cart, at: .unknown).name }
}
