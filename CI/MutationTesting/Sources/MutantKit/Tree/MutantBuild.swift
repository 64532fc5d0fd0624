import Foundation

/// Builds all mutants at once, and leaves out those that do not compile.
struct MutantBuild {
  let tree: MutantTree
  let say: (String) -> Void

  /// The mutants that compile, and those that do not.
  ///
  /// - Throws: ``CannotBuild`` where no mutant explains an error.
  func build(_ mutants: [Int: Mutation]) async throws -> (compiled: [Int: Mutation], refused: [Int])
  {
    var compiled = mutants
    var refused: [Int] = []
    while true {
      let mutated = try tree.write(compiled)
      say("Building \(compiled.count) mutants at once")
      let run = try await Shell.run(
        [
          "swift", "build", "--build-tests", "-Xswiftc", "-enable-testing", "-Xswiftc",
          "-suppress-warnings",
        ],
        in: tree.folder,
        seconds: 3600
      )
      if run.status == 0 { return (compiled, refused) }
      let guilty = Self.guilty(of: run.output, in: mutated, folder: tree.folder)
      guard !guilty.isEmpty else { throw CannotBuild(output: run.output) }
      say("Leaving out \(guilty.count) mutants that do not compile")
      for number in guilty { compiled[number] = nil }
      refused += guilty.sorted()
    }
  }

  /// The mutants that the errors of a build speak of.
  static func guilty(
    of output: String,
    in mutated: [String: MutatedSource],
    folder: URL
  ) -> Set<Int> {
    var guilty: Set<Int> = []
    var modules: Set<String> = []
    // A target may be a link to the folder of another.
    let root = folder.resolvingSymlinksInPath().path + "/"
    // A crash of the compiler names its place as `[path:line:column` in the stack that it prints.
    for match in output.matches(
      of: /(?m)([^\s\[\]:"]+\.swift):(\d+):\d+(: (fatal )?error:| - line)/
    ) {
      let path = URL(filePath: String(match.1)).resolvingSymlinksInPath().path
      guard let range = path.range(of: root), let line = Int(match.2) else { continue }
      let file = String(path[range.upperBound...])
      if let source = mutated[file] {
        guilty.formUnion(source.mutants(at: line))
      } else {
        modules.insert(Product(ofFile: file).folder)
      }
    }
    // An error in a file without mutants: another file of its module has changed what it sees.
    if guilty.isEmpty {
      for (file, source) in mutated where modules.contains(Product(ofFile: file).folder) {
        guilty.formUnion(source.lines.keys)
      }
    }
    return guilty
  }
}

/// A build failed, and no mutant explains why.
package struct CannotBuild: Error, CustomStringConvertible {
  let output: String
  package var description: String {
    let lines = output.split(separator: "\n").suffix(40).joined(separator: "\n")
    return "the build fails, and no mutant explains why:\n\(lines)"
  }
}
