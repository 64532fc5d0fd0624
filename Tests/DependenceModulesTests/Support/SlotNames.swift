@testable import DependenceModules

/// The names of two properties as messages print them. On Linux, key paths do not contain property
/// names, so messages use other names there.
enum SlotNames {
  static var service: String { Slots.slot(of: \.service, at: .unknown).name }
  static var cart: String { Slots.slot(of: \.cart, at: .unknown).name }
}
