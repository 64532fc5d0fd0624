/// The kind of target in a package manifest that a module belongs to.
enum ModuleKind: String {
  case executable, library, test
}
