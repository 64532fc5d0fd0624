import BenchmarkKit
import Testing

struct JSONTests {
  @Test(arguments: [
    (JSON.null, "null"),
    (.boolean(true), "true"),
    (.number(2), "2"),
    (.number(0.25), "0.25"),
    (.number(.nan), "null"),
    (.string("a \"b\" \\ \n\u{1}"), #""a \"b\" \\ \n\u0001""#),
    (.array([.number(1), .string("x")]), #"[1, "x"]"#),
    (.object([.init("b", .number(1)), .init("a", .null)]), #"{"b": 1, "a": null}"#),
  ])
  func `a value is encoded with its members in order`(json: JSON, expected: String) {
    #expect(json.text == expected)
  }
}
