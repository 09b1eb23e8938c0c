import ArgumentParser
import Backup
import Domain
import Foundation

/// `homeowner backup`
struct BackupCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup", abstract: "Makes a backup of everything, in one file.",
        discussion: """
            It may be made while the server runs. The file is read again when it is written and \
            compared with what it should be; only then does it get its name.

            What is in it opens without Homeowner too: the records as tables, the pictures by the \
            names of their items.

            A picture that is not what it was when it came in is named; the status is 1 then, and \
            no older backup goes.
            """)

    @Argument(
        help: """
            The archive to be made, .tar.zst or .tar.gz; in a folder it is named by the date.
            """, completion: .file())
    var destination: String

    @Option(
        help: """
            How many backups the folder keeps: older ones that this command has made there go \
            when the new one is verified.
            """)
    var keep: Int?

    @OptionGroup var place: HouseholdPlace

    @Option(
        help: "The folder of photographs by place. Default: the one that the server has.",
        completion: .directory)
    var photos: String?

    /// What a file must not be called that is none of them.
    private static let otherArchives: Set = ["zip", "7z", "rar", "xz", "bz2", "lz4"]

    func validate() throws {
        guard keep.map({ (1...10_000).contains($0) }) ?? true else {
            throw ValidationError("--keep is from 1 to 10000.")
        }
        let ending = URL(fileURLWithPath: destination).pathExtension.lowercased()
        guard keep != nil || !Self.otherArchives.contains(ending) else {
            throw ValidationError("A backup is a .tar.zst or a .tar.gz, and no .\(ending).")
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

    /// What is damaged is in the backup as it is, so that it is no success.
    private func reportDamage(_ backup: BackupFile.Outcome, kept: Bool) throws {
        guard !backup.damage.isEmpty else { return }
        let end =
            kept ? ["No older backup was removed: one of them may have what is damaged whole."] : []
        for text in backup.damage + end { FileHandle.standardError.write(Data((text + "\n").utf8)) }
        throw ExitCode.failure
    }

    /// Whether the archive is made in a folder, under a name by the date.
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
