import Foundation
import ObjectModel
import Persistence
import Testing

@Suite("Conflicts, on every store")
struct ConflictConformanceTests {
    /// Two contexts with the same book, in which both change its stock, and each another value.
    private struct Dispute {
        let library: TestLibrary
        let (first, second): (ManagedObjectContext, ManagedObjectContext)
        let book: Book
        let id: ManagedObjectID

        init(_ kind: StoreKind, policy: MergePolicy) throws {
            library = try TestLibrary(kind)
            id = try library.save(author: "Ada", titles: ["One"])[1]
            first = library.context()
            second = library.context()
            second.mergePolicy = policy
            book = try second.existing(id, as: Book.self)
            let other = try first.existing(id, as: Book.self)
            other.stock = 10
            other.weight = 1.5
            book.stock = 20
            book.isbn = "none"
            try first.save()
        }

        /// Stock, weight and ISBN in the store, with the version.
        func stored() throws -> String {
            let context = library.context()
            let book = try context.existing(id, as: Book.self)
            return "\(book.stock) \(book.weight) \(book.isbn ?? "-") v\(book.rowVersion)"
        }

        /// The same values in the context that saves last.
        var held: String {
            "\(book.stock) \(book.weight) \(book.isbn ?? "-") v\(book.rowVersion)"
        }
    }

    @Test(
        "The policy error refuses the save, with the versions",
        arguments: StoreKind.allCases)
    func error(kind: StoreKind) throws {
        let dispute = try Dispute(kind, policy: .error)

        do {
            try dispute.second.save()
            Issue.record("The save was not refused")
        } catch PersistenceError.mergeConflicts(let conflicts) {
            #expect(conflicts.map(\.objectID) == [dispute.id])
            #expect(conflicts.map(\.oldVersion) == [1])
            #expect(conflicts.map(\.newVersion) == [2])
        }

        #expect(try dispute.stored() == "10 1.5 - v2")
        #expect(dispute.held == "20 0.5 none v1")
        #expect(dispute.book.isUpdated)
    }

    @Test(
        "A raised version is incremented by the save, and conflicts with earlier reads",
        arguments: StoreKind.allCases)
    func raisedVersion(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let id = try library.save(author: "Ada", titles: ["One"])[1]
        let (first, second) = (library.context(), library.context())
        let book = try first.existing(id, as: Book.self)
        let other = try second.existing(id, as: Book.self)
        #expect(other.rowVersion == 1)

        book.raiseVersion()
        #expect(book.isUpdated)
        #expect(book.changedValues.isEmpty)
        try first.save()
        try first.save()
        other.stock = 20

        #expect(book.rowVersion == 2)
        #expect(!first.hasChanges)
        #expect(try library.context().existing(id, as: Book.self).rowVersion == 2)
        #expect(throws: PersistenceError.self) { try second.save() }
    }

    @Test("A rollback undoes raising a version", arguments: StoreKind.allCases)
    func takenBackVersion(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let id = try library.save(author: "Ada", titles: ["One"])[1]
        let context = library.context()
        let book = try context.existing(id, as: Book.self)

        book.raiseVersion()
        context.rollback()
        try context.save()

        #expect(!book.isUpdated)
        #expect(try library.context().existing(id, as: Book.self).rowVersion == 1)
    }

    @Test("After a conflict, the object can be refreshed and saved", arguments: StoreKind.allCases)
    func refreshAfterConflict(kind: StoreKind) throws {
        let dispute = try Dispute(kind, policy: .error)
        #expect(throws: PersistenceError.self) { try dispute.second.save() }

        try dispute.second.refresh(dispute.book, mergeChanges: true)
        try dispute.second.save()

        #expect(try dispute.stored() == "20 1.5 none v3")
        #expect(dispute.held == "20 1.5 none v3")
    }

