import DependenceHarness
import Testing

struct EndpointPatternTests {
  @Test(arguments: [
    ("APIClient.fetch", "APIClient.fetch", true),
    ("APIClient.fetch", "APIClient.fetchAll", false),
    ("APIClient.*", "APIClient.fetch", true),
    ("APIClient.*", "Store.fetch", false),
    ("*.fetch", "APIClient.fetch", true),
    ("*.fetch", "APIClient.fetchAll", false),
    ("A*.f*l", "APIClient.fetchAll", true),
    ("a*a", "a", false),
    ("a*ba", "aba", true),
    ("a**b", "ab", true),
    ("*b*b*", "abb", true),
    ("*b*b*", "ab", false),
    ("*", "", true),
    ("", "", true),
    ("", "a", false),
  ])
  func `a star matches any characters`(pattern: String, endpoint: String, matches: Bool) {
    #expect(EndpointPattern(pattern).matches(endpoint) == matches)
  }
}
