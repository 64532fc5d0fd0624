import DependenceTesting
import Testing

struct PantryFaultTests {
  @Test(
    .dependencies {
      $0.continuousClock = ImmediateClock()
      $0.shelf.save = { _, _ in }
    },
    .faults([
      .delay(upTo: .seconds(2)), .throwing(Offline(), probability: 0.3),
    ]) { faults, dependencies in
      dependencies.shelf.save = faults.wrap("Shelf.save", dependencies.shelf.save)
    },
    arguments: 0..<20
  )
  func `a pantry keeps what could not be saved`(number: Int) async {
    let pantry = Pantry()

    await pantry.putOrKeep(["tea": 2, "jam": 1])

    #expect(await pantry.kept.count + pantry.saved.count == 2)
  }
}
