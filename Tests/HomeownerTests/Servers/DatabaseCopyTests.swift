import Drawing
import Foundation
import Imaging
import Persistence
import PersistenceInspection
import PostgreSQLServer
import Testing

/// `homeowner store` between a household's file and a database, as processes.
@Suite(.fewAtATime, .timeLimit(.minutes(30)))
struct DatabaseCopyTests {
    private let folder = TemporaryFolder()
    private var data: String { folder.path + "/data" }
    private var file: String { data + "/Homeowner.sqlite" }

    /// The contents of a store, one line per record.
    private func dump(_ store: String) async throws -> String {
        let run = try await Program.run("store", "dump", store)
        try #require(run.status == 0, "\(run.errors)")
        return run.output
    }

    /// The differences between a file and its copy in a database; dates are compared to the
    /// microsecond.
    private func differences(from address: String) throws -> [String] {
        try StoreFingerprint(at: .file(file)).differences(
            from: StoreFingerprint(at: .address(address)), countsOnly: false)
    }

    @Test("A household is copied from its file into a database and back unchanged")
    func thereAndBack() async throws {
        let household = try DatabaseHousehold()
        let seed = try await Program.run("seed", "--items", "25", "--photographs", "--data", data)
        try #require(seed.status == 0, "\(seed.errors)")
        let before = try await dump(file)
        let back = folder.path + "/back.sqlite"

        let there = try await Program.run("store", "copy", file, household.address)
        let returned = try await Program.run("store", "copy", household.address, back)

        let count = before.split(separator: "\n").count
        for run in [there, returned] {
            #expect(run.status == 0, "\(run.output)\(run.errors)")
            let words = run.output.split(separator: " ").prefix(2).joined(separator: " ")
            #expect(words == "\(count) records", "\(run.output)")
            #expect(run.output.hasSuffix(" entities were copied.\n") && run.errors.isEmpty)
        }
        #expect(count > 100)
        #expect(try differences(from: household.address) == [])
        let versions = try [StoreLocation.file(file), .address(household.address), .file(back)].map
        {
            try PersistentStoreCoordinator.metadataForPersistentStore(at: $0).versionHashes
        }
        #expect(Set(versions).count == 1)
        #expect(try await dump(back) == dump(household.address))
        for store in [household.address, back] {
            let check = try await Program.run("store", "check", store)
            #expect(check.status == 0 && check.output.isEmpty, "\(check.output)\(check.errors)")
            let info = try await Program.run("store", "info", store)
            #expect(info.status == 0 && info.output.contains("Item"), "\(info.errors)")
        }
        try await checkServed(household)
    }

    /// As in the guide: the copy is served with the files of the household.
    private func checkServed(_ household: DatabaseHousehold) async throws {
        let files = FileManager.default
        try files.createDirectory(atPath: household.folder, withIntermediateDirectories: true)
        for name in ["images", "favorites", "imports", "photos", "pictures.sha256"] {
            try files.copyItem(atPath: "\(data)/\(name)", toPath: "\(household.folder)/\(name)")
        }
        try await household.serve { first, second in
            let names = try await first.names()
            #expect(names.count == 25)
            _ = try await second.add("Lamp")
            #expect(try await first.names() == names + ["Lamp"])
            #expect(try await first.total("/sales.json") > 0)
        }
        let check = try await household.run("check")
        #expect(check.status == 0, "\(check.output)\(check.errors)")
        #expect(check.errors.hasPrefix("Nothing is wrong."), "\(check.errors)")
    }

    @Test("A nonempty database, and an existing file, are not overwritten")
    func targets() async throws {
        let household = try DatabaseHousehold()
        let seeds = [
            try await Program.run("seed", "--items", "2", "--data", data),
            try await household.run("seed", "--items", "3"),
        ]
        #expect(seeds.map(\.status) == [0, 0], "\(seeds.map(\.errors))")
        let (fileBefore, before) = (try await dump(file), try await dump(household.address))

        let into = try await Program.run("store", "copy", file, household.address)
        let forced = try await Program.run("store", "copy", file, household.address, "--replace")
        let out = try await Program.run("store", "copy", household.address, file)
        let itself = try await Program.run("store", "copy", household.address, household.address)

        for run in [into, forced] {
            #expect(run.status == 1 && run.output.isEmpty, "\(run.output)")
            #expect(run.errors.contains(household.schema), "\(run.errors)")
            #expect(run.errors.split(separator: "\n").count == 1, "\(run.errors)")
        }
        #expect(out.status == 2 && out.errors.contains("--replace"), "\(out.errors)")
        #expect(itself.status == 1 && itself.errors.contains("its own place"), "\(itself.errors)")
        #expect(try await dump(file) == fileBefore)
        #expect(try await dump(household.address) == before)
        let replaced = try await Program.run(
            "store", "copy", household.address, file, "--replace")
        #expect(replaced.status == 0, "\(replaced.errors)")
        #expect(try await dump(file) == before)
    }

    @Test("A killed copy is complete or absent, and does not block the next one")
    func killed() async throws {
        let seed = try await Program.run("seed", "--items", "400", "--data", data)
        try #require(seed.status == 0, "\(seed.errors)")
        let first = try DatabaseHousehold()
        let started = ContinuousClock.now
        let whole = try await Program.run("store", "copy", file, first.address)
        let usual = ContinuousClock.now - started
        #expect(whole.status == 0, "\(whole.errors)")
        var killings = 0
        // The first one may have taken much longer than they usually do.
        for part in [5, 4, 3, 2, 1, 0.5, 0.2] where part >= 1 || killings == 0 {
            let household = try DatabaseHousehold()
            let wasKilled = try await Program.kill(
                ["store", "copy", file, household.address], after: usual * part / 8)
            if wasKilled { killings += 1 }

            let next = try await Program.run("store", "copy", file, household.address)

            #expect(try differences(from: household.address) == [], "\(next.errors)")
            #expect(next.status == 0 || next.errors.contains("there is a store with records"))
        }
        #expect(killings > 0)
    }
}
