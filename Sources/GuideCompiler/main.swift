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
    try GuideSource(guide: guide).text().write(
        toFile: CommandLine.arguments[3], atomically: true, encoding: .utf8)
} catch {
    FileHandle.standardError.write(Data("\(error)\n".utf8))
    exit(1)
}
