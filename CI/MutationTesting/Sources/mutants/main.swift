import Foundation
import MutantKit

let usage = """
  Usage: CI/mutants [--seed n] [--count n] [--time seconds] [--jobs n] [--minimum percent] [--json file] [paths…]

  Changes Sources and TestSupport in small ways, one at a time, and says which changes no test notices. Without
  a seed each run draws other mutants. Fails if the score of all, or of a product with ten mutants or more, is
  below the minimum, which is 0 by default.
  """

func fail(_ message: String) -> Never {
  FileHandle.standardError.write(Data("error: \(message)\n".utf8))
  exit(2)
}

var seed = UInt64.random(in: 1...999_999)
var count = 60
var time: Duration?
var jobs = ProcessInfo.processInfo.activeProcessorCount
var minimum = 0.0
var json: String?
var paths: [String] = []

var arguments = CommandLine.arguments.dropFirst()
@MainActor func value<Value: LosslessStringConvertible & Comparable>(
  of option: String,
  from least: Value
)
  -> Value
{
  guard let text = arguments.popFirst(), let value = Value(text), value >= least else {
    fail("\(option) takes a number from \(least)\n\(usage)")
  }
  return value
}
while let argument = arguments.popFirst() {
  switch argument {
  case "--seed": seed = value(of: argument, from: 0)
  case "--count": count = value(of: argument, from: 1)
  case "--time": time = .seconds(value(of: argument, from: 1) as Int)
  case "--jobs": jobs = value(of: argument, from: 1)
  case "--minimum": minimum = value(of: argument, from: 0)
  case "--json": json = arguments.popFirst() ?? { fail("--json takes a file\n\(usage)") }()
  case "--help", "-h":
    print(usage)
    exit(0)
  case let option where option.hasPrefix("-"): fail("\(option) is no option\n\(usage)")
  case let path: paths.append(path.hasSuffix("/") ? String(path.dropLast()) : path)
  }
}

do {
  let package = URL(filePath: FileManager.default.currentDirectoryPath)
  let list = package.appending(path: "CI/MutationTesting/equivalent.txt")
  let session = MutantSession(
    package: package,
    seed: seed,
    count: count,
    time: time,
    paths: paths,
    equivalents: try Equivalents(parsing: String(contentsOf: list, encoding: .utf8)),
    jobs: jobs
  )
  let report = try await session.run { line in
    FileHandle.standardError.write(Data("\(line)\n".utf8))
  }
  print(report.text)
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
  let file = json ?? ".build/mutants/report.json"
  try encoder.encode(report).write(to: URL(filePath: file))
  print("The report as JSON is in \(file)")
  let low = report.below(minimum)
  if !low.isEmpty { fail("below \(minimum) %: \(low.joined(separator: ", "))") }
} catch {
  fail("\(error)")
}
