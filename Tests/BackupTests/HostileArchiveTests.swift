import Domain
import Foundation
import Testing

@testable import Backup

@Suite("Malicious archives")
struct HostileArchiveTests {
    private static let top = "homeowner-backup/"

    @Test(
        "A path that leads elsewhere, or is in no backup, is refused by name",
        arguments: [
            "../../etc/cron.d/evil", "homeowner-backup/../../evil", "/etc/passwd",
            "homeowner-backup/data/../../../evil", "evil", "homeowner-backup/evil",
            "homeowner-backup/data/.ssh/authorized_keys", "homeowner-backup/data/images/a/b",
            "homeowner-backup/photos/./a.jpg", "homeowner-backup/photos//a.jpg",
            "homeowner-backup/photos/a\u{1B}[2J.jpg", "homeowner-backup/pictures/no key.jpg",
        ])
    func names(path: String) throws {
        let error = try Self.refusal { $0.add(path, Data("x".utf8)) }

        // A terminal interprets control characters in a name unless they are escaped.
        let name = path.replacingOccurrences(of: "\u{1B}", with: "\\u{1b}")
        let shown = name.hasPrefix(Self.top) ? String(name.dropFirst(Self.top.count)) : name
        #expect(error.contains("“\(shown)”") || error.contains("“\(name)”"), "\(error)")
    }

    @Test(
        "Links, devices and pipes are refused by name",
        arguments: [
            (TarBuilder.Kind.symbolicLink, "a symbolic link"), (.hardLink, "a hard link"),
            (.characterDevice, "a device"), (.blockDevice, "a device"), (.pipe, "a named pipe"),
        ])
    func kinds(kind: TarBuilder.Kind, words: String) throws {
        let error = try Self.refusal {
            $0.add("homeowner-backup/photos/link", kind: kind, target: "/etc/passwd")
        }

        #expect(error.contains("“homeowner-backup/photos/link”, which is \(words)"), "\(error)")
    }

    @Test("More data than the archive declares is refused before it is written")
    func moreThanStated() throws {
        let error = try Self.refusal(files: 1, bytes: 10) {
            $0.add("homeowner-backup/photos/a.jpg", Data(count: 11))
        }
        let second = try Self.refusal(files: 1, bytes: 100) {
            $0.add("homeowner-backup/photos/a.jpg", Data(count: 5))
            $0.add("homeowner-backup/photos/b.jpg", Data(count: 5))
        }

        #expect(error.contains("more in it than it says"), "\(error)")
        #expect(second.contains("from “photos/b.jpg” on"), "\(second)")
    }

    @Test("More data than the disk has space for is refused at once")
    func tooLarge() throws {
        let error = try Self.refusal(files: 1, bytes: .max / 2) {
            $0.add("homeowner-backup/photos/a.jpg", Data(count: 5))
        }

        #expect(error.contains("the disk of"), "\(error)")
    }

    @Test("A small archive that expands without end is refused")
    func bomb() throws {
        let test = try TestBackup(items: 0)
        let size = 200_000_000
        var lines: [String] = []
        let archive = test.folder + "/bomb.tar.zst"
        let file = try OutputFile(making: archive)
        let writer = try ArchiveWriter(compression: .zstd) { try file.write($0) }
        let about = try Self.description(files: 1, bytes: Int64(size))
        for (path, content) in [("about.json", about), ("photos/a.jpg", Data(count: size))] {
            try writer.add(Self.top + path, size: Int64(content.count), modified: 0) { write in
                try content.withUnsafeBytes { try write($0) }
            }
            lines.append(path)
        }
        try writer.finish()
        try file.close()

        let error = #expect(throws: BackupError.self) {
            try BackupRestorer(archive, to: DataDirectory(path: test.folder + "/target")).run()
        }

