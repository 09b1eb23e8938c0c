import Foundation
import Testing

@testable import Persistence

@Suite("Results that are bound to a context")
struct ContextBoundTests {
    @Test("Objects and collections of them are bound to a context; values and object IDs are not")
    func types() {
        func isBound<Value>(_ type: Value.Type) -> Bool { type is any ContextBound.Type }

        #expect(isBound(ManagedObject.self))
        #expect(isBound(Book?.self))
        #expect(isBound([Book].self))
        #expect(isBound(Set<ManagedObject>?.self))
        #expect(!isBound([ManagedObjectID].self))
        #expect(!isBound(Optional<String>.self))
    }
}
