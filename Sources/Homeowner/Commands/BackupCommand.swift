import ArgumentParser
import Backup
import Domain
import Foundation

struct BackupCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup", abstract: "Makes a backup of all records and pictures in one file.",
        discussion: """
            The server can keep running. The file is verified before it gets its final name.

            It can be opened without Homeowner: the records are tables, and the pictures have the names \
            of their items. Accounts are not included; use homeowner user export.

            If a picture has changed since it was added, it is listed, the exit status is 1, and \
            no older backup is removed.
            """)

    @Argument(
        help: """
            The file to write, .tar.zst or .tar.gz, or a folder, in which it is named by the date.
            """, completion: .file())
    var destination: String

    @Option(
        help: """
            How many backups to keep. Older backups that this command made in the folder are deleted \
            once the new one is verified.
            """)
    var keep: Int?

    @OptionGroup var place: HouseholdOptions

    @Option(
        help: "The folder of photographs. Default: the folder that the server uses.",
        completion: .directory)
    var photos: String?

    /// The extensions of archives in other formats, which a backup's name must not have.
    private static let otherArchives: Set = ["zip", "7z", "rar", "xz", "bz2", "lz4"]

    func validate() throws {
        guard keep.map({ (1...10_000).contains($0) }) ?? true else {
            throw ValidationError("--keep must be from 1 to 10000.")
        }
        let ending = URL(fileURLWithPath: destination).pathExtension.lowercased()
        guard keep != nil || !Self.otherArchives.contains(ending) else {
            throw ValidationError("A backup is a .tar.zst or a .tar.gz, not a .\(ending).")
        }
    }

    func run() throws {
        let line = ProgressLine()
        var maker = BackupMaker(place.directory)
        maker.photos = photos
        maker.progress = { line.show($0) }
        defer { line.clear() }
        if let keep {
            let (backup, removed) = try BackupFolder(path: destination, keeping: keep).add(maker)
            line.clear()
            report(backup)
            for name in removed { print("Removed \(name).") }
            try reportDamage(backup, kept: true)
        } else {
            let backup =
                isFolder
                ? try BackupFile.make(maker, in: destination)
                : try BackupFile(maker, path: destination).make()
            line.clear()
            report(backup)
            try reportDamage(backup, kept: false)
        }
    }

    /// The backup contains damaged files as they are, so the command fails.
    private func reportDamage(_ backup: BackupFile.Outcome, kept: Bool) throws {
        guard !backup.damage.isEmpty else { return }
        let end =
            kept
            ? ["No older backup was removed: one of them may contain the damaged files intact."]
            : []
        for text in backup.damage + end { FileHandle.standardError.write(Data((text + "\n").utf8)) }
        throw ExitCode.failure
    }

    /// Whether the archive is made in a folder, named by date.
    private var isFolder: Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: destination, isDirectory: &isFolder)
            && isFolder.boolValue
    }

    private func report(_ backup: BackupFile.Outcome) {
        let files = backup.description.files
        print(
            "\(backup.path): \(files) files, \(ByteText.text(backup.description.bytes)) in "
                + "\(ByteText.text(backup.bytes)), verified.")
        for file in backup.leftOut {
            let text = "Left out because of its name: \(file)\n"
            FileHandle.standardError.write(Data(text.utf8))
        }
        for text in backup.changes { FileHandle.standardError.write(Data((text + "\n").utf8)) }
    }
}
