import Foundation
import Testing

@testable import Persistence

@Suite("Errors that name what is wrong in a store")
struct DamageTextTests {
    private let zoo: ZooStore

    init() throws { zoo = try ZooStore() }

    @Test("A value that is none of its type is told with the record’s own entity and the property")
    func value() throws {
        let key = try zoo.insert("Bird", ["weight": .decimal(2)])
        try RawDatabase(zoo.path).run("UPDATE ZANIMAL SET ZWEIGHT = 1e200")
        let animal = try zoo.entity("Animal")

        #expect {
            try zoo.read { session in
                try session.fetch(StoreFetch(entity: animal)) { _ = try $0.snapshot() }
            }
        } throws: { error in
            "\(error)" == "The store \(zoo.path) is damaged: "
                + "Bird \(key): what weight holds is no decimal."
        }
    }

    @Test("A row of the metadata that lacks a value is there", arguments: ["Z_UUID", "Z_PLIST"])
    func metadata(column: String) throws {
        try RawDatabase(zoo.path).run("UPDATE Z_METADATA SET \(column) = NULL")

        #expect {
            try StoreMetadata(reading: RawDatabase(zoo.path).connection)
        } throws: { error in
            "\(error)".hasSuffix("is damaged: the row of Z_METADATA has no \(column).")
        }
    }
}
