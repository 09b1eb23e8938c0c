import Domain
import Drawing
import Foundation
import Imaging
import Persistence
import PersistenceInspection

@testable import Backup

/// A folder with a household for one test, which is deleted at its end.
final class TestBackup: Sendable {
    let folder = NSTemporaryDirectory() + "backup-\(UUID())"
    let directory: DataDirectory
    var archive: String { folder + "/backup.tar.zst" }

    /// - Parameter count: the number of items with pictures.
    init(items count: Int = 3) throws {
        directory = DataDirectory(path: folder + "/data")
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        let household = try Household(directory: directory)
        for number in 0..<count { try Self.addItem("Thing \(number)", to: household) }
        try household.close()
    }

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// Adds an item with a picture, which has the key of the item, as those of older versions have.
    @discardableResult
    static func addItem(_ name: String, to household: Household) throws -> UUID {
        let file = "\(household.directory.incoming)/\(UUID())"
        try picture(name).write(to: URL(fileURLWithPath: file))
        return try household.container.write { context in
            let item = try Item.append(in: context)
            item.itemName = name
            item.addPhoto(thumbnail, captureDate: nil, at: Date(), in: context).photo.key = item.key
            try household.save(context, adding: [(item.key, file, nil)])
            return item.key
        }
    }

    /// Bytes that begin as a JPEG does, different for each name.
    static func picture(_ name: String) -> Data {
        Data([0xFF, 0xD8, 0xFF]) + Data((name + String(repeating: "·", count: 3_000)).utf8)
    }

    /// The shortest data that begins and ends as a PNG.
    static let thumbnail = Data([
        0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE,
        0x42, 0x60, 0x82,
    ])

    /// Makes the backup of the household.
    @discardableResult
    func makeBackup() throws -> BackupFile.Outcome {
        try BackupFile(BackupMaker(directory), path: archive).make()
    }

    /// Makes a backup and unpacks it with the system's tar. Returns the names of its entries.
    func unpackedBackup() throws -> [String] {
        let path = folder + "/unpacked.tar.gz"
        _ = try BackupFile(BackupMaker(directory), path: path).make()
        _ = try Self.run("/usr/bin/tar", "-C", folder, "-xzf", path)
        return try Self.run("/usr/bin/tar", "-tzf", path).split(separator: "\n").map(String.init)
    }

    /// Restores the backup into a new folder.
    func restored(_ name: String = "restored") throws -> DataDirectory {
        let target = DataDirectory(path: "\(folder)/\(name)")
        _ = try BackupRestorer(archive, to: target).run()
        return target
    }

    /// The relevant contents of a household: its records as text, and its files with their bytes.
    static func contents(of directory: DataDirectory) throws -> [String: Data] {
        var contents: [String: Data] = [:]
        var lines: [String] = []
        let dump = try StoreDump(path: directory.store)
        try dump.forEachLine { lines.append($0) }
        try dump.close()
        contents["records"] = Data(lines.joined(separator: "\n").utf8)
        for name in ["erasing.json", "sections.json", "settings.json", PictureChecksums.fileName] {
            contents[name] = FileManager.default.contents(atPath: "\(directory.path)/\(name)")
        }
        for folder in ["images", "favorites", "photos", "imports"] {
            let path = "\(directory.path)/\(folder)"
            let names = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String }
            for name in names ?? [] {
                // A folder has no contents.
                contents["\(folder)/\(name)"] = FileManager.default.contents(
                    atPath: "\(path)/\(name)")
            }
        }
        return contents
    }

    /// The leftovers of interrupted work.
    func leftovers() throws -> [String] {
        let files = FileManager.default
        let work = (try? files.contentsOfDirectory(atPath: directory.backingUp)) ?? []
        return try work
            + files.contentsOfDirectory(atPath: folder).filter {
                $0.hasSuffix(".partial") || $0.hasSuffix(".restoring")
            }
    }

    /// Runs a program to its end. Returns its output.
    static func run(_ program: String, _ arguments: String...) throws -> String {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        process.standardOutput = output
        try process.run()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return String(decoding: data, as: UTF8.self)
    }
}
