import DependenceGraphKernel

extension Finding {
  var message: String {
    let (detail, suggestion, other) = (detail ?? "", suggestion ?? "", related.first?.name ?? "")
    switch kind {
    case .unreadable, .syntax, .misuse: return subject
    case .unfulfillable:
      return
        "'\(subject)' of '\(owner)' cannot be created; mark '\(detail)' @Instantiable, or mark "
        + "a type that lists it in 'fulfillingAdditionalTypes:'"
    case .misspelled where chain.isEmpty:
      return "'\(subject)' of '\(owner)' cannot be created, because there is no type '\(detail)'; "
        + "did you mean '\(suggestion)'?"
    case .misspelled:
      return "'\(subject)' of '\(owner)' is not available in \(chainText); did you mean "
        + "'\(suggestion)'?\(optionalHint.replacing("; if", with: " If"))"
    case .notAvailable:
      return "'\(subject)' of '\(owner)' is not available in \(chainText); mark it @Instantiated "
        + "or @Forwarded in one of the types that create '\(owner)'\(optionalHint)"
    case .ambiguous:
      return "several types can fulfill '\(subject)' of '\(owner)': \(list(related.map(\.name))); "
        + "select one with 'fulfilledByType:', or import only one of their modules"
    case .endless:
      return "creating '\(subject)' of '\(owner)' requires infinitely many generic types; use a "
        + "generic argument that does not grow with each level"
    case .duplicate where subject == owner && other == owner:
      return "'\(subject)' has two @Instantiable declarations; remove one of them"
    case .duplicate:
      return
        "'\(owner)' and '\(other)' both fulfill '\(subject)'; let only one of them fulfill it, "
        + "and select the other with 'fulfilledByType:'"
    case .siblingCycle:
      let cycle = chain.map { "'\($0.property ?? "")'" }.joined(separator: " needs ")
      return
        "the properties of '\(owner)' depend on each other: \(cycle); move one of them into the "
        + "type of another, as an @Instantiated property"
    case .constantCycle:
      return "creating '\(owner)' requires creating another '\(owner)': \(chainText); use an "
        + "Instantiator for one of these properties"
    case .receivedWhereInstantiated:
      return "'\(subject)' is received by a type that is needed to create it: \(chainText); "
        + "instantiate it further up, or in '\(owner)'"
    case .forwardedWithoutInstantiator:
      let values = related.count == 1 ? "a value that is" : "values that are"
      return "'\(detail)' forwards \(list(related.map(\.name))), \(values) known only at run time; "
        + "replace the type of '\(subject)' of '\(owner)' with 'Instantiator<\(detail)>'"
    case .erasedGenericMismatch:
      return "the first generic argument of '\(subject)' of '\(owner)' is '\(detail)', but "
        + "'\(other)' forwards '\(suggestion)'; change the argument to '\(suggestion)'"
    case .rootReceives:
      return "'\(owner)' is a root, so it cannot receive '\(subject)'; mark the property "
        + "@Instantiated or @Forwarded, or remove 'isRoot: true'"
    case .notUnderRoot where detail == "receives":
      return "no type creates '\(owner)', and it is not a root, because it receives "
        + "\(list(related.map(\.name))); mark \(related.count == 1 ? "this property" : "these properties") "
        + "@Instantiated, or create '\(owner)' in a type that provides the missing "
        + (related.count == 1 ? "value" : "values")
    case .notUnderRoot where detail == "forwards":
      return "no type creates '\(owner)', and it is not a root, because it forwards "
        + "\(list(related.map(\.name))); mark it with 'isRoot: true', or create it with an "
        + "Instantiator in another type"
    case .notUnderRoot where detail == "cycle":
      return "'\(owner)' is not under a root, because it is created only in a cycle: \(chainText); "
        + "mark the type that the app creates with 'isRoot: true'"
    case .notUnderRoot:
      return "no type creates '\(owner)', and it is not a root, because its generic arguments are "
        + "unknown; mark it with 'isRoot: true', or create it in another type"
    case .missingLiveValue:
      let key = detail == subject ? "it" : "'\(detail)'"
      return "'\(subject)' is read in \(chainText), and \(key) has no live value; conform the "
        + "key to DependencyKey, or add '// \(Markers.allowsMissingLive)' if the value is provided elsewhere"
    }
  }

  /// The notes to report with this diagnostic, each with a source location. The most helpful notes
  /// come first.
  var notes: [Related] {
    let declared = related.map {
      Related(name: "'\($0.name)' is declared here", location: $0.location)
    }
    switch kind {
    case .unreadable, .syntax, .misuse, .unfulfillable, .endless, .rootReceives: return []
    case .misspelled, .notAvailable:
      let values = available.map { Related(name: "available: '\($0.name)'", location: $0.location) }
      return chain.isEmpty ? [] : chainNotes + values
    case .ambiguous, .duplicate, .erasedGenericMismatch: return declared
    case .notUnderRoot:
      let hint = "add '--partial' if it is created in a module that was not scanned"
      let values = related.map {
        Related(
          name: "'\($0.name)' is \(detail == "receives" ? "received" : "forwarded") here",
          location: $0.location
        )
      }
      return values + chainNotes + [Related(name: hint, location: location)]
    case .missingLiveValue: return declared + chainNotes
    case .siblingCycle:
      return chain.dropLast().map {
        Related(name: "'\($0.property ?? "")' is declared here", location: $0.location)
      }
    case .constantCycle, .receivedWhereInstantiated: return chainNotes
    case .forwardedWithoutInstantiator:
      return related.map { Related(name: "'\($0.name)' is forwarded here", location: $0.location) }
    }
  }

  private var optionalHint: String {
    detail == "optional"
      ? "; if the value may be nil, write '@Received(onlyIfAvailable: true)'" : ""
  }

  private var chainText: String { chain.map(\.type).joined(separator: " → ") }

  private var chainNotes: [Related] {
    zip(chain, chain.dropFirst()).map { step, next in
      let owner = step.type.contains("'") ? step.type : "'\(step.type)'"
      let name =
        step.property.map { "\(owner) creates '\(next.type)' for '\($0)'" }
        ?? "\(owner) reads \(next.type)"
      return Related(name: name, location: step.location)
    }
  }

  private func list(_ names: [String]) -> String {
    let quoted = names.map { "'\($0)'" }
    guard let last = quoted.last, quoted.count > 1 else { return quoted.first ?? "" }
    return "\(quoted.dropLast().joined(separator: ", ")) and \(last)"
  }
}
