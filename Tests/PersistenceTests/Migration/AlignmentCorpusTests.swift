import Foundation
import ObjectModel
import Testing

@testable import Persistence

struct AlignmentCorpusTests {
    @Test("Opening an Apple store keeps its indexes and triggers", arguments: Corpus.stores)
    func unchanged(_ name: String) throws {
        let copy = try Corpus.Copy(of: name)
        let statements = "SELECT type, name, sql FROM sqlite_master ORDER BY type, name"
        let before = try RawDatabase(copy.path).rows(statements)

        try SQLiteStore(.sqlite(path: copy.path), layout: try ModelLayout(try copy.model())).close()

        #expect(try RawDatabase(copy.path).rows(statements) == before)
    }

    @Test("An Apple store gets a new index and no other change", arguments: Corpus.stores)
    func index(_ name: String) throws {
        let copy = try Corpus.Copy(of: name)
        var model = try copy.model()
        let place = try #require(
            model.entities.firstIndex { entity in
                entity.superentityName == nil && entity.attributes.contains { $0.isStored }
            })
        let attribute = try #require(model.entities[place].attributes.first { $0.isStored })
        model.entities[place].indexes.append(
            FetchIndexDescription(
                "added", elements: [.init(propertyName: attribute.name, isAscending: false)]))
        let statements = "SELECT type, name, sql FROM sqlite_master ORDER BY type, name"
        let metadata = "SELECT hex(Z_PLIST), Z_UUID FROM Z_METADATA"
        let before = try RawDatabase(copy.path)
        let (oldParts, oldMetadata) = (try before.rows(statements), try before.rows(metadata))

        for _ in 1...2 {
            try SQLiteStore(.sqlite(path: copy.path), layout: try ModelLayout(model)).close()
        }

        let after = try RawDatabase(copy.path)
        let added = try after.rows(statements).filter { !oldParts.contains($0) }
        #expect(added.map { $0[1] } == ["Z_\(model.entities[place].name)_added"])
        #expect(try after.rows(statements).count == oldParts.count + 1)
        #expect(try after.rows(metadata) == oldMetadata)
        #expect(try after.column("PRAGMA integrity_check") == ["ok"])
    }
}

extension AttributeDescription {
    fileprivate var isStored: Bool { !isTransient && attributeType != .composite }
}
