import Foundation
import Persistence
import Testing

@testable import Backup
@testable import Domain

@Suite("Backups of a household that was upgraded and not started since")
struct FormerImportTests {
    @Test("Imports and undos that a former version has left in files are restored and completed")
    func restored() async throws {
        let test = try TestBackup(items: 0)
        let household = try Household(directory: test.directory)
        let done = try await Self.importing("Sofa", into: household)
        let undoing = try await Self.importing("Lamp", into: household)
        for record in [done, undoing] { try Self.moveToFiles(record, of: household) }
        let imports = household.imports
        try JSONEncoder().encode(undoing.ended(.undone)).write(
            to: URL(fileURLWithPath: imports.path(undoing.id + ".begun.json")))
        try Data("{}".utf8).write(
            to: URL(fileURLWithPath: imports.path(done.id + ".merged.json")))
        try household.close()
        try test.makeBackup()

        let next = try Household(directory: test.restored())
        defer { try? next.close() }

        #expect(try Self.names(in: next) == ["Sofa"])
        #expect(try next.importRecord(done.id)?.state == .done)
        #expect(try next.importRecord(undoing.id)?.state == .undone)
        #expect(try next.unfinishedImports() == [] && !next.hasUnfinishedWork)
        #expect(try FileManager.default.contentsOfDirectory(atPath: next.directory.imports) == [])
        guard case .done = try await next.undoImport(done.id) else {
            Issue.record("It was not undone")
            return
        }
        #expect(try Self.names(in: next) == [])
    }

    private static func importing(
        _ name: String, into household: Household
    ) async throws -> ImportRecord {
        let path = "\(household.directory.incoming)/\(name).csv"
        try Data("itemName,serialNumber\n\(name),1\n".utf8).write(to: URL(fileURLWithPath: path))
        let file = try ImportFile(contentsOf: path, named: "things.csv")
        let token = try household.imports.keep(file)
        guard case .done(let record) = try await household.confirmImport(token, digest: nil) else {
            throw CocoaError(.fileNoSuchFile)
        }
        return record
    }

    /// Puts the record and the parts of an import into files, where former versions had them.
    private static func moveToFiles(_ record: ImportRecord, of household: Household) throws {
        let parts = try household.container.read { context in
            try UndoStep.all(of: record.id, in: context).compactMap(\.changes)
        }
        let imports = household.imports
        try Data(parts.map { $0 + Data("\n".utf8) }.joined()).write(
            to: URL(fileURLWithPath: imports.path(record.id + ".parts")))
        try JSONEncoder().encode(record).write(
            to: URL(fileURLWithPath: imports.path(record.id + ".done.json")))
        try household.removeParts(of: record.id)
        try household.deleteSteps(.key("token") == record.id)
    }

    private static func names(in household: Household) throws -> [String] {
        try household.container.read { context in
            try context.fetch(FetchRequest<Item>()).compactMap(\.itemName)
        }
    }
}
