import Dependence

extension Dependencies {
  /// Two modules of one list that register the same.
  struct Duplicate {
    let first: Module
    let second: Module

    var site: SourceSite { second.site }
    var message: String { ModuleMessages.duplicate(second.slot, first.site, second.site) }
  }

  /// Every module that registers what one before it has registered, with the one before.
  var duplicates: [Duplicate] {
    var latest: [Slot: Module] = [:]
    return modules.compactMap { module in
      latest.updateValue(module, forKey: module.slot).map { Duplicate(first: $0, second: module) }
    }
  }
}
