import Backup
import Domain
import Foundation
import Persistence
import Synchronization

/// Backup and restore of many pictures, compared with system tools on the same files.
struct BackupBenchmark {
    let directory: String

    /// The number of pictures; the disk needs room for four and a half times their size.
    private static let pictureCount =
        ProcessInfo.processInfo.environment["PICTURES"].flatMap(Int.init) ?? 1_000
    private static let pictureBytes = 2_000_000
    /// As many items as in the other benchmarks, with pictures small enough for a disk.
    private static let manyItems = 20_000
    private static let smallPictureBytes = 50_000

    private var data: DataDirectory { DataDirectory(path: directory + "/data") }
    private var archive: String { directory + "/backup.tar.zst" }
    private var restored: String { directory + "/restored" }

    func run(report: (Measurement) -> Void) throws {
        try fill(Self.pictureCount, pictureBytes: Self.pictureBytes)
        try reportMaking(report)
        try reportRestoring(report)
        try remove(directory + "/copy")
        try remove(directory + "/copy.tar")
        try reportPauseAndMemory("\(Self.pictureCount) items with pictures of 2 MB", report)
        try remove(directory)
        try fill(Self.manyItems, pictureBytes: Self.smallPictureBytes)
        try reportPauseAndMemory("\(Self.manyItems) items with pictures of 50 kB", report)
    }

    private func reportMaking(_ report: (Measurement) -> Void) throws {
        report(
            rate(
                "backup of \(Self.pictureCount) items with pictures of 2 MB, beside cp -r",
                try bestOf(3, { try backUp() }, { try copy() })))
        report(
            rate(
                "the same backup, beside tar",
                try bestOf(3, { try backUp() }, { try archiveByTar() })))
        report(
            rate(
                "the same backup on the disk and verified, beside cp -r, sync and diff -r",
                try bestOf(
                    3, { try homeowner("backup", archive) },
                    {
                        try copy()
                        try run(["sync", "-f", directory + "/copy"])
                        try run(["diff", "-r", data.path, directory + "/copy"])
                    })))
    }

    private func reportRestoring(_ report: (Measurement) -> Void) throws {
        report(
            rate(
                "restore of the \(Self.pictureCount), compared and synced, beside cp -r and sync",
                try bestOf(
                    3, before: clear, { try restore() },
                    {
                        try copy()
                        try run(["sync", "-f", directory + "/copy"])
                    })))
        try archiveByTar()
        report(
            rate(
                "the same restore, beside tar -x and sync",
                try bestOf(
                    3, before: clear, { try restore() },
                    {
                        try FileManager.default.createDirectory(
                            atPath: directory + "/copy", withIntermediateDirectories: false)
                        try run(["tar", "-xf", directory + "/copy.tar", "-C", directory + "/copy"])
                        try run(["sync", "-f", directory + "/copy"])
                    })))
    }

    /// Empties the disk's write queue and the target, so that a round has neither to wait for.
    private func clear() throws {
        try remove(restored)
        try remove(directory + "/copy")
        try run(["sync", "-f", directory])
    }

    /// Measures the pause of a writer meanwhile, and the memory of both commands.
    ///
    /// - Parameter what: the contents of the backup.
    private func reportPauseAndMemory(_ what: String, _ report: (Measurement) -> Void) throws {
        let household = try Household(directory: data)
        let quiet = try maximumPause(household) { usleep(1_000_000) }
        report(.amount("longest save of a writer in a second", quiet * 1000, "ms", atMost: nil))
        let pause = try maximumPause(household) { try homeowner("backup", archive) }
        report(
            .amount("the same during a backup of \(what)", pause * 1000, "ms", atMost: 100))
        try household.close()
        try remove(archive)
        report(
            .amount(
                "most memory of homeowner backup, \(what)", try homeowner("backup", archive), "MB",
                atMost: 80))
        try remove(restored)
        report(
            .amount(
                "most memory of homeowner restore, \(what)",
                try homeowner("restore", archive, data: restored), "MB", atMost: 80))
    }

    private func rate(_ name: String, _ times: (Double, Double)) -> Measurement {
        let megabytes = Double(Self.pictureCount * Self.pictureBytes) / 1e6
        return .rate(
            "\(name), MB", megabytes / times.0, limit: megabytes / times.1, atLeast: 0.8)
    }

    /// Adds pictures that cannot be compressed, like those of a camera.
    private func fill(_ count: Int, pictureBytes: Int) throws {
        let household = try Household(directory: data)
        var generator = SystemRandomNumberGenerator()
        var bytes = [UInt64](repeating: 0, count: pictureBytes / 8)
        for start in stride(from: 0, to: count, by: 500) {
            let keys = try household.container.write { context in
                let keys = try (start..<min(start + 500, count)).map { number in
                    let item = try Item.append(in: context)
                    item.itemName = "Thing \(number)"
                    return item.addPhoto(
                        Data(count: 40_000), captureDate: nil, at: household.now(), in: context
                    ).key
                }
                try household.save(context)
                return keys
            }
            for key in keys {
                for index in bytes.indices { bytes[index] = generator.next() }
                let file = URL(fileURLWithPath: "\(data.images)/\(key.uuidString)")
                try bytes.withUnsafeBytes { try Data($0).write(to: file) }
            }
        }
        try household.close()
    }

    private func restore() throws {
        try remove(restored)
        _ = try BackupRestorer(archive, to: DataDirectory(path: restored)).run()
    }

    private func backUp() throws {
        try remove(archive)
        _ = FileManager.default.createFile(atPath: archive, contents: nil)
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: archive))
        _ = try BackupMaker(data).write { try file.write(contentsOf: Data($0)) }
        try file.close()
    }

    /// Runs the program. Returns its peak memory in megabytes.
    @discardableResult
    private func homeowner(
        _ command: String, _ archive: String, data: String? = nil
    ) throws -> Double {
        if command == "backup" { try remove(archive) }
        let program = try ChildProcess.executable.deletingLastPathComponent().path + "/homeowner"
        return try ChildProcess(
            program, [command, archive, "--data", data ?? self.data.path],
            log: directory + "/log"
        ).peakUntilEnd()
    }

    /// The longest save of a record while a closure runs.
    private func maximumPause(
        _ household: Household, _ body: () throws -> Void
    ) throws -> Double {
        let isOver = Atomic(false)
        let longest = Mutex(0.0)
        let thread = Thread {
            while !isOver.load(ordering: .acquiring) {
                let time = try? seconds {
                    try household.container.write { context in
                        try Item.append(in: context).itemName = "Meanwhile"
                        try household.save(context)
                    }
                }
                longest.withLock { $0 = max($0, time ?? .infinity) }
                usleep(1_000)
            }
        }
        thread.start()
        try body()
        isOver.store(true, ordering: .releasing)
        while !thread.isFinished { usleep(1_000) }
        return longest.withLock { $0 }
    }

    private func copy() throws {
        try remove(directory + "/copy")
        try run(["cp", "-r", data.path, directory + "/copy"])
    }

    private func archiveByTar() throws {
        try remove(directory + "/copy.tar")
        try run(["tar", "-cf", directory + "/copy.tar", "-C", data.path, "."])
    }

    private func remove(_ path: String) throws {
        if FileManager.default.fileExists(atPath: path) {
            try FileManager.default.removeItem(atPath: path)
        }
    }

    private func run(_ command: [String]) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = command
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw BenchmarkFailure("\(command[0]) ended with \(process.terminationStatus).")
        }
    }
}
