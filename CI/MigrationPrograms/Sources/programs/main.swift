import Foundation
import ProgramKit

let usage = """
  Usage: CI/programs [--seed n] [--count n] [--from library] [--release] [--reasons]

  Writes programs that use Factory, Swinject and swift-dependencies, migrates them by command, and compares the traces of
  both versions. Fails if a trace differs, or a migrated program does not compile, and the report has no row about it.
  The count is that of the programs of each library, and 40 by default. With --release, the programs are built in a
  release build.
  """

func fail(_ message: String) -> Never {
  FileHandle.standardError.write(Data("error: \(message)\n".utf8))
  exit(2)
}

var seed: UInt64 = 1
var count = 40
var libraries = ProgramLibrary.allCases
var configuration = "debug"
var showsReasons = false
var arguments = CommandLine.arguments.dropFirst()
while let argument = arguments.popFirst() {
  switch argument {
  case "--seed":
    guard let value = arguments.popFirst().flatMap(UInt64.init) else {
      fail("'--seed' takes a number\n\(usage)")
    }
    seed = value
  case "--count":
    guard let value = arguments.popFirst().flatMap(Int.init), value > 0 else {
      fail("'--count' takes a number from 1\n\(usage)")
    }
    count = value
  case "--from":
    guard let value = arguments.popFirst().flatMap(ProgramLibrary.init) else {
      fail("'--from' takes factory, swinject or swift-dependencies\n\(usage)")
    }
    libraries = [value]
  case "--release": configuration = "release"
  case "--reasons": showsReasons = true
  case "--help", "-h":
    print(usage)
    exit(0)
  default: fail("'\(argument)' is no option\n\(usage)")
  }
}

do {
  let programs = libraries.flatMap { library in
    (1...count).map { Program(of: library, number: $0, seed: seed) }
  }
  let repository = URL(filePath: FileManager.default.currentDirectoryPath)
  let command = repository.appending(path: ".build/debug/dependence").path
  let report = try ProgramBatch(programs, in: repository, configuration: configuration)
    .run(command: command) { line in
      FileHandle.standardError.write(Data("\(line)\n".utf8))
    }
  print(report.text)
  if showsReasons { print(report.reasons) }
  exit(report.wrong == 0 ? 0 : 1)
} catch {
  fail(error.localizedDescription)
}
