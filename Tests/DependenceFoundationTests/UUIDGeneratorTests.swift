import Dependence
import DependenceFoundation
import DependenceTesting
import Foundation
import TestKeys
import Testing

struct UUIDGeneratorTests {
  @Dependency(\.uuid) private var uuid

  @Test(.dependency(\.uuid, .incrementing))
  func `incrementing identifiers count from zero`() {
    #expect(
      (0..<3).map { _ in uuid().uuidString } == [
        "00000000-0000-0000-0000-000000000000",
        "00000000-0000-0000-0000-000000000001",
        "00000000-0000-0000-0000-000000000002",
      ]
    )
  }

  @Test func `each incrementing generator starts from zero`() {
    _ = UUIDGenerator.incrementing()

    #expect(UUIDGenerator.incrementing() == UUID(0))
  }

  @Test func `concurrent tasks never receive the same incrementing identifier`() async {
    let generator = UUIDGenerator.incrementing

    let identifiers = await identifiers(of: generator)

    #expect(identifiers == Set((0..<16_000).map { UUID($0) }))
  }

  @Test func `concurrent tasks share one seeded sequence`() async {
    let generator = UUIDGenerator.seeded(7)
    let alone = UUIDGenerator.seeded(7)

    let identifiers = await identifiers(of: generator)

    #expect(identifiers == Set((0..<16_000).map { _ in alone() }))
  }

  /// Requests 16,000 identifiers in eight concurrent tasks, and returns the distinct ones.
  private func identifiers(of generator: UUIDGenerator) async -> Set<UUID> {
    await withTaskGroup { group in
      for _ in 0..<8 { group.addTask { (0..<2_000).map { _ in generator() } } }
      return await group.reduce(into: []) { $0.formUnion($1) }
    }
  }

  @Test(.dependency(\.uuid, .constant(UUID(9))))
  func `a constant generator returns the same identifier at every call`() {
    #expect([uuid(), uuid()] == [UUID(9), UUID(9)])
  }

  @Test(.dependency(\.uuid, .seeded(0)))
  func `a seed produces the same identifiers on every platform`() {
    // These identifiers consist of the output of `SeededRandomNumberGenerator(seed: 0)`, except for
    // the bits of the version and of the variant.
    #expect(uuid().uuidString == "E220A839-7B1D-4DAF-AE78-9E6AA1B965F4")
    #expect(uuid().uuidString == "06C45D18-8009-454F-B88B-B8A8724C81EC")
  }

  @Test(arguments: 0..<32 as Range<UInt64>)
  func `seeded identifiers are valid version 4 UUIDs`(seed: UInt64) {
    let bytes = UUIDGenerator.seeded(seed)().uuid

    #expect(bytes.6 >> 4 == 4)
    #expect(bytes.8 >> 6 == 0b10)
  }

  @Test(.dependencies { $0.uuid = UUIDGenerator { UUID(5) } })
  func `a custom generator returns the identifiers of its closure`() {
    #expect(uuid() == UUID(5))
  }

  @Test(arguments: [DependencyContext.live, .preview])
  func `the live and preview defaults return random version 4 UUIDs`(context: DependencyContext) {
    withDependencies {
      $0.context = context
    } operation: {
      let identifier = uuid()
      #expect(identifier != uuid())
      #expect(identifier.uuid.6 >> 4 == 4)
    }
  }

  @Test func `an unimplemented UUID generator reports an issue at every call`() {
    let line = #line + 2
    let issues = issues {
      #expect(uuid() == UUID(0))
      #expect(uuid() == UUID(0))
    }

    #expect(issues.map(\.site.line) == [line, line + 1])
    #expect(
      issues.map(\.kind) == [.unimplemented(endpoint: "uuid"), .unimplemented(endpoint: "uuid")]
    )
    #expect(
      issues.first?.message == """
        uuid was called, but is unimplemented here. Override it for this test with $0.uuid = \
        .incrementing, in withDependencies { … } or .dependencies { … }.
        """
    )
  }
}

// MARK: - Numbers

struct UUIDNumbersTests {
  @Test(
    arguments: [
      (0, "00000000-0000-0000-0000-000000000000"),
      (26, "00000000-0000-0000-0000-00000000001A"),
      (0xffff_ffff_ffff, "00000000-0000-0000-0000-FFFFFFFFFFFF"),
      (Int.max, "00000000-0000-0000-7FFF-FFFFFFFFFFFF"),
    ]
  )
  func `the last digits of UUID(number) are the number`(number: Int, text: String) {
    #expect(UUID(number).uuidString == text)
  }

  @Test(arguments: [-1, Int.min])
  func `a negative number reports one issue and is treated as zero`(number: Int) {
    let line = #line + 2
    let issues = issues {
      #expect(UUID(number) == UUID(0))
    }

    #expect(issues.map(\.site.line) == [line])
    #expect(
      issues.map(\.message) == [
        "UUID(\(number)) is not possible, so UUID(0) was used. Pass 0 or more."
      ]
    )
  }
}
