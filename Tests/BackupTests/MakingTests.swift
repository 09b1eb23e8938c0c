import Domain
import Foundation
import Persistence
import Synchronization
import TestSupport
import Testing

@testable import Backup

@Suite("Making a backup")
struct MakingTests {
    @Test("Other tools can read it: tables, and pictures named after their items")
    func opensByItself() throws {
        let test = try TestBackup(items: 0)
        let household = try Household(directory: test.directory)
        let key = try TestBackup.addItem("Söfa / old, \"red\"", to: household)
        try TestBackup.addItem("=1+1", to: household)
        try household.close()

        let names = try test.unpackedBackup()

        let top = test.folder + "/homeowner-backup"
        let picture = "pictures/Söfa _ old, _red_ \(key.uuidString).jpg"
        #expect(names.allSatisfy { $0.hasPrefix("homeowner-backup/") })
        #expect(names.contains { $0 == "homeowner-backup/README.txt" })
        #expect(
            FileManager.default.contents(atPath: "\(top)/\(picture)")
                == TestBackup.picture("Söfa / old, \"red\""))
        let table = try String(contentsOfFile: top + "/tables/Item.csv", encoding: .utf8)
        #expect(table.contains("\"Söfa / old, \"\"red\"\"\""))
        #expect(table.contains("\"\(picture)\""))
        #expect(table.contains("'=1+1"))
        #expect(table.hasPrefix("id,"))
    }

    @Test("Sale lines of items are not items with pictures")
    func soldItems() throws {
        let test = try TestBackup(items: 0)
        let household = try Household(directory: test.directory)
        let key = try TestBackup.addItem("Sofa", to: household)
        try household.container.write { context in
            let product = Product(context: context)
            product.name = "Sofa"
            let sale = Sale(context: context)
            sale.date = Date(timeIntervalSinceReferenceDate: 0)
            let line = SaleLine(context: context)
            line.itemKey = key
            line.product = product
            line.sale = sale
            try context.save()
        }
        try household.close()

        _ = try test.unpackedBackup()

        let tables = test.folder + "/homeowner-backup/tables"
        let lines = try String(contentsOfFile: tables + "/SaleLine.csv", encoding: .utf8)
            .split(separator: "\r\n")
        #expect(lines.count == 2)
        #expect(lines[0].hasPrefix("id,") && !lines[0].contains("picture"))
        #expect(lines[1].contains(key.uuidString))
    }

    @Test("Every file is in the manifest, and the README’s command verifies them")
    func manifest() throws {
        let test = try TestBackup()
        _ = try test.unpackedBackup()
        let top = test.folder + "/homeowner-backup"
        let readme = try String(contentsOfFile: top + "/README.txt", encoding: .utf8)
        let command = try #require(
            readme.split(separator: "\n").first { $0.contains("sha256sum") })

        let answer = try TestBackup.run("/bin/sh", "-c", "cd '\(top)' && \(command)")

        let files = try #require(FileManager.default.enumerator(atPath: top))
            .compactMap { $0 as? String }
            .filter { path in
                var isFolder: ObjCBool = false
                _ = FileManager.default.fileExists(
                    atPath: "\(top)/\(path)", isDirectory: &isFolder)
                return !isFolder.boolValue && path != "manifest.jsonl"
            }
        let checked = answer.split(separator: "\n")
        #expect(checked.count == files.count)
        #expect(checked.allSatisfy { $0.hasSuffix(": OK") }, "\(answer)")
    }

    @Test("It is a consistent snapshot of the household, whatever is saved meanwhile")
    func whileOthersWrite() async throws {
        let test = try TestBackup(items: 20)
        let household = try Household(directory: test.directory)
        let isOver = Atomic(false)
        let count = Atomic(0)
        let writing = Task.detached(executorPreference: ThreadExecutor.shared) {
            defer { isOver.store(true, ordering: .releasing) }
            while !isOver.load(ordering: .acquiring) {
                let number = count.load(ordering: .acquiring) + 1
                let key = try TestBackup.addItem("New \(number)", to: household)
                if number.isMultiple(of: 3) {
                    try await household.container.write { context in
                        if let item = try Item.find(key, in: context) { context.delete(item) }
                        try household.save(context)
                    }
                }
                count.store(number, ordering: .releasing)
            }
        }

        for number in 0..<3 {
            // A writer that fails reports it at the end.
            while count.load(ordering: .acquiring) <= 2 * number, !isOver.load(ordering: .acquiring)
            {
                try await Task.sleep(for: .milliseconds(5))
            }
            let path = "\(test.folder)/\(number).tar.gz"
            _ = try BackupFile(BackupMaker(test.directory), path: path).make()
            let target = DataDirectory(path: "\(test.folder)/restored-\(number)")
            _ = try BackupRestorer(path, to: target).run()
            // A save in progress at that moment is completed when the household is opened.
            let restored = try Household(directory: target)
            _ = try await restored.sweep()
            try restored.close()
            #expect(try HouseholdCheck(target).run().faults.map(\.description) == [])
        }
        isOver.store(true, ordering: .releasing)

        try await writing.value
        try household.close()
    }

    @Test("The progress increases to 100 %, and no working files are left")
    func progress() throws {
        let test = try TestBackup()
        let reports = Mutex<[BackupProgress]>([])
        var maker = BackupMaker(test.directory)
        maker.progress = { progress in reports.withLock { $0.append(progress) } }

        let outcome = try BackupFile(maker, path: test.archive).make()

        let written = reports.withLock { $0 }.filter { $0.phase == .writing }
        #expect(written.last?.bytes == outcome.description.bytes)
        #expect(written.last?.fraction == 1)
        #expect(zip(written, written.dropFirst()).allSatisfy { $0.bytes <= $1.bytes })
        #expect(reports.withLock { $0 }.contains { $0.phase == .verifying && $0.fraction == 1 })
        #expect(try test.leftovers() == [])
        #expect(try LastBackup.read(in: test.directory)?.path == test.archive)
    }

    @Test("Its store is verified in the data directory, and no working files are left there")
    func verifiedInTheData() throws {
        let test = try TestBackup()
        let stores = Mutex<Set<String>>([])
        let work = test.directory.backingUp
        var maker = BackupMaker(test.directory)
        maker.progress = { progress in
            guard progress.phase == .verifying, progress.fraction == 1 else { return }
            let names = FileManager.default.enumerator(atPath: work)?.compactMap { $0 as? String }
            stores.withLock { $0.formUnion((names ?? []).filter { $0.hasSuffix(".sqlite") }) }
        }

        _ = try BackupFile(maker, path: test.archive).make()

        #expect(stores.withLock { $0 }.count == 1)
        #expect(try test.leftovers() == [])
    }

    @Test("Hard links follow added, removed and replaced files, and are otherwise reused")
    func secondNames() throws {
        let test = try TestBackup(items: 0)
        let (path, copies) = (test.folder + "/originals", test.folder + "/copies")
        for folder in [path, copies] {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: false)
        }
        func write(_ text: String, to name: String) throws {
            try Data(text.utf8).write(to: URL(fileURLWithPath: test.folder + "/new"))
            #expect(rename(test.folder + "/new", "\(path)/\(name)") == 0)
        }
        for name in ["same", "replaced", "removed"] { try write(name, to: name) }
        var folder = LinkedFolder(path, copies: copies)
        try folder.update()
        var status = stat()
        #expect(stat(path + "/same", &status) == 0 && status.st_nlink == 2)

        try write("another", to: "replaced")
        unlink(path + "/removed")
        try write("later", to: "later")
        try folder.update()
        try folder.update()

        let found = try FileManager.default.contentsOfDirectory(atPath: copies).sorted()
        #expect(found == ["later", "replaced", "same"])
        for name in found {
            #expect(
                FileManager.default.contentsEqual(
                    atPath: "\(path)/\(name)", andPath: "\(copies)/\(name)"), "\(name)")
        }
        var nowhere = LinkedFolder(test.folder + "/nowhere", copies: copies)
        try nowhere.update()
    }

    @Test("A file that is replaced and overwritten while it is copied is copied again")
    func erasedMeanwhile() throws {
        let test = try TestBackup(items: 0)
        let (source, target) = (test.folder + "/source", test.folder + "/target")
        func write(_ text: String, to path: String) throws {
            try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        }
        try write("first", to: source)
        var count = 0

        let isThere = try FileCopy.makeWhole(of: source, at: target) {
            count += 1
            guard count == 1 else { return }
            try write("second", to: test.folder + "/new")
            try ErasedFile.replace(source, with: test.folder + "/new")
        }
        let copy = FileManager.default.contents(atPath: target)
        let isStillThere = try FileCopy.makeWhole(of: source, at: target) {
            try ErasedFile.remove(source)
        }

        #expect(isThere && copy == Data("second".utf8) && count == 2)
        #expect(!isStillThere && !FileManager.default.fileExists(atPath: target))
    }

    @Test("A file is hashed while it is written, in chunks of any size")
    func manifestOfPieces() throws {
        let test = try TestBackup(items: 0)
        let path = test.folder + "/manifest"
        let writer = try ManifestWriter(making: path)
        var expected: [String] = []
        for size in [0, 1, 64, 256 * 1024, 256 * 1024 + 1, 3_000_000] {
            var (bytes, passed) = (
                Data((0..<size).map { UInt8(truncatingIfNeeded: $0 &* 7) }), Data()
            )
            var sum = FileChecksum.Sum()
            bytes.withUnsafeBytes { sum.add($0) }
            let whole = bytes
            let source: ManifestWriter.Source = { piece in
                let count = bytes.prefix(100_003).copyBytes(to: piece)
                bytes = Data(bytes.dropFirst(count))
                return count
            }
            try writer.add("\(size)", from: source) { passed.append(contentsOf: $0) }
            #expect(passed == whole)
            expected.append(
                "{\"bytes\":\(size),\"path\":\"\(size)\",\"sha256\":\"\(sum.checksum)\"}")
        }
        #expect(throws: CancellationError.self) {
            try writer.add("none", from: { _ in throw CancellationError() }) { _ in }
        }
        try writer.close()

        let lines = try String(contentsOfFile: path, encoding: .utf8)
        #expect(lines.split(separator: "\n").map(String.init) == expected)
    }

    @Test("Files that are written concurrently are complete and in order when the manifest closes")
    func filesOfPieces() throws {
        let test = try TestBackup(items: 0)
        let writer = try ManifestWriter(making: test.folder + "/manifest")
        let finished = Mutex<[Int]>([])
        let sizes = [0, 1, 70_000, 1 << 20, (1 << 20) + 1, 9_000_000]
        func bytes(_ size: Int) -> Data {
            Data((0..<size).map { UInt8(truncatingIfNeeded: ($0 &* 31) >> 3) })
        }
        for size in sizes {
            var rest = bytes(size)
            let file = try OutputFile(making: "\(test.folder)/\(size)")
            try writer.add(
                "\(size)",
                from: { piece in
                    let count = rest.copyBytes(to: piece)
                    rest = Data(rest.dropFirst(count))
                    return count
                }, to: file
            ) { finished.withLock { $0.append(size) } }
            // Counting is faster, and must not release its memory too early.
            for number in 0..<8 {
                var rest = Data(repeating: UInt8(number), count: 100)
                try writer.add(
                    "\(size) \(number)",
                    from: { piece in
                        let count = rest.copyBytes(to: piece)
                        rest = Data(rest.dropFirst(count))
                        return count
                    }
                ) { _ in }
            }
        }
        try writer.close()

        #expect(finished.withLock { $0 } == sizes)
        for size in sizes {
            #expect(FileManager.default.contents(atPath: "\(test.folder)/\(size)") == bytes(size))
        }
    }

    @Test("An existing file is not overwritten, and a missing household is refused")
    func refusals() throws {
        let test = try TestBackup()
        try Data("mine".utf8).write(to: URL(fileURLWithPath: test.archive))

        #expect(throws: BackupError("The file \(test.archive) already exists.")) {
            try test.makeBackup()
        }
        #expect(throws: BackupError("There is no household in /nowhere.")) {
            try BackupFile(
                BackupMaker(DataDirectory(path: "/nowhere")), path: test.folder + "/x.tar.gz"
            ).make()
        }
        #expect(FileManager.default.contents(atPath: test.archive) == Data("mine".utf8))
    }

    @Test("Photos are copied from any folder, and links are not")
    func photos() throws {
        let test = try TestBackup()
        let photos = test.folder + "/elsewhere"
        try FileManager.default.createDirectory(
            atPath: photos + "/Lake", withIntermediateDirectories: true)
        try TestBackup.picture("a").write(to: URL(fileURLWithPath: photos + "/Lake/a.jpg"))
        try FileManager.default.createSymbolicLink(
            atPath: photos + "/passwd", withDestinationPath: "/etc/passwd")
        var maker = BackupMaker(test.directory)
        maker.photos = photos
        _ = try BackupFile(maker, path: test.archive).make()

        let restored = try test.restored()

        let contents = try TestBackup.contents(of: restored)
        #expect(contents["photos/Lake/a.jpg"] == TestBackup.picture("a"))
        #expect(contents["photos/passwd"] == nil)

        // Without the option, the folder that the server recorded is used.
        try test.directory.notePhotos(photos)
        let other = test.folder + "/noted.tar.zst"
        _ = try BackupFile(BackupMaker(test.directory), path: other).make()
        let noted = DataDirectory(path: test.folder + "/noted")
        _ = try BackupRestorer(other, to: noted).run()
        #expect(
            try TestBackup.contents(of: noted)["photos/Lake/a.jpg"] == TestBackup.picture("a"))
        try test.directory.notePhotos(nil)
        #expect(test.directory.knownPhotos == test.directory.photos)
    }
}
