import Foundation
import Persistence
import Testing

@Suite("What histories are to forget")
struct HistoryForgettingTests {
    @Test("Where there is nothing to forget nothing is written, and the store counts no change")
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
}
