import Foundation
import ObjectModel

// Usage: ModelCompiler MODEL OUTPUT-DIRECTORY
//
// Writes MODEL+Properties.swift into the directory, for the build-tool plugin. `homeowner model
// generate` writes one file per entity instead.

do {
    guard CommandLine.arguments.count == 3 else {
        throw ModelCompilerError.usage
    }
    let (path, directory) = (CommandLine.arguments[1], CommandLine.arguments[2])
    let reading = try ModelReading(contentsOf: path)
    for fault in reading.faults where fault.severity == .warning {
        report(fault.description)
    }
    let errors = reading.faults.filter { $0.severity == .error }
    guard errors.isEmpty else { throw ModelError(errors) }
    let name = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
    let file = try SwiftGenerator(reading.model, modelName: name).singleFile()
    try write(file, into: URL(fileURLWithPath: directory, isDirectory: true))
} catch {
    report("\(error)")
    exit(1)
}

func write(_ file: SwiftGenerator.File, into directory: URL) throws {
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    try file.text.write(
        to: directory.appendingPathComponent(file.name), atomically: true, encoding: .utf8)
}

func report(_ message: String) {
    FileHandle.standardError.write(Data((message + "\n").utf8))
}

enum ModelCompilerError: Error, CustomStringConvertible {
    case usage

    var description: String { "usage: ModelCompiler MODEL OUTPUT-DIRECTORY" }
}
