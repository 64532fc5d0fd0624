/// The results of a run of a benchmark program.
package struct Report: Sendable {
  /// The configuration in which the program was built: "debug" or "release".
  package let build: String
  package let seed: UInt64
  package let effort: Effort
  package let figures: [Figures]
  package let bounds: [String: Bounds]

  package init(
    build: String,
    seed: UInt64,
    effort: Effort,
    figures: [Figures],
    bounds: [String: Bounds]
  ) {
    self.build = build
    self.seed = seed
    self.effort = effort
    self.figures = figures
    self.bounds = bounds
  }

  /// The violated bounds, in the order of the rows.
  package var violations: [String] {
    figures.flatMap { row in
      bounds[row.id]?.violations(of: row, headroom: effort.headroom) ?? []
    }
  }

  /// The errors that the rows have reported.
  package var errors: [String] {
    figures.flatMap { row in row.errors.map { "\(row.id): \($0)" } }
  }

  package var isGood: Bool { violations.isEmpty && errors.isEmpty }

  /// The report as a table for human readers, followed by the errors and the violated bounds.
  package var table: String {
    let verdicts = errors.map { "wrong: \($0)\n" } + violations.map { "out of bounds: \($0)\n" }
    let uncounted = figures.contains { $0.allocations != nil } ? "" : "allocations: not counted\n"
    return
      (["\(build), seed \(seed), \(effort.rounds) rounds\n\n", Table(figures, bounds: bounds).text]
      + ["\n", uncounted] + verdicts).joined()
  }

  /// The report as a JSON object, with one line for each row.
  package var json: String {
    let head: [JSON.Member] = [
      .init("build", .string(build)),
      .init("seed", .string("\(seed)")),
      .init("rounds", JSON(Double(effort.rounds))),
      .init("headroom", JSON(effort.headroom)),
      .init("isGood", .boolean(isGood)),
    ]
    let members = head.map { JSON.object([$0]).text.dropFirst().dropLast() }.joined(separator: ", ")
    let rows = figures.map { "    \(json(of: $0).text)" }.joined(separator: ",\n")
    return "{\n  \(members),\n  \"rows\": [\n\(rows)\n  ]\n}\n"
  }

  private func json(of row: Figures) -> JSON {
    let bounds = bounds[row.id]
    let out = bounds?.violations(of: row, headroom: effort.headroom) ?? []
    return .object([
      .init("group", .string(row.group)),
      .init("name", .string(row.name)),
      .init("cpuNanoseconds", JSON(row.processor)),
      .init("wallNanoseconds", JSON(row.wall)),
      .init("floor", JSON(row.floor)),
      .init("ratio", JSON(row.ratio)),
      .init("ratioBound", JSON(bounds?.ratio)),
      .init("allocations", JSON(row.allocations)),
      .init("allocationsBound", JSON(bounds?.allocations?.description)),
      .init("bytes", JSON(row.bytes)),
      .init("bytesBound", JSON(bounds?.bytes)),
      .init("outOfBounds", .array(out.map(JSON.string))),
      .init("wrong", .array(row.errors.map(JSON.string))),
    ])
  }
}
