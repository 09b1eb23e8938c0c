import Foundation

do {
    let arguments = Array(CommandLine.arguments.dropFirst())
    if let role = ChildRole(arguments) {
        try await role.run()
    } else {
        try await BenchmarkSuite(groups: BenchmarkGroup.named(arguments)).run()
    }
} catch {
    FileHandle.standardError.write(Data("benchmarks: \(error)\n".utf8))
    exit(1)
}
