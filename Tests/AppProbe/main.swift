// An app, as far as dependencies go: no test runner is linked. `AppDefaultsTests` runs it, once for each
// probe, because in a test process no default answers everywhere.

guard let probe = CommandLine.arguments.dropFirst().first.flatMap(Probe.init) else {
  fatalError("There is no such probe.")
}
print(await probe.readAll())
