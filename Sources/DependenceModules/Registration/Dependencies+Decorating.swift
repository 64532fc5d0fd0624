import Dependence

extension Dependencies {
  /// Returns a copy of the list in which `decorate` replaces each created value of type `Value`.
  ///
  /// The function runs after the factory, in the same scope, and sees the overrides of that scope.
  /// If the result is decorated again, the second function receives the result of the first
  /// function. If no module registers the type, an issue is reported, and the list is returned
  /// unchanged.
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

  /// Returns a copy of the list that calls `observe` with each created value and its name.
  ///
  /// The function runs after the factory, on the thread of the read that creates the value.
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
