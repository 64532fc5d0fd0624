import DependenceGraphAnalysis
import Foundation

let request = GenerateRequest(arguments: Array(CommandLine.arguments.dropFirst(2)))!
let project = request.scan()
let analysis = Analysis(project)
let source = GeneratedFile.source(
  of: analysis.graph,
  project: project,
  module: request.modules[0].name
)
try request.write(request.isTest ? "" : source)
