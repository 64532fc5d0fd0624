import DependenceGraphAnalysis
import Foundation

guard CommandLine.arguments.dropFirst().first == "generate",
  let request = GenerateRequest(arguments: Array(CommandLine.arguments.dropFirst(2)))
else { exit(2) }
do {
  let findings = try request.run()
  FileHandle.standardError.write(Data(TextReport.render(findings).utf8))
  exit(findings.isEmpty ? 0 : 1)
} catch {
  FileHandle.standardError.write(Data("error: \(error.localizedDescription)\n".utf8))
  exit(1)
}
