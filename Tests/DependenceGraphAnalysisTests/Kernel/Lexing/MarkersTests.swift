import DependenceGraphKernel
import Testing

struct MarkersTests {
  @Test(arguments: [
    ("@Instantiable", true), ("@Dependency(", true), ("@DependencyProperties(", true),
    ("#SafeDIConfiguration", true), ("@Instantiabl", false), ("dependencies", false), ("", false),
  ])
  func `a file is marked if it contains a name of a graph macro`(text: String, isMarked: Bool) {
    #expect(Markers.isMarked(Array(text.utf8)) == isMarked)
    #expect(Markers.isMarked(Array("x \(text)".utf8)) == isMarked)
  }

  @Test func `the offsets of all markers are listed in ascending order`() {
    let source = "Received Instantiated Dependencies Forwarded Dependency"

    #expect(Markers.offsets(in: Array(source.utf8)) == [0, 9, 22, 35, 45])
    #expect(Markers.offsets(of: "a", in: Array("aaba".utf8)) == [0, 1, 3])
  }

  @Test(
    arguments: [
      ("x() // @", [1]), ("// @\nx()", [1, 2]), ("x()\n\t /// @\nx()", [2, 3]),
      ("/* @ */", [1, 2]),
      ("\n\nx() // @ @", [3]), ("// @\n\nx() // @\n", [1, 2, 3]), ("x()", []), ("\n// @", [2, 3]),
      ("-// @", [1]),
    ] as [(String, Set<Int>)]
  )
  func `a comment on a line, or alone above it, allows a missing live value`(
    source: String,
    lines: Set<Int>
  ) {
    let source = source.replacing("@", with: Markers.allowsMissingLive)

    #expect(Markers.allowedLines(in: Array(source.utf8)) == lines)
  }

  @Test(
    arguments: [
      (Array("a\né\n".utf8), nil), ([], nil), ([0xFF], 1), ([10, 10, 0xC3], 3),
      ([97, 10, 0x80, 10, 10], 2), ([10, 0xEF, 0xBF], 2), ([10, 0xEF, 0xBF, 0xBD, 10, 0xF0], 3),
    ] as [([UInt8], Int?)]
  )
  func `the line of the first invalid UTF-8 byte is found`(source: [UInt8], line: Int?) {
    #expect(Markers.lineOfInvalidUTF8(in: source) == line)
  }

  @Test(arguments: [
    ("protocol A {}\nstruct B {}\nclass C {}\nenum D {}\nactor E {}\ntypealias F = A", "ABCDEF"),
    ("xstruct A {}", ""), ("struct `A` {}", "A"), ("struct A", "A"), ("struct ", ""),
    ("struct `", ""), ("struct  A", ""), ("x; struct A<B> {}; enum C: Int {}", "AC"),
    (
      "extension A: B {}\nextension C.D: E {}\nextension F {}\nextension G { var a: H { 1 } }",
      "ACD"
    ),
  ])
  func `the names of type declarations are found`(source: String, names: String) {
    #expect(Markers.declarations(in: Array(source.utf8)) == Set(names.map(String.init)))
  }
}
