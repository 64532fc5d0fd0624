// This program behaves like an app, because no test runner is linked into it. Tests run it once for
// each probe, because a test process never caches a default for all scopes.

guard let probe = CommandLine.arguments.dropFirst().first.flatMap(Probe.init) else {
  fatalError("There is no such probe.")
}
print(await probe.readAll())
