import Foundation
import Persistence
import Testing

@testable import Domain

@Suite("The identifier that links a database and a folder")
struct FolderMarkTests {
    private static func withFolders(
        _ body: (_ first: FolderMark, _ second: FolderMark) throws -> Void
    ) throws {
        let folder = NSTemporaryDirectory() + "homeowner-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: folder) }
        for name in ["first", "second"] {
            try FileManager.default.createDirectory(
                atPath: "\(folder)/\(name)", withIntermediateDirectories: true)
        }
        try body(FolderMark(folder: folder + "/first"), FolderMark(folder: folder + "/second"))
    }

    @Test("The first folder gets the store’s identifier, and another folder is refused")
    func another() throws {
        try Self.withFolders { first, second in
            var store = PersistentStoreMetadata()
            try store.set(try #require(try first.connection(with: store, adopts: false)))

            #expect(try first.isOf(store) && !second.isOf(store))
            #expect(try first.connection(with: store, adopts: false) == [:])
            #expect(try second.connection(with: store, adopts: false) == nil)
            // Nothing was written.
            #expect(try !second.isOf(store))
        }
    }

    @Test("An adopted folder replaces the former one, which is refused")
    func adopting() throws {
        try Self.withFolders { first, second in
            var store = PersistentStoreMetadata()
            try store.set(try #require(try first.connection(with: store, adopts: false)))
            try store.set(try #require(try second.connection(with: store, adopts: true)))

            #expect(try second.isOf(store) && !first.isOf(store))
            #expect(try first.connection(with: store, adopts: false) == nil)
            // A second adoption changes nothing.
            #expect(try second.connection(with: store, adopts: true) == [:])
        }
    }

    @Test("A copied store has no identifier, and makes a new one")
    func copies() throws {
        try Self.withFolders { first, second in
            var (store, copy) = (PersistentStoreMetadata(), PersistentStoreMetadata())
            try store.set(try #require(try first.connection(with: store, adopts: false)))

            // The pictures may have been copied with the identifier.
            try copy.set(try #require(try first.connection(with: copy, adopts: false)))
            #expect(try first.isOf(copy) && !first.isOf(store))
            #expect(try second.connection(with: copy, adopts: false) == nil)
        }
    }
}
