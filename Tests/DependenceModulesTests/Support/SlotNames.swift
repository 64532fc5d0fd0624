@testable import DependenceModules

/// The names of properties in messages. They differ on Linux, where key paths have no names.
enum SlotNames {
  static var service: String { Slots.slot(of: \.service, at: .unknown).name }
  static var cart: String { Slots.slot(of: \.cart, at: .unknown).name }
}
