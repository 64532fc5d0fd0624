import Foundation

/// The implementation of the `dependence` command-line tool. Tests call it in-process, with a
/// `Terminal` that captures the output.
package enum Command {
  package static func run(_ arguments: [String], on terminal: Terminal) -> Int32 {
    if arguments.prefix(while: { $0 != "--" }).contains(where: { $0 == "--help" || $0 == "-h" }) {
      terminal.output(Invocation.help)
      return 0
    }
    do {
      return run(try Invocation(arguments), on: terminal)
    } catch {
      terminal.error(
        """
        error: \(error.text.printable)

        usage: dependence [<command>] [<option>…] [<path>…]
        'dependence --help' lists commands and options

        """
      )
      return 2
    }
  }

  private static func run(_ invocation: Invocation, on terminal: Terminal) -> Int32 {
    let name = invocation.typeName ?? ""
    var listing = SourceListing()
    for (path, module) in invocation.paths { listing.add(path, module: module) }
    if invocation.paths.isEmpty {
      listing.add(FileManager.default.fileExists(atPath: "Sources") ? "Sources" : ".")
    }
    let line = terminal.isInteractive ? ProgressLine(on: terminal) : nil
    let configuration = ScanConfiguration(conditions: invocation.conditions)
    let cache = invocation.cache.map { URL(filePath: $0) }
    var scanner = Scanner(configuration: configuration, cache: cache)
    // The scanner skips files that do not contain text such as `Instantiable`. The `double`
    // command, which generates a test double for a protocol, also needs the file that declares the
    // protocol, so pass the protocol's name to the scanner.
    let isDouble = invocation.verb == .double
    if isDouble { scanner.wantedNames = Set(name.split(separator: ".").map(String.init)) }
    for (module, conditions) in invocation.moduleConditions {
      scanner.conditions[module] = invocation.conditions.union(conditions)
    }
    scanner.manifests = invocation.manifests
    if let line { scanner.progress = { line.advance(of: $0) } }
    var project = scanner.scan(listing).project
    project.moduleDependencies = invocation.moduleDependencies
    project.moduleKinds = invocation.moduleKinds
    line?.clear()
    let analysis = Analysis(project)
    var findings = Validator.findings(in: analysis, isPartial: invocation.isPartial)
    if isDouble {
      findings = findings.filter(\.isFatal)
    } else if findings.isEmpty {
      findings = GeneratedFile.findings(in: analysis)
    }
    let isColored = invocation.isColored ?? terminal.prefersColor
    terminal.error(TextReport.render(findings, isColored: isColored))
    // If a file cannot be read or parsed, exit without printing the graph, because it would be
    // incomplete.
    if findings.contains(where: \.isFatal) { return 1 }
    if findings.isEmpty, analysis.graph.nodes.isEmpty, !invocation.isPartial, !isDouble {
      return terminal.fail(nothing(in: listing))
    }
    let text: String
    do throws(UnknownName) {
      switch invocation.verb {
      case .check: text = findings.isEmpty ? CheckSummary.text(of: analysis) : ""
      case .json: text = JSONReport.render(analysis, findings: findings)
      case .dot: text = DotReport.render(analysis, try invocation.part(of: analysis))
      case .svg: text = SVGReport.render(analysis, try invocation.part(of: analysis))
      case .why: text = try WhyReport(name, in: analysis).text
      case .double: text = try Doubles(analysis).source(named: name)
      }
    } catch {
      return terminal.fail(error.message)
    }
    if let output = invocation.output {
      do {
        try OutputFile.write(text, to: output)
      } catch {
        let reason =
          (error as? CocoaError)?.code == .fileWriteOutOfSpace
          ? ": there is no space left on the device"
          : "; check that its folder exists and is writable"
        return terminal.fail("'\(output)' cannot be written\(reason)")
      }
    } else {
      terminal.output(text)
    }
    return findings.isEmpty ? 0 : 1
  }

  /// Returns the error message for a scan that found no `@Instantiable` type. Such a scan must
  /// fail, because nothing was checked.
  private static func nothing(in listing: SourceListing) -> String {
    let count = listing.files.count
    if count == 0 { return "there is no Swift file to read; check the paths" }
    return """
      no type is @Instantiable in \(count == 1 ? "the file that was" : "the \(count) files that were") read, so nothing was \
      checked; check the paths, or add '--partial' if they contain no graph
      """
  }
}
