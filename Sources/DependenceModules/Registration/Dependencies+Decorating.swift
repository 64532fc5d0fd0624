import Dependence

extension Dependencies {
  /// Returns a copy of this list of modules in which each value of type `Value` that a factory
  /// creates is passed to `decorate` and replaced with the result.
  ///
  /// `decorate` is called after the factory and in the same scope, so the overrides of that scope
  /// also apply in `decorate`. You can decorate the same type more than once. The second function
  /// then receives the first function's result. If no module in the list registers `Value`, this
  /// method reports an issue and returns the list unchanged.
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

  /// Returns a copy of this list of modules that calls `observe` with the name and value of each
  /// dependency when the value is created.
  ///
  /// `observe` is called right after the factory returns. For a synchronous factory, this happens
  /// on the thread that first reads the dependency.
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
