import DependenceGraphKernel

extension Finding {
  var message: String {
    let (detail, suggestion, other) = (detail ?? "", suggestion ?? "", related.first?.name ?? "")
    switch kind {
    case .unreadable, .syntax, .misuse: return subject
    case .unfulfillable:
      return "nothing makes '\(subject)' of '\(owner)'; mark '\(detail)', or a type that stands "
        + "for it with 'fulfillingAdditionalTypes:', with @Instantiable"
    case .misspelled where chain.isEmpty:
      return "nothing makes '\(subject)' of '\(owner)', as there is no '\(detail)'; did you mean "
        + "'\(suggestion)'?"
    case .misspelled:
      return "'\(subject)' of '\(owner)' is not available in \(chainText); did you mean "
        + "'\(suggestion)'?\(optionalHint)"
    case .notAvailable:
      return "'\(subject)' of '\(owner)' is not available in \(chainText); instantiate or forward "
        + "it in one of those that make '\(owner)'\(optionalHint)"
    case .ambiguous:
      return "'\(subject)' of '\(owner)' can be made by \(list(related.map(\.name))); name one "
        + "with 'fulfilledByType:', or import one of their modules only"
    case .endless:
      return "'\(subject)' of '\(owner)' makes ever larger specialisations of it; use an argument "
        + "that does not grow"
    case .duplicate where subject == owner && other == owner:
      return "'\(subject)' is @Instantiable twice; keep one of the two"
    case .duplicate:
      return "'\(owner)' and '\(other)' both stand for '\(subject)'; leave it to one of them, and "
        + "name the other with 'fulfilledByType:'"
    case .constantCycle where !detail.isEmpty, .mixedCycle:
      let cycle = chain.map { "'\($0.property ?? "")'" }.joined(separator: " needs ")
      return
        "the properties of '\(owner)' need each other: \(cycle); let one of them be made by the "
        + "other's own @Instantiated property"
    case .constantCycle:
      return "'\(owner)' is made while it is being made: \(chainText); make one of these with an "
        + "Instantiator"
    case .receivedWhereInstantiated:
      return "'\(subject)' is received while it is being made, in \(chainText); instantiate it "
        + "further up, or in '\(owner)'"
    case .forwardedWithoutInstantiator:
      return "'\(detail)' forwards \(list(related.map(\.name))), which is known only at run time; "
        + "make '\(subject)' of '\(owner)' an 'Instantiator<\(detail)>'"
    case .erasedGenericMismatch:
      return "'\(subject)' of '\(owner)' takes '\(detail)', but '\(other)' forwards "
        + "'\(suggestion)'; write that as the first generic argument"
    case .rootReceives:
      return "'\(owner)' is a root, so that nothing can hand it '\(subject)'; make it "
        + "@Instantiated or @Forwarded, or leave out 'isRoot: true'"
    case .noRoot:
      let types = subject == "1" ? "the only type is no root" : "none of \(subject) types is a root"
      return "\(types), so that nothing can be checked; mark one with 'isRoot: true'"
    case .missingLiveValue:
      let key = detail == subject ? "it" : "'\(detail)'"
      return "'\(subject)' is read in \(chainText), and \(key) has no live value; conform it to "
        + "DependencyKey, or write '// \(Markers.allowsMissingLive)' if the value comes from elsewhere"
    }
  }

  /// The source locations to report as notes of this diagnostic, with the most helpful ones first.
  var notes: [Related] {
    let declared = related.map {
      Related(name: "'\($0.name)' is declared here", location: $0.location)
    }
    switch kind {
    case .unreadable, .syntax, .misuse, .unfulfillable, .endless, .rootReceives, .noRoot: return []
    case .misspelled, .notAvailable:
      let values = available.map { Related(name: "available: '\($0.name)'", location: $0.location) }
      return chain.isEmpty ? [] : chainNotes + values
    case .ambiguous, .duplicate, .erasedGenericMismatch: return declared
    case .missingLiveValue: return declared + chainNotes
    case .constantCycle where detail != nil, .mixedCycle:
      return chain.dropLast().map {
        Related(name: "'\($0.property ?? "")' is declared here", location: $0.location)
      }
    case .constantCycle, .receivedWhereInstantiated: return chainNotes
    case .forwardedWithoutInstantiator:
      return related.map { Related(name: "'\($0.name)' is forwarded here", location: $0.location) }
    }
  }

  private var optionalHint: String {
    detail == "optional" ? "; where nil will do, write '@Received(onlyIfAvailable: true)'" : ""
  }

  private var chainText: String { chain.map(\.type).joined(separator: " → ") }

  private var chainNotes: [Related] {
    zip(chain, chain.dropFirst()).map { step, next in
      let name = "'\(step.type)' makes '\(next.type)' as '\(step.property ?? "")'"
      return Related(name: name, location: step.location)
    }
  }

  private func list(_ names: [String]) -> String {
    let quoted = names.map { "'\($0)'" }
    guard let last = quoted.last, quoted.count > 1 else { return quoted.first ?? "" }
    return "\(quoted.dropLast().joined(separator: ", ")) and \(last)"
  }
}
