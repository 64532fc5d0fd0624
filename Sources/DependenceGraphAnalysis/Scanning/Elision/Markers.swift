#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
#error("the graph looks for markers with the memchr of a C library; import that of this platform")
#endif

/// The text by which a file says that it has something to do with the graph.
package enum Markers {
  /// Without any of these a file need not be parsed.
  private static let ofFiles = ["Instantiable", "Dependency", "Dependencies"]
  /// A body with any of these is not blanked.
  private static let ofBodies = [
    "Dependency", "Dependencies", "Forwarded", "Instantia", "Received",
  ]
  /// Says that the live value of a key is provided by other means than a declaration.
  package static let allowsMissingLive = "dependence:allow-missing-live"

  package static func isMarked(_ source: [UInt8]) -> Bool {
    ofFiles.contains { first($0, in: source, from: 0) != nil }
  }

  /// Offsets of everything that keeps a body, in ascending order.
  package static func places(in source: [UInt8]) -> [Int] {
    ofBodies.flatMap { places(of: $0, in: source) }.sorted()
  }

  package static func places(of text: String, in source: [UInt8]) -> [Int] {
    var places: [Int] = []
    var start = 0
    while let place = first(text, in: source, from: start) {
      places.append(place)
      start = place + 1
    }
    return places
  }

  /// `memmem`, which Glibc hides from Swift.
  private static func first(_ text: String, in source: [UInt8], from start: Int) -> Int? {
    var text = text
    return text.withUTF8 { needle in
      source.withUnsafeBytes { bytes in
        guard let base = bytes.baseAddress else { return nil }
        var place = start
        while place + needle.count <= bytes.count {
          let rest = bytes.count - needle.count + 1 - place
          guard let found = memchr(base + place, Int32(needle[0]), rest) else { return nil }
          place = UnsafeRawPointer(found) - base
          if memcmp(found, needle.baseAddress!, needle.count) == 0 { return place }
          place += 1
        }
        return nil
      }
    }
  }
}
