import Foundation

// Usage: GuideCompiler GUIDE PICTURES OUTPUT-FILE
//
// Writes the pages of a guide, which are Markdown, with their HTML as Swift source. The build-tool
// plugin runs this.

do {
    guard CommandLine.arguments.count == 4 else {
        throw GuideFault(description: "usage: GuideCompiler GUIDE PICTURES OUTPUT-FILE")
    }
    let guide = try GuideReader(
        folder: CommandLine.arguments[1], pictures: CommandLine.arguments[2]
    ).read()
    let (source, output) = (try GuideSource(guide: guide).text(), CommandLine.arguments[3])
    // An unchanged file is not written: a new date would recompile all of Web, and this program
    // runs whenever it is linked.
    if (try? String(contentsOfFile: output, encoding: .utf8)) != source {
        try source.write(toFile: output, atomically: true, encoding: .utf8)
    }
} catch {
    FileHandle.standardError.write(Data("\(error)\n".utf8))
    exit(1)
}
