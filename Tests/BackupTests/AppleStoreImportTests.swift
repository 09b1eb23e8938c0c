import Domain
import Foundation
import ObjectModel
import Persistence
import Testing

@testable import Backup

/// The stores that Apple's framework wrote, in the folder that `CORE_DATA_CORPUS` names.
@Suite("Imports of Apple’s stores")
struct AppleStoreImportTests {
    static let paths: [String] = {
        guard let folder = ProcessInfo.processInfo.environment["CORE_DATA_CORPUS"] else {
            return []
        }
        let extensions: Set = ["sqlite", "moody", "wiredatabase"]
        return (FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? [])
            .filter { extensions.contains(($0 as NSString).pathExtension) }.sorted()
            .map { "\(folder)/\($0)" }
    }()

    /// The files of a folder, with their sizes and times.
    private static func files(_ folder: String) throws -> [String: String] {
        var files: [String: String] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
            let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)")
            files[name] = "\(attributes[.size] ?? 0) \(attributes[.modificationDate] ?? "")"
        }
        return files
    }

    @Test(
        "None is a known inventory; each entity with a text is imported if a person maps it",
        arguments: paths)
    func imported(path: String) async throws {
        let folder = (path as NSString).deletingLastPathComponent
        let before = try Self.files(folder)
        let scratch = NSTemporaryDirectory() + "apple-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: scratch, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: scratch) }
        let source = ImportSource(path: path, named: "store", scratch: scratch)

        let fault = #expect(throws: ImportFault.self) { try source.file(ImportReading()) }
        guard case .noKnownEntity(let names) = fault else {
            Issue.record("\(String(describing: fault))")
            return
        }
        #expect(!names.isEmpty)
        let outline = try source.outline(ImportReading())
        #expect(outline.kind == nil && !outline.entities.isEmpty)

        let household = try Household(directory: DataDirectory(path: scratch + "/household"))
        defer { try? household.close() }
        var count = 0
        for entity in outline.entities {
            count += try await Self.importing(entity, of: source, into: household)
        }
        #expect(count > 0, "no entity had a record with a text")
        #expect(try Self.files(folder) == before)
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch) == ["household"])
    }

    /// Imports the records of an entity, each named by its first text. Returns how many were imported.
    private static func importing(
        _ entity: String, of source: ImportSource, into household: Household
    ) async throws -> Int {
        var reading = ImportReading()
        reading.entity = entity
        var count = 0
        for column in try source.outline(reading).columns {
            var named = reading
            named.mapping = try ColumnMapping("\(column.name) = itemName")
            let file: ImportFile
            do {
                file = try source.file(named)
            } catch ImportFault.noRecords {
                return count
            } catch ImportFault.missingColumn {
                // A date, a number, data: nothing that can name an item.
                continue
            }
            let plan = try await household.plan(file)
            #expect(plan.rows.count == file.rows.count)
            guard plan.isApplicable else { continue }
            let token = try household.imports.keep(file)
            guard
                case .done(let record) = try await household.confirmImport(
                    token, digest: plan.digest)
            else {
                Issue.record("\(entity).\(column.name) did not come in")
                continue
            }
            count += record.counts.new
            let again = try await household.plan(file)
            #expect(again.counts.new == 0, "\(entity).\(column.name)")
            return count
        }
        return count
    }
}
