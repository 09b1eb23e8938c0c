import Foundation

/// Measures groups of rows and prints them as they come.
struct BenchmarkSuite {
    let groups: Set<BenchmarkGroup>

    func run() async throws {
        let scratch = try ScratchDirectory()
        defer { scratch.remove() }
        show(Measurement.head)
        try PersistenceBenchmarks(directory: scratch.path).run(groups, report: report)
        if groups.contains(.move) {
            try MoveBenchmark(directory: scratch.path).run(report: report)
        }
        if groups.contains(.lists) {
            try LongListBenchmark(directory: scratch.path + "/lists").run(report: report)
        }
        if groups.contains(.sales) {
            try SalesBenchmark(directory: scratch.path + "/sales").run(report: report)
        }
        if groups.contains(.places) {
            try PlacesBenchmark(directory: scratch.path + "/places").run(report: report)
        }
        if groups.contains(.sections) {
            try SectionListsBenchmark(directory: scratch.path + "/sections").run(report: report)
        }
        if groups.contains(.texts) {
            try TextsBenchmark(path: scratch.path + "/texts.sqlite").run(report: report)
        }
        if groups.contains(.search) {
            try SearchBenchmark(directory: scratch.path + "/search").run(report: report)
        }
        if groups.contains(.live) {
            try LiveBenchmark(directory: scratch.path + "/live").run(report: report)
            try StocktakeBenchmark(directory: scratch.path + "/stocktake").run(report: report)
        }
        if groups.contains(.backup) {
            try BackupBenchmark(directory: scratch.path + "/backup").run(report: report)
        }
        if groups.contains(.accounts) {
            try await AccountsBenchmark(directory: scratch.path + "/accounts").run(report: report)
        }
        if groups.contains(.import) {
            try await ImportBenchmark(directory: scratch.path + "/import").run(report: report)
        }
        if groups.contains(.evidence) {
            try EvidenceBenchmark(directory: scratch.path + "/evidence").run(report: report)
        }
        try PostgreSQLBenchmarks(directory: scratch.path + "/postgresql").run(
            groups, report: report)
        let served: Set<BenchmarkGroup> = [.http, .upload, .memory, .start]
        guard !groups.isDisjoint(with: served) else { return }
        let inventory = try ServedInventory(directory: scratch.path + "/served", count: 20_000)
        if groups.contains(.http) { try HTTPBenchmark(inventory: inventory).run(report: report) }
        if groups.contains(.start) { try StartBenchmark(inventory: inventory).run(report: report) }
        if groups.contains(.memory) {
            try MemoryBenchmark(inventory: inventory).run(report: report)
        }
        if groups.contains(.upload) {
            try UploadBenchmark(inventory: inventory).run(report: report)
        }
    }

    private func report(_ measurement: Measurement) {
        show(measurement.row)
    }

    /// Writes a line without buffering.
    private func show(_ line: String) {
        FileHandle.standardOutput.write(Data((line + "\n").utf8))
    }
}