        #expect(error?.description.contains("grows to more than 300 times its size") == true)
        #expect(try test.leftovers() == [])
    }

    @Test("An archive omits no more than it declares, and adds nothing instead")
    func leftOut() throws {
        func list(_ files: Int, _ bytes: Int64) throws -> Data {
            try BackupDescription.encoder.encode(LeftOutFiles(files: files, bytes: bytes))
        }
        let top = Self.top
        for (files, bytes) in [(2, 10), (1, 11), (-1, 10), (1, -1), (.max, .max)] as [(Int, Int64)]
        {
            let error = try Self.refusal(files: 1, bytes: 10) {
                $0.add(top + "left-out.json", try list(files, bytes))
            }
            #expect(error.contains("left out more than it says that it has"), "\(error)")
        }
        let besides = try Self.refusal(files: 1, bytes: 10) {
            $0.add(top + "left-out.json", try list(1, 10))
            $0.add(top + "photos/a.jpg", Data(count: 1))
        }
        let twice = try Self.refusal(files: 2, bytes: 10) {
            $0.add(top + "left-out.json", try list(1, 5))
            $0.add(top + "left-out.json", try list(1, 5))
        }

        #expect(besides.contains("more in it than it says"), "\(besides)")
        #expect(twice.contains("“left-out.json” in a place where it does not belong"), "\(twice)")
    }

    @Test("A wrong size is refused")
    func sizes() throws {
        // Bytes after a file with too large a size count as its own.
        let longer = try Self.refusal(files: 1, bytes: 5_000) {
            $0.add("homeowner-backup/photos/a.jpg", Data("short".utf8), size: 5_000)
        }

        #expect(longer.contains("fewer bytes") || longer.contains("damaged"), "\(longer)")
    }

    @Test("Duplicate paths, a second description, and files after the manifest are refused")
    func twice() throws {
        let twice = try Self.refusal(files: 2, bytes: 2) {
            $0.add("homeowner-backup/photos/a.jpg", Data("1".utf8))
            $0.add("homeowner-backup/photos/a.jpg", Data("2".utf8))
        }
        let about = try Self.description(files: 9, bytes: 9)
        let described = try Self.refusal { $0.add("homeowner-backup/about.json", about) }
        let behind = try Self.refusal {
            $0.add("homeowner-backup/manifest.jsonl")
            $0.add("homeowner-backup/photos/a.jpg")
        }

        #expect(twice.contains("“photos/a.jpg” twice"), "\(twice)")
        #expect(described.contains("describes itself twice"), "\(described)")
        #expect(behind.contains("behind its manifest"), "\(behind)")
    }

    @Test("A wrong or missing manifest, and a newer format, are refused")
    func manifests() throws {
        let missing = try Self.refusal { _ in }
        let empty = try Self.refusal(files: 0, bytes: 0) {
            $0.add("homeowner-backup/manifest.jsonl")
        }
        let newer = try Self.refusal(format: 2) { _ in }
        let headless = try Self.refusal(isDescribed: false) {
            $0.add("homeowner-backup/photos/a.jpg", Data("1".utf8))
        }

        #expect(missing.contains("its manifest is missing"), "\(missing)")
        #expect(empty.contains("“about.json” is not where the manifest has it"), "\(empty)")
        #expect(newer.contains("newer version of Homeowner"), "\(newer)")
        #expect(headless.contains("before it says what it is"), "\(headless)")
    }

    @Test("An unreadable description is refused with the reason")
    func descriptions() throws {
        let incomplete = try Self.refusal(isDescribed: false) {
            $0.add(Self.top + "about.json", Data(#"{"format": 1}"#.utf8))
        }
        let negative = try Self.refusal(files: -1) { _ in }
        let list = try Self.refusal {
            $0.add(Self.top + "left-out.json", Data(#"{"files": "none"}"#.utf8))
        }

        #expect(incomplete.contains("a description that cannot be read: "), "\(incomplete)")
        #expect(incomplete.contains("program"), "\(incomplete)")
        #expect(negative.contains("a count below 0"), "\(negative)")
        #expect(list.contains("a list of left out files that cannot be read: "), "\(list)")
    }

    private static func description(
        files: Int, bytes: Int64, format: Int = BackupDescription.currentFormat
    ) throws -> Data {
        var description = BackupDescription(
            program: "1.0.0", made: Date(timeIntervalSince1970: 0), files: files, bytes: bytes,
            modelVersions: [], entities: [:])
        description.format = format
        return try BackupDescription.encoder.encode(description)
    }

    /// The refusal of an archive that begins as a backup does. The attempt leaves no files.
    private static func refusal(
        files: Int = 1, bytes: Int64 = 1_000, format: Int = 1, isDescribed: Bool = true,
        _ fill: (inout TarBuilder) throws -> Void
    ) throws -> String {
        let test = try TestBackup(items: 0)
        var tar = TarBuilder()
        if isDescribed {
            tar.add(
                top + "about.json", try description(files: files, bytes: bytes, format: format))
        }
        try fill(&tar)
        let archive = test.folder + "/hostile.tar"
        try tar.archive.write(to: URL(fileURLWithPath: archive))
        let before = try FileManager.default.contentsOfDirectory(atPath: test.folder).sorted()

        let error = #expect(throws: BackupError.self) {
            try BackupRestorer(archive, to: DataDirectory(path: test.folder + "/target")).run()
        }

        let after = try FileManager.default.contentsOfDirectory(atPath: test.folder).sorted()
        #expect(after == before)
        return error?.description ?? ""
    }
}
