import Foundation
import Persistence
import Testing

@Suite("Deleting history")
struct HistoryForgettingTests {
    @Test("A deletion that finds nothing does not write or change the change count")
    func nothingToForget() throws {
        let store = try HistoryStore()
        let context = store.context(author: "Ada")
        let ann = try store.person("Ann", in: context)
        try context.save()
        try ann.setValue("Rome", forKey: "town")
        try context.save()
        let coordinator = store.container.coordinator
        let count = coordinator.changeCount
        let nobody = try coordinator.objectID(entityName: "Person", recordNumber: 99)

        #expect(try context.deleteHistory(of: [nobody]) == 0)
        #expect(try context.deleteHistory(of: []) == 0)
        #expect(try context.replaceHistoryAuthors { $0 == "Bob" ? "somebody" : nil } == 0)
        #expect(try context.replaceHistoryAuthors { $0 } == 0)
        #expect(coordinator.changeCount == count)

        #expect(try context.deleteHistory(of: [nobody, ann.objectID]) == 2)
        #expect(coordinator.changeCount == count + 1)
        #expect(try context.deleteHistory(of: [ann.objectID]) == 0)
        #expect(coordinator.changeCount == count + 1)
    }
    @Test("A deletion without old enough transactions does not write, for every kind of bound")
    func nothingOld() throws {
        let store = try HistoryStore()
        let context = store.context(author: "Ada")
        let empty = try store.container.coordinator.currentPersistentHistoryToken()
        _ = try store.person("Ann", in: context)
        try context.save()
        let first = try #require(try context.fetchHistory(.fetchHistory(after: nil)).first)
        let coordinator = store.container.coordinator
        let count = coordinator.changeCount

        #expect(try context.deleteHistory(before: Date.distantPast) == 0)
        #expect(try context.deleteHistory(before: first) == 0)
        #expect(try context.deleteHistory(before: empty) == 0)
        #expect(coordinator.changeCount == count)

        #expect(try context.deleteHistory(before: Date.distantFuture) == 1)
        #expect(coordinator.changeCount == count + 1)
        #expect(try context.deleteHistory(before: Date.distantFuture) == 0)
        #expect(coordinator.changeCount == count + 1)
    }
}
