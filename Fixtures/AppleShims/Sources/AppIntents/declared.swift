/// The body of everything here: it is declared, and never runs.
func declared() -> Never {
  fatalError("a shim proves types only")
}
