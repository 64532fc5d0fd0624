import DependenceGraphKernel
import Testing

struct NearestNameTests {
  @Test(
    arguments: [
      ("check", ["chek"], "chek"), ("check", ["chick"], "chick"), ("check", ["checks"], "checks"),
      ("check", ["hceck"], "hceck"), ("check", ["cehkc"], nil), ("check", ["chi"], nil),
      ("service", ["servcie", "serv"], "servcie"), ("service", ["sxrvxce"], "sxrvxce"),
      ("service", ["sxrvxxe"], nil), ("service", ["serviceab"], "serviceab"),
      ("service", ["serviceabc"], nil), ("services", ["sxrvxces"], "sxrvxces"),
      ("ab", ["a"], "a"), ("ab", ["ba"], "ba"), ("ab", ["cd"], nil), ("a", ["b"], "b"),
      ("abcdef", ["badcef", "abcxxf"], "badcef"), ("abcdef", ["abcxxf", "abcdxf"], "abcdxf"),
      ("Check", ["cHECK"], "cHECK"), ("check", ["check"], nil),
      ("check", ["check", "chec"], "chec"),
      ("check", ["chack", "chock"], "chack"), ("check", [], nil), ("", ["a"], "a"),
    ] as [(String, [String], String?)]
  )
  func `the nearest name is the first one with the fewest differing letters`(
    name: String,
    candidates: [String],
    nearest: String?
  ) {
    #expect(NearestName.nearest(to: name, among: candidates) == nearest)
  }
}
