import Foundation

/// A single build that contains all mutants (small changes to the sources), because a separate
/// build for each mutant would take too long. Mutants that do not compile are removed from the
/// build.
struct MutantBuild {
  let tree: MutantTree
  let say: (String) -> Void

  /// Builds all mutants at once. If some mutants do not compile, removes them and builds again.
  /// Returns the mutants that compile and the numbers of the removed ones.
  ///
  /// - Throws: ``CannotBuild`` if the build fails and none of the mutants can be the cause.
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
      let suspects = Self.suspects(of: run.output, in: mutated, folder: tree.folder)
      guard !suspects.isEmpty else { throw CannotBuild(output: run.output) }
      say("Leaving out \(suspects.count) mutants that do not compile")
      for number in suspects { compiled[number] = nil }
      refused += suspects.sorted()
    }
  }

  /// Returns the numbers of the mutants that may have caused the errors in a build's output.
  static func suspects(
    of output: String,
    in mutated: [String: MutatedSource],
    folder: URL
  ) -> Set<Int> {
    var suspects: Set<Int> = []
    var modules: Set<String> = []
    // Resolve symbolic links, because a target's folder may be a link to another target's folder.
    let root = folder.resolvingSymlinksInPath().path + "/"
    // The regular expression also matches `path:line:column - line`, which occurs in the stack
    // trace that the compiler prints when it crashes.
    for match in output.matches(
      of: /(?m)([^\s\[\]:"]+\.swift):(\d+):\d+(: (fatal )?error:| - line)/
    ) {
      let path = URL(filePath: String(match.1)).resolvingSymlinksInPath().path
      guard let range = path.range(of: root), let line = Int(match.2) else { continue }
      let file = String(path[range.upperBound...])
      if let source = mutated[file] {
        suspects.formUnion(source.mutants(at: line))
      } else {
        modules.insert(Product(ofFile: file).folder)
      }
    }
    // If no file with errors contains a mutant, the cause must be a mutant in another file of the
    // same module.
    if suspects.isEmpty {
      for (file, source) in mutated where modules.contains(Product(ofFile: file).folder) {
        suspects.formUnion(source.lines.keys)
      }
    }
    return suspects
  }
}

/// The error thrown when a build fails and none of the mutants can be the cause.
package struct CannotBuild: Error, CustomStringConvertible {
  let output: String
  package var description: String {
    let lines = output.split(separator: "\n").suffix(40).joined(separator: "\n")
    return "the build fails, and no mutant explains why:\n\(lines)"
  }
}
