import Foundation
import Testing

@testable import Persistence

@Suite("Results that are bound to a context")
struct ContextBoundTests {
    @Test("Objects, collections and tuples of them are bound to a context; object IDs are not")
    func results() throws {
        let context = ManagedObjectContext(
            try PersistentContainer(
                model: Library.model, classes: Library.classes, store: .inMemory))
        let author = Author(context: context)

        #expect(isContextBound(author))
        #expect(isContextBound(Author?.none))
        #expect(isContextBound([author]))
        #expect(isContextBound(Set([author])))
        #expect(isContextBound(["a": [author]]))
        #expect(isContextBound((1, (2, author))))
        #expect(!isContextBound(author.objectID))
        #expect(!isContextBound((1, [author.objectID])))
        #expect(!isContextBound(String?.none))
    }
}
