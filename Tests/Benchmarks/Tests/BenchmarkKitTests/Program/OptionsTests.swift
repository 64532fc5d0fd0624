import BenchmarkKit
import Testing

struct OptionsTests {
  @Test func `without arguments, all benchmarks run with full effort`() throws {
    let options = try Options(arguments: [])

    #expect(options == Options())
    #expect(options.effort == .full)
  }

  @Test func `every option is parsed`() throws {
    let options = try Options(
      arguments: ["--quick", "--json", "--list", "--filter", "a b", "--seed", "7", "--help"]
    )

    var expected = Options()
    expected.isQuick = true
    expected.isJSON = true
    expected.listsOnly = true
    expected.asksForHelp = true
    expected.filter = "a b"
    expected.seed = 7
    #expect(options == expected)
    #expect(options.effort == .quick)
  }

  @Test(arguments: [
    (["--fast"], "\"--fast\" is not an argument; try --help"),
    (["reads"], "\"reads\" is not an argument; try --help"),
    (["--filter"], "--filter needs a value"),
    (["--filter", ""], "--filter needs a value"),
    (["--seed", "-1"], "--seed takes a whole number from 0, and \"-1\" is none"),
  ])
  func `an invalid argument is rejected with a message`(arguments: [String], message: String) {
    let error = #expect(throws: Options.UsageError.self) { try Options(arguments: arguments) }

    #expect(error?.description == message)
  }
}