    @Test("Store trump keeps the store’s value of a conflict", arguments: StoreKind.allCases)
    func storeTrump(kind: StoreKind) throws {
        let dispute = try Dispute(kind, policy: .mergeByPropertyStoreTrump)

        try dispute.second.save()

        #expect(try dispute.stored() == "10 1.5 none v3")
        #expect(dispute.held == "10 1.5 none v3")
    }

    @Test("Object trump keeps the context’s value of a conflict", arguments: StoreKind.allCases)
    func objectTrump(kind: StoreKind) throws {
        let dispute = try Dispute(kind, policy: .mergeByPropertyObjectTrump)

        try dispute.second.save()

        #expect(try dispute.stored() == "20 1.5 none v3")
        #expect(dispute.held == "20 1.5 none v3")
    }

    @Test("Overwrite keeps all of the context's values", arguments: StoreKind.allCases)
    func overwrite(kind: StoreKind) throws {
        let dispute = try Dispute(kind, policy: .overwrite)

        try dispute.second.save()

        #expect(try dispute.stored() == "20 0.5 none v3")
        #expect(dispute.held == "20 0.5 none v3")
    }

    @Test("Rollback keeps all of the store's values", arguments: StoreKind.allCases)
    func rollback(kind: StoreKind) throws {
        let dispute = try Dispute(kind, policy: .rollback)

        try dispute.second.save()

        #expect(try dispute.stored() == "10 1.5 - v2")
        #expect(dispute.held == "10 1.5 - v2")
        #expect(!dispute.second.hasChanges)
    }

    @Test(
        "A record deleted in the meantime is a conflict", arguments: StoreKind.allCases
    )
    func deletedMeanwhile(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let id = try library.save(author: "Ada", titles: ["One"])[1]
        let (first, second) = (library.context(), library.context())
        let book = try second.existing(id, as: Book.self)
        first.delete(first.object(with: id))
        try first.save()

        book.title = "Two"
        do {
            try second.save()
            Issue.record("The save was not refused")
        } catch PersistenceError.mergeConflicts(let conflicts) {
            #expect(conflicts.map(\.newVersion) == [0])
        }
    }

    @Test("Deleting a deleted record is not a conflict", arguments: StoreKind.allCases)
    func deletedTwice(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let id = try library.save(author: "Ada", titles: ["One"])[1]
        let (first, second) = (library.context(), library.context())
        let book = try second.existing(id, as: Book.self)
        first.delete(first.object(with: id))
        try first.save()

        second.delete(book)
        try second.save()

        #expect(!second.hasChanges)
    }

    @Test("A record changed in the meantime is not deleted", arguments: StoreKind.allCases)
    func changedBeforeDeletion(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let id = try library.save(author: "Ada", titles: ["One"])[1]
        let (first, second) = (library.context(), library.context())
        let book = try second.existing(id, as: Book.self)
        _ = book.title
        try first.existing(id, as: Book.self).title = "Two"
        try first.save()

        second.delete(book)

        #expect(throws: PersistenceError.self) { try second.save() }
        #expect(book.isDeleted)
        second.mergePolicy = .mergeByPropertyObjectTrump
        try second.save()
        let other = library.context()
        #expect(try all(Book.self, by: "title", in: other).isEmpty)
    }

    @Test(
        "Rollback keeps a record that was changed before its deletion",
        arguments: StoreKind.allCases)
    func rollbackOfDeletion(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let id = try library.save(author: "Ada", titles: ["One"])[1]
        let (first, second) = (library.context(), library.context())
        let book = try second.existing(id, as: Book.self)
        _ = book.title
        try first.existing(id, as: Book.self).title = "Two"
        try first.save()

        second.mergePolicy = .rollback
        second.delete(book)
        try second.save()

        let other = library.context()
        #expect(try all(Book.self, by: "title", in: other).map(\.title) == ["Two"])
        #expect(!book.isDeleted)
        #expect(book.title == "Two")
        #expect(!second.hasChanges)
    }

