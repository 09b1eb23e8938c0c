import Foundation
import ObjectModel
import Persistence
import Testing

@Suite("Side effects of hooks and rollbacks, on every store")
struct SaveRoundsTests {
    @Test("A change during validation is validated", arguments: StoreKind.allCases)
    func validationChanges(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let context = library.context()
        let book = Book(context: context)
        book.title = "One"
        book.onValidation = { $0.title = nil }

        #expect(faults { try context.save() }.map(\.key) == ["title"])

        #expect(try all(Book.self, by: "title", in: library.context()).isEmpty)
    }

    @Test(
        "An object inserted during validation is validated, and its hooks are called",
        arguments: StoreKind.allCases)
    func validationInserts(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let context = library.context()
        let log = HookLog()
        let book = Book(context: context)
        book.title = "One"
        book.onValidation = { book in
            guard book.title == "One", let context = book.managedObjectContext else { return }
            book.title = "Two"
            let other = Book(context: context)
            other.log = log
        }

        #expect(faults { try context.save() }.map(\.key) == ["title"])

        #expect(log.calls == ["willSave"])
        #expect(try all(Book.self, by: "title", in: library.context()).isEmpty)
    }

    @Test("An endless validation is an error", arguments: StoreKind.allCases)
    func endlessValidation(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let context = library.context()
        let book = Book(context: context)
        book.title = "One"
        book.onValidation = { $0.weight += 1 }

        #expect(throws: PersistenceError.self) { try context.save() }
        #expect(book.isInserted)
    }

    @Test(
        "An object deleted before its first save is not part of the save",
        arguments: StoreKind.allCases)
    func wasNeverSaved(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let context = library.context()
        let log = HookLog()
        let book = Book(context: context)
        book.log = log
        let loan = Loan(context: context)
        loan.book = book
        context.delete(loan)
        context.delete(book)

        #expect(context.deletedObjects.isEmpty)
        #expect(!context.hasChanges)
        #expect(!book.hasChanges)
        try context.save()
        #expect(log.calls == ["prepareForDeletion"])
        #expect(book.managedObjectContext == nil)
    }

    @Test(
        "A delete rule of an object that was never saved does not apply",
        arguments: StoreKind.allCases)
    func stillbornRule(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let context = library.context()
        let book = Book(context: context)
        let loan = Loan(context: context)
        loan.borrower = "Eve"
        loan.book = book
        context.delete(book)

        #expect(faults { try context.save() }.map(\.key) == ["book"])
    }

    @Test(
        "A rollback restores a deleted object in relationships read in the meantime",
        arguments: StoreKind.allCases, [DeleteRule.noAction, .deny, .nullify])
    func rolledBackDeletion(kind: StoreKind, rule: DeleteRule) throws {
        let library = try TestLibrary(kind, model: Self.shelves(rule))
        let setup = library.context()
        let shelf = try ManagedObject(entityName: "Shelf", context: setup)
        let book = try ManagedObject(entityName: "Volume", context: setup)
        try book.setValue(shelf, forKey: "shelf")
        try setup.save()
        let context = library.context()
        let here = try context.existing(shelf.objectID, as: ManagedObject.self)
        let volume = try context.existing(book.objectID, as: ManagedObject.self)

        context.delete(volume)
        context.processPendingChanges()
        #expect(try here.many("volumes").isEmpty)
        context.rollback()

        #expect(try here.many("volumes") == [volume])
    }

    private static func shelves(_ rule: DeleteRule) -> ManagedObjectModel {
        var shelf = EntityDescription("Shelf")
        let volumes = RelationshipDescription(toMany: "volumes", "Volume", inverse: "shelf")
        shelf.relationships = [volumes]
        var volume = EntityDescription("Volume")
        var home = RelationshipDescription(toOne: "shelf", "Shelf", inverse: "volumes")
        home.deleteRule = rule
        volume.relationships = [home]
        return ManagedObjectModel(entities: [shelf, volume])
    }
}
