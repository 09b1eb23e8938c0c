import Foundation
import Testing

/// The script with which `make` searches system libraries.
@Suite("The requirements of a build")
struct RequirementTests {
    /// A `pkg-config` that knows every library but one.
    private static let packageConfiguration = #"[ "$2" != vips ]"#

    @Test("A complete system prints nothing, even without dpkg")
    func complete() async throws {
        let result = try await require(programs: ["pkg-config": Self.packageConfiguration])

        #expect(result.status == 0)
        #expect(result.output == "")
    }

    @Test("Without apt-get, missing packages are named and nothing is installed")
    func otherSystems() async throws {
        let result = try await require(
            "libvips-dev", programs: ["pkg-config": Self.packageConfiguration])

        #expect(result.status == 1)
        #expect(
            result.output.hasPrefix(
                "These packages are missing, by their Debian names: libvips-dev\n"),
            "\(result.output)")
    }

    @Test("On Debian, the commands are printed before the first one runs")
    func debian() async throws {
        let result = try await require(
            "libvips-dev",
            programs: [
                "pkg-config": Self.packageConfiguration, "id": "echo 0",
                "apt-get": #"echo "runs $1""#,
            ])

        let lines = result.output.split(separator: "\n").map(String.init)
        #expect(
            lines == [
                "These packages are missing, by their Debian names: libvips-dev",
                "These commands install them:",
                "  apt-get update -q",
                "  apt-get install -y --no-install-recommends libvips-dev",
                "runs update",
                "runs install",
                "libvips-dev was installed, and is still not found.",
            ])
        #expect(result.status == 1)
    }

    @Test("Without root and sudo, the commands are printed and not run")
    func nobody() async throws {
        let result = try await require(
            "libvips-dev",
            programs: [
                "pkg-config": Self.packageConfiguration, "id": "echo 1000",
                "apt-get": "echo runs",
            ])

        #expect(result.status == 1)
        #expect(result.output.contains("Run this as root, then try again:\n  apt-get update -q\n"))
        #expect(!result.output.contains("runs"))
    }

    /// Searches zlib and another package with a PATH of only these programs.
    private func require(
        _ package: String? = nil, programs: [String: String]
    ) async throws -> (status: Int32, output: String) {
        let folder = TemporaryFolder()
        try FileManager.default.createDirectory(
            atPath: folder.path, withIntermediateDirectories: true)
        for (name, script) in programs {
            let path = "\(folder.path)/\(name)"
            try Data("#!/bin/bash\n\(script)\n".utf8).write(to: URL(fileURLWithPath: path))
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        }
        let output = try TemporaryFile()
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/bash")
        process.arguments =
            [Program.package.appendingPathComponent("Packaging/require").path, "zlib1g-dev"]
            + (package.map { [$0] } ?? [])
        process.environment = ["PATH": folder.path]
        process.standardOutput = try output.handle
        process.standardError = process.standardOutput
        try await process.runToEnd()
        return (process.terminationStatus, try output.text)
    }
}
