/// Something that a type is given when it is made: a marked property, or an argument of
/// `instantiate`.
package struct InjectedProperty: Codable, Hashable, Sendable {
  package enum Source: UInt8, Codable, Hashable, Sendable {
    /// Made for the type that declares it.
    case instantiated
    /// Handed in at run time, by whoever calls the instantiator.
    case forwarded
    /// Made or forwarded further up.
    case received
  }

  /// What makes the value later, if anything does.
  package enum Instantiator: UInt8, Codable, Hashable, Sendable {
    /// Nothing: the value is made together with its owner.
    case none
    case instantiator
    case erasedInstantiator
    case sendableInstantiator
    case sendableErasedInstantiator
  }

  /// The other property that a received one stands for, `fulfilledByDependencyNamed:ofType:`.
  package struct Alias: Codable, Hashable, Sendable {
    package var label: String
    package var type: TypeReference

    package init(label: String, type: TypeReference) {
      self.label = label
      self.type = type
    }
  }

  package var label: String
  /// The property's type, an instantiator's included.
  package var type: TypeReference
  package var source: Source
  package var instantiator: Instantiator
  /// The type that `fulfilledByType:` names.
  package var fulfilledByType: TypeReference?
  package var erasedToConcreteExistential: Bool
  package var alias: Alias?
  package var onlyIfAvailable: Bool
  package var place: SourcePlace

  package init(
    label: String,
    type: TypeReference,
    source: Source,
    instantiator: Instantiator = .none,
    fulfilledByType: TypeReference? = nil,
    erasedToConcreteExistential: Bool = false,
    alias: Alias? = nil,
    onlyIfAvailable: Bool = false,
    place: SourcePlace
  ) {
    self.label = label
    self.type = type
    self.source = source
    self.instantiator = instantiator
    self.fulfilledByType = fulfilledByType
    self.erasedToConcreteExistential = erasedToConcreteExistential
    self.alias = alias
    self.onlyIfAvailable = onlyIfAvailable
    self.place = place
  }
}

extension InjectedProperty {
  /// Whether making the owner makes the value, too.
  package var isConstant: Bool { instantiator == .none }

  /// The type that is made for this property, before it is known what fulfils it: what an
  /// instantiator makes, or the property's own.
  package var instantiatedType: TypeReference {
    if let fulfilledByType { return fulfilledByType }
    switch instantiator {
    case .none: return type
    case .instantiator, .sendableInstantiator: return type.arguments.first ?? type
    case .erasedInstantiator, .sendableErasedInstantiator: return type.arguments.last ?? type
    }
  }
}

extension InjectedProperty.Instantiator {
  /// The kind whose generic type has this name.
  package init(typeName: String) {
    self =
      switch typeName {
      case "Instantiator", "DependenceGraph.Instantiator": .instantiator
      case "ErasedInstantiator", "DependenceGraph.ErasedInstantiator": .erasedInstantiator
      case "SendableInstantiator", "DependenceGraph.SendableInstantiator": .sendableInstantiator
      case "SendableErasedInstantiator", "DependenceGraph.SendableErasedInstantiator":
        .sendableErasedInstantiator
      default: .none
      }
  }
}