    @Test("Changes to different records do not conflict", arguments: StoreKind.allCases)
    func noConflict(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let ids = try library.save(author: "Ada", titles: ["One", "Two"])
        let (first, second) = (library.context(), library.context())
        let one = try first.existing(ids[1], as: Book.self)
        let two = try second.existing(ids[2], as: Book.self)

        one.stock = 5
        two.stock = 6
        try first.save()
        try second.save()

        let other = library.context()
        #expect(try all(Book.self, by: "title", in: other).map(\.stock) == [5, 6])
    }

    @Test("A conflict undoes the whole save", arguments: StoreKind.allCases)
    func wholeSave(kind: StoreKind) throws {
        let dispute = try Dispute(kind, policy: .error)
        let tag = Tag(context: dispute.second)
        tag.label = "red"
        tag.books = [dispute.book]

        #expect(throws: PersistenceError.self) { try dispute.second.save() }

        #expect(tag.objectID.isTemporaryID)
        let other = dispute.library.context()
        #expect(try all(Tag.self, by: "label", in: other).isEmpty)
        try dispute.second.refresh(dispute.book, mergeChanges: true)
        try dispute.second.save()
        #expect(try all(Tag.self, by: "label", in: other).map(\.books.count) == [1])
    }

    @Test(
        "A deletion resolved for the store undoes its cascades and nullified references",
        arguments: StoreKind.allCases, [MergePolicy.rollback, .mergeByPropertyStoreTrump])
    func revival(kind: StoreKind, policy: MergePolicy) throws {
        let library = try TestLibrary(kind)
        let ids = try library.save(author: "Ada", titles: ["One", "Two"])
        let setup = library.context()
        let tag = Tag(context: setup)
        tag.label = "Old"
        let page = Page(context: setup)
        page.book = try setup.existing(ids[1], as: Book.self)
        tag.books = [try setup.existing(ids[1], as: Book.self)]
        try setup.save()
        let context = library.context()
        context.mergePolicy = policy
        let author = try context.existing(ids[0], as: Author.self)
        let toDelete = try context.existing(ids[2], as: Book.self)
        context.delete(toDelete)
        context.delete(author)
        context.processPendingChanges()
        try library.container.write { other in
            try other.existing(ids[0], as: Author.self).name = "Ada L."
            try other.save()
        }

        try context.save()

        let book = try context.existing(ids[1], as: Book.self)
        #expect(author.name == "Ada L.")
        #expect(author.books == [book])
        #expect(book.pages.map(\.objectID) == [page.objectID])
        #expect(!context.hasChanges)
        #expect(toDelete.managedObjectContext == nil)
        let other = library.context()
        let stored = try other.existing(ids[1], as: Book.self)
        #expect(stored.author?.books == [stored])
        #expect(stored.pages.count == 1)
        #expect(stored.tags.map(\.label) == ["Old"])
        #expect(stored.rowVersion == 1)
        book.title = "Again"
        try context.save()
    }

    @Test("A custom policy decides each value", arguments: StoreKind.allCases)
    func customPolicy(kind: StoreKind) throws {
        let dispute = try Dispute(
            kind,
            policy: .custom { candidate in
                guard case .integer(let mine)? = candidate.unsaved["stock"],
                    case .integer(let theirs)? = candidate.persisted["stock"],
                    case .integer(let base)? = candidate.original["stock"]
                else { return [:] }
                return [
                    "stock": .integer(theirs + mine - base),
                    "isbn": candidate.unsaved["isbn"] ?? .null,
                ]
            })

        try dispute.second.save()

        #expect(try dispute.stored() == "29 1.5 none v3")
        #expect(dispute.held == "29 1.5 none v3")
    }

    @Test("An error in a custom policy fails the save")
    func customPolicyThrows() throws {
        struct Refusal: Error {}
        let dispute = try Dispute(.usual, policy: .custom { _ in throw Refusal() })

        #expect(throws: Refusal.self) { try dispute.second.save() }

        #expect(dispute.held == "20 0.5 none v1")
        #expect(try dispute.stored() == "10 1.5 - v2")
    }
}
