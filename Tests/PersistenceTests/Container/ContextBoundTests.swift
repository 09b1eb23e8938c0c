import Foundation
import Testing

@testable import Persistence

@Suite("Results of closures that need their context")
struct ContextBoundTests {
    @Test("Objects are such results, alone and in collections; values and object IDs are not")
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
