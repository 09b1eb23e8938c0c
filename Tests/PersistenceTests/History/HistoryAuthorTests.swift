import Foundation
import Persistence
import Testing

/// Names in a history that are replaced.
@Suite("Authors in the history")
struct HistoryAuthorTests {
    private static let all = PersistentHistoryChangeRequest.fetchHistory(after: Date.distantPast)

    @Test("An author is replaced in all transactions and removed from the file")
    func replacing() throws {
        let store = try HistoryStore()
        for author in ["Quentin Quokka", "Ben", "Quentin Quokka (import)", nil, "Quentin Quokka"] {
            let context = store.context(author: author)
            _ = try store.person("Ann", in: context)
            try context.save()
        }
        let context = store.context()
        let token = try store.container.coordinator.currentPersistentHistoryToken()

        let count = try context.replaceHistoryAuthors {
            $0.hasPrefix("Quentin Quokka") ? "somebody" : nil
        }

        #expect(count == 3)
        #expect(
            try context.fetchHistory(Self.all).map(\.author)
                == ["somebody", "Ben", "somebody", nil, "somebody"])
        #expect(try context.replaceHistoryAuthors { $0 == "Quentin Quokka" ? "x" : nil } == 0)
        // It is not a transaction itself, so tokens remain current.
        #expect(try context.fetchHistory(.fetchHistory(after: token)).isEmpty)
        #if !POSTGRESQL
            let names = try Self.names(store)
            #expect(names.contains("Ben") && names.contains("somebody"))
            #expect(!names.contains { $0.contains("Quokka") })
        #endif
    }

    #if !POSTGRESQL
        @Test("An author that another program wrote into the transaction row is replaced too")
        func writtenByOthers() throws {
            let former = try HistoryStore()
            let writer = former.context(author: "Anna")
            _ = try former.person("Ann", in: writer)
            try writer.save()
            try former.container.close()
            try RawDatabase(former.path).run(
                "UPDATE ATRANSACTION SET ZAUTHORTS = NULL, ZAUTHOR = 'Olga'")
            let store = try HistoryStore(in: former.directory)
            let context = store.context()

            #expect(try context.replaceHistoryAuthors { $0 == "Olga" ? "somebody" : nil } == 1)

            #expect(try context.fetchHistory(Self.all).map(\.author) == ["somebody"])
            #expect(try store.raw("SELECT ZAUTHOR FROM ATRANSACTION") == [[nil]])
        }

        private static func names(_ store: HistoryStore) throws -> [String] {
            try store.raw("SELECT ZNAME FROM ATRANSACTIONSTRING").joined().compactMap(\.self)
        }
    #endif

    @Test("A change outside of the records is recorded as a transaction without changes")
    func otherChanges() throws {
        let store = try HistoryStore()
        let writer = store.context(author: "Ben")
        _ = try store.person("Ann", in: writer)
        try writer.save()
        let token = try store.container.coordinator.currentPersistentHistoryToken()
        let context = store.context(author: "Quentin")
        context.name = "server"

        try context.recordOtherChangeInHistory()

        let told = try context.fetchHistory(.fetchHistory(after: token))
        #expect(told.map(\.author) == ["Quentin"] && told.map(\.contextName) == ["server"])
        #expect(told.allSatisfy { $0.changes.isEmpty })
        _ = try store.person("Bob", in: writer)
        try writer.save()
        let next = try context.fetchHistory(.fetchHistory(after: told.last?.token))
        #expect(next.count == 1 && next.allSatisfy { !$0.changes.isEmpty })
        #expect(throws: PersistenceError.self) {
            try store.container.read { try $0.recordOtherChangeInHistory() }
        }
    }

    @Test("An author’s name is deleted with the last transaction that has it")
    func purging() throws {
        let store = try HistoryStore()
        for author in ["Quentin Quokka", "Ben"] {
            let context = store.context(author: author)
            _ = try store.person("Ann", in: context)
            try context.save()
        }
        let context = store.context()
        let last = try #require(try context.fetchHistory(Self.all).last)

        #expect(try context.deleteHistory(before: last) == 1)

        #expect(try context.fetchHistory(Self.all).map(\.author) == ["Ben"])
        #if !POSTGRESQL
            let names = try Self.names(store)
            #expect(names.contains("Ben") && !names.contains("Quentin Quokka"))
        #endif
    }

    @Test("A reading context cannot replace authors")
    func reading() throws {
        let store = try HistoryStore()
        #expect(throws: PersistenceError.self) {
            try store.container.read { try $0.replaceHistoryAuthors { _ in "x" } }
        }
    }
}
