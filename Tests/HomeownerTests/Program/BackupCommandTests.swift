import Drawing
import Foundation
import Imaging
import Testing

/// Backups by the program as a person runs it, as processes.
@Suite(.fewAtATime)
struct BackupCommandTests {
    @Test("A backup of a running server is restored, and both are valid")
    func wholeStory() async throws {
        let folder = TemporaryFolder()
        let (data, restored) = (folder.path + "/data", folder.path + "/restored")
        let archive = folder.path + "/home.tar.gz"
        let server = try await RunningServer(data: data)
        for name in ["Lamp", "Sofa", "Vase"] {
            _ = try await server.upload("/items", name: name, file: try Self.picture())
        }

        let backup = try await Program.run("backup", archive, "--data", data)
        let check = try await Program.run("check", "--data", data)
        let refused = try await Program.run("restore", archive, "--data", data, "--force")
        let repair = try await Program.run("check", "--repair", "--data", data)
        let proof = try await Program.run("restore", archive, "--dry-run")
        let restore = try await Program.run("restore", archive, "--data", restored)
        let again = try await Program.run("restore", archive, "--data", restored)
        try await server.stop()
        let forced = try await Program.run("restore", archive, "--data", data, "--force")
        let checked = try await Program.run("check", "--data", restored)

        #expect(backup.status == 0, "\(backup.errors)")
        #expect(backup.output.hasPrefix("\(archive): "))
        #expect(backup.output.hasSuffix(", verified.\n"))
        #expect(backup.errors.isEmpty)
        #expect(check.status == 0 && check.output.isEmpty, "\(check.output)\(check.errors)")
        #expect(refused.status == 1 && refused.errors.contains("in use, held by process"))
        #expect(repair.status == 0, "nothing is to be repaired")
        #expect(proof.status == 0 && proof.output.contains("can be restored"))
        #expect(restore.status == 0, "\(restore.errors)")
        #expect(again.status == 1 && again.errors.contains("--force"))
        #expect(forced.status == 0 && forced.output.contains("before-restore"))
        #expect(checked.status == 0 && checked.output.isEmpty, "\(checked.output)")
        let database = try Database(restored + "/Homeowner.sqlite")
        #expect(try database.text("SELECT count(*) FROM ZITEM") == "3")
    }

    @Test("A folder keeps the given number of backups")
    func keeping() async throws {
        let folder = TemporaryFolder()
        let (data, backups) = (folder.path + "/data", folder.path + "/backups")
        try await RunningServer(data: data).stop()
        try FileManager.default.createDirectory(
            atPath: backups, withIntermediateDirectories: true)
        let old = "homeowner-2020-01-01T000000Z.tar.zst"
        try Data().write(to: URL(fileURLWithPath: "\(backups)/\(old)"))

        let run = try await Program.run("backup", "--keep", "1", "--data", data, backups)
        let file = try TemporaryFile()
        let wrong = try await Program.run("backup", "--keep", "1", "--data", data, file.path)

        #expect(wrong.status == 1)
        #expect(wrong.errors.hasPrefix("\(file.path): Not a directory"), "\(wrong.errors)")
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.output.contains("Removed \(old)."))
        #expect(try FileManager.default.contentsOfDirectory(atPath: backups).count == 1)
    }

    @Test("Damage is reported, one line each, with status 1")
    func damaged() async throws {
        let folder = TemporaryFolder()
        let server = try await RunningServer(data: folder.path)
        _ = try await server.upload("/items", name: "Lamp", file: try Self.picture())
        try await server.stop()
        let images = folder.path + "/images"
        let name = try #require(FileManager.default.contentsOfDirectory(atPath: images).first)
        try Data("?".utf8).write(to: URL(fileURLWithPath: "\(images)/\(name)"))
        try Data("?".utf8).write(to: URL(fileURLWithPath: "\(images)/\(UUID().uuidString)"))

        let check = try await Program.run("check", "--data", folder.path)
        let repair = try await Program.run("check", "--repair", "--data", folder.path)

        #expect(check.status == 1)
        #expect(check.output.split(separator: "\n").count == 2)
        #expect(repair.status == 1)
        #expect(repair.output.split(separator: "\n").count == 1)
        #expect(repair.errors.contains("aside, to orphans/"))
    }

    private static func picture() throws -> Data {
        try DrawnPicture(subject: .lamp, width: 120, height: 90).encoded(as: .jpeg)
    }

    @Test("Wrong arguments end with status 2, missing files with 1 and their names")
    func mistakes() async throws {
        let keep = try await Program.run("backup", "--keep", "0", "/tmp")
        let nothing = try await Program.run("backup")
        let zip = try await Program.run("backup", "/tmp/x.zip", "--data", "/nowhere")
        let noArchive = try await Program.run("restore", "/nowhere/x.tar.zst", "--dry-run")
        let noHousehold = try await Program.run("check", "--data", "/nowhere")
        let version = try await Program.run("--version")

        #expect(keep.status == 2)
        #expect(nothing.status == 2)
        #expect(zip.status == 2 && zip.errors.contains("not a .zip"))
        #expect(noArchive.status == 1 && noArchive.errors.contains("/nowhere/x.tar.zst"))
        #expect(noHousehold.status == 1 && noHousehold.errors.contains("/nowhere"))
        #expect(version.status == 0)
        #expect(version.output.wholeMatch(of: #/\d+\.\d+\.\d+\n/#) != nil)
    }
}
