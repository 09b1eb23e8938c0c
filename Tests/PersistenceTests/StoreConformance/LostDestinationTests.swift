import Foundation
import Persistence
import Testing

@Suite("Relationships to records deleted by others, on every store")
struct LostDestinationTests {
    @Test("A deleted member is a conflict", arguments: StoreKind.allCases)
    func member(kind: StoreKind) throws {
        let shared = try SharedLibrary(kind)
        try shared.book(shared.second).tags = [try shared.tag(shared.second)]
        shared.first.delete(try shared.tag(shared.first))
        try shared.first.save()

        let conflicts = try shared.conflicts()

        #expect(conflicts.map(\.objectID) == [shared.tagID])
        #expect(conflicts.map(\.newVersion) == [0])
        #expect(try shared.book(shared.third).tags.isEmpty)
    }

    @Test(
        "A deleted member is omitted under policies that favor the store",
        arguments: StoreKind.allCases, [MergePolicy.mergeByPropertyStoreTrump, .rollback])
    func memberLeftOut(kind: StoreKind, policy: MergePolicy) throws {
        let shared = try SharedLibrary(kind, policy: policy)
        let book = try shared.book(shared.second)
        book.tags = [try shared.tag(shared.second)]
        book.stock = 9
        shared.first.delete(try shared.tag(shared.first))
        try shared.first.save()

        try shared.second.save()

        #expect(book.tags.isEmpty)
        let stored = try shared.book(shared.third)
        #expect(stored.tags.isEmpty)
        #expect(stored.stock == 9)
    }

    @Test("A deleted destination is a conflict", arguments: StoreKind.allCases)
    func destination(kind: StoreKind) throws {
        let shared = try SharedLibrary(kind)
        let book = try shared.book(shared.second)
        book.author = try shared.otherAuthor(shared.second)
        shared.first.delete(try shared.otherAuthor(shared.first))
        try shared.first.save()

        #expect(try shared.conflicts().map(\.objectID) == [shared.otherAuthorID])

        #expect(book.author != nil)
        #expect(try shared.book(shared.third).author?.name == "Ada")
    }

    @Test(
        "A deleted destination is reset to the store’s under policies that favor the store",
        arguments: StoreKind.allCases, [MergePolicy.mergeByPropertyStoreTrump, .rollback])
    func destinationLeftOut(kind: StoreKind, policy: MergePolicy) throws {
        let shared = try SharedLibrary(kind, policy: policy)
        let book = try shared.book(shared.second)
        let new = Book(context: shared.second)
        new.title = "New"
        new.author = try shared.otherAuthor(shared.second)
        book.author = try shared.otherAuthor(shared.second)
        shared.first.delete(try shared.otherAuthor(shared.first))
        try shared.first.save()

        try shared.second.save()

        #expect(book.author?.name == "Ada")
        #expect(book.author?.books.contains(book) == true)
        #expect(new.author == nil)
        #expect(new.objectID.isTemporaryID == false)
    }

    @Test("A deleted required destination is missing", arguments: StoreKind.allCases)
    func required(kind: StoreKind) throws {
        let shared = try SharedLibrary(kind, policy: .mergeByPropertyStoreTrump)
        let page = Page(context: shared.second)
        page.book = try shared.book(shared.second)
        shared.first.delete(try shared.book(shared.first))
        try shared.first.save()

        #expect(faults { try shared.second.save() }.map(\.code) == [.missingMandatoryProperty])

        #expect(try all(Page.self, by: "text", in: shared.third).isEmpty)
    }

    @Test("Merging a deletion removes unsaved references", arguments: StoreKind.allCases)
    func merged(kind: StoreKind) throws {
        let shared = try SharedLibrary(kind)
        shared.second.automaticallyMergesChangesFromParent = true
        let book = try shared.book(shared.second)
        let page = Page(context: shared.second)
        page.book = try shared.second.existing(shared.ids[2], as: Book.self)
        book.author = try shared.otherAuthor(shared.second)
        book.tags = [try shared.tag(shared.second)]
        shared.first.delete(try shared.otherAuthor(shared.first))
        shared.first.delete(try shared.tag(shared.first))
        shared.first.delete(try shared.first.existing(shared.ids[2], as: Book.self))
        try shared.first.save()

        #expect(faults { try shared.second.save() }.map(\.key) == ["book"])
        #expect(book.author == nil)
        #expect(book.tags.isEmpty)
        #expect(page.book == nil)
        page.book = book
        try shared.second.save()

        let stored = try shared.book(shared.third)
        #expect(stored.author == nil)
        #expect(stored.pages.count == 1)
    }

    @Test(
        "A record that others add to a deleted one is deleted by cascade",
        arguments: StoreKind.allCases)
    func cascade(kind: StoreKind) throws {
        let shared = try SharedLibrary(kind)
        let author = try shared.author(shared.second)
        #expect(author.books.count == 2)
        shared.second.delete(author)
        shared.second.processPendingChanges()
        let book = Book(context: shared.first)
        book.title = "Three"
        book.author = try shared.author(shared.first)
        let page = Page(context: shared.first)
        page.book = book
        try shared.first.save()

        try shared.second.save()

        let other = shared.third
        #expect(try all(Book.self, by: "title", in: other).isEmpty)
        #expect(try all(Page.self, by: "text", in: other).isEmpty)
    }

    @Test("A record that others add denies the deletion", arguments: StoreKind.allCases)
    func denied(kind: StoreKind) throws {
        let shared = try SharedLibrary(kind)
        let book = try shared.book(shared.second)
        #expect(book.loans.isEmpty)
        shared.second.delete(book)
        let loan = Loan(context: shared.first)
        loan.borrower = "Eve"
        loan.book = try shared.book(shared.first)
        try shared.first.save()

        #expect(faults { try shared.second.save() }.map(\.code) == [.relationshipDeniedDelete])

        #expect(book.isDeleted)
        #expect(try shared.book(shared.third).loans.count == 1)
    }
}
