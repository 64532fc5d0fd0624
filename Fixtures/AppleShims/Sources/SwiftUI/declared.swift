/// The body of every function in this module. The shims are only type-checked, so this function
/// never runs.
func declared() -> Never {
  fatalError("a shim proves types only")
}
