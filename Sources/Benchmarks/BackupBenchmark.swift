import Backup
import Domain
import Foundation
import Persistence
import Synchronization

/// Backup and restore of many pictures, beside what the system does with the same files.
struct BackupBenchmark {
    let directory: String

    private static let pictureCount = 1_000
    private static let pictureBytes = 2_000_000

    func run(report: (Measurement) -> Void) throws {
        let data = DataDirectory(path: directory + "/data")
        let household = try Household(directory: data)
        try fill(household)
        let megabytes = Double(Self.pictureCount * Self.pictureBytes) / 1e6
        let archive = directory + "/backup.tar.zst"
        func rate(_ name: String, _ times: (Double, Double)) {
            report(
                .rate(
                    "\(name), MB", megabytes / times.0, limit: megabytes / times.1, atLeast: 0.8))
        }
        rate(
            "backup of 1,000 pictures of 2 MB, beside cp -r",
            try bestOf(3, { try backUp(data, archive) }, { try copy(data, "cp", "-r") }))
        rate(
            "the same, beside tar",
            try bestOf(3, { try backUp(data, archive) }, { try archiveByTar(data) }))
        report(
            .amount(
                "longest pause of a writer meanwhile", try longestPause(household, archive) * 1000,
                "ms", atMost: nil))
        try household.close()
        let target = DataDirectory(path: directory + "/restored")
        rate(
            "restoring it, compared and synced, beside cp -r and sync",
            try bestOf(
                3,
                {
                    try remove(target.path)
                    _ = try BackupRestorer(archive, to: target).run()
                }, { try copy(data, "cp", "-r", isSynced: true) }))
    }

    /// Pictures that nothing makes smaller, as those of a camera.
    private func fill(_ household: Household) throws {
        var generator = SystemRandomNumberGenerator()
        for number in 0..<Self.pictureCount {
            let file = household.directory.incoming + "/picture"
            var bytes = [UInt64](repeating: 0, count: Self.pictureBytes / 8)
            for index in bytes.indices { bytes[index] = generator.next() }
            try bytes.withUnsafeBytes { try Data($0).write(to: URL(fileURLWithPath: file)) }
            try household.container.write { context in
                let item = try Item.append(in: context)
                item.itemName = "Thing \(number)"
                item.thumbnail = Data(count: 40_000)
                try household.save(context, replacingImageOf: item.key, with: file)
            }
        }
    }

    private func backUp(_ data: DataDirectory, _ archive: String) throws {
        try remove(archive)
        FileManager.default.createFile(atPath: archive, contents: nil)
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: archive))
        _ = try BackupMaker(data).write { try file.write(contentsOf: Data($0)) }
        try file.close()
    }

    private func longestPause(_ household: Household, _ archive: String) throws -> Double {
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
        try backUp(household.directory, archive)
        isOver.store(true, ordering: .releasing)
        while !thread.isFinished { usleep(1_000) }
        return longest.withLock { $0 }
    }

    private func copy(_ data: DataDirectory, _ command: String..., isSynced: Bool = false) throws {
        let target = directory + "/copy"
        try remove(target)
        try run(command + [data.path, target])
        if isSynced { try run(["sync", "-f", target]) }
    }

    private func archiveByTar(_ data: DataDirectory) throws {
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
