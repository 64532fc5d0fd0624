import Dependence

extension Dependencies {
  /// The list, with a function that replaces each value of one type that its modules make, with and without names.
  ///
  /// The function runs after the factory, in the same scope, whose overrides it sees. A second decorator gets what the first
  /// one returns. If no module registers the type, that is a reported issue, and the list stays as it is.
  public func decorated<Value: Sendable>(
    by decorate: @escaping @Sendable (Value) -> Value,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) -> Dependencies {
    if !modules.contains(where: { $0.registration is Registration<Value> }) {
      let site = SourceSite(fileID, filePath, line, column)
      let message = ModuleMessages.nothingToDecorate(Value.self, modules.map(\.slot))
      IssuePath.deliver(DependencyIssue(message, at: site), from: .current)
    }
    return mapRegistrations { module in
      (module.registration as? Registration<Value>)?.decorated(by: decorate) ?? module.registration
    }
  }

  /// The list, with a function that gets each value that its modules make, and the name of the dependency.
  ///
  /// The function runs when a decorator would, on the thread of the read that has the value made.
  public func observed(
    by observe: @escaping @Sendable (_ name: String, _ value: any Sendable) -> Void
  ) -> Dependencies {
    mapRegistrations { module in
      module.registration.observed { [slot = module.slot] in observe(slot.name, $0) }
    }
  }

  private func mapRegistrations(_ transform: (Module) -> any AnyRegistration) -> Dependencies {
    Dependencies {
      for var module in modules {
        let _ = module.registration = transform(module)
        module
      }
    }
  }
}
