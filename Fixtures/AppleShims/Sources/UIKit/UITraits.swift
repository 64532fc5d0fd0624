@_exported public import Foundation

public protocol UITraitDefinition {
  associatedtype Value
  static var defaultValue: Value { get }
}

public typealias UITrait = any UITraitDefinition.Type

open class UITraitCollection: NSObject, @unchecked Sendable {
  public subscript<T: UITraitDefinition>(trait: T.Type) -> T.Value { declared() }
}

@MainActor public protocol UIMutableTraits {
  subscript<T: UITraitDefinition>(trait: T.Type) -> T.Value { get set }
}

@MainActor public struct UITraitOverrides: UIMutableTraits {
  public subscript<T: UITraitDefinition>(trait: T.Type) -> T.Value {
    get { declared() }
    set { declared() }
  }

  public func contains(_ trait: UITrait) -> Bool { declared() }
}

@MainActor public protocol UITraitEnvironment: NSObjectProtocol {
  var traitCollection: UITraitCollection { get }
}
