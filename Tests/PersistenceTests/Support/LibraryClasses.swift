import Foundation
import Persistence
import Synchronization

/// Calls of hooks, in order.
final class HookLog {
    var calls: [String] = []
}

class Book: ManagedObject {
    var log: HookLog?
    var onWillSave: (Book) -> Void = { _ in }
    var onDidSave: (Book) -> Void = { _ in }
    var onValidation: (Book) -> Void = { _ in }
    private(set) var awakenings = 0

    private(set) var snapshotEvents: [SnapshotEvents] = []

    override func awakeFromInsert() { awakenings += 1 }
    override func awake(fromSnapshotEvents events: SnapshotEvents) {
        snapshotEvents.append(events)
        if title == "twice" { title = "once" }
    }
    override func awakeFromFetch() { if title == "asleep" { title = "awake" } }
    override func willTurnIntoFault() { log?.calls.append("willTurnIntoFault") }
    override func didTurnIntoFault() { log?.calls.append("didTurnIntoFault") }
    override func prepareForDeletion() { log?.calls.append("prepareForDeletion") }
    override func willSave() {
        log?.calls.append("willSave")
        if title == "trim me " { title = "trim me" }
        onWillSave(self)
    }
    override func didSave() {
        log?.calls.append("didSave")
        onDidSave(self)
    }

    override func validateForInsert() throws {
        try super.validateForInsert()
        onValidation(self)
    }

    override func validate(_ value: AttributeValue, forKey key: String) throws {
        if key == "title", case .string("forbidden") = value {
            throw PersistenceError.validation([
                fault(.managedObjectValidation, key: key, reason: "title is forbidden")
            ])
        }
        if key == "tags", tags.contains(where: { $0.label == "forbidden" }) {
            throw PersistenceError.validation([
                fault(.managedObjectValidation, key: key, reason: "a tag is forbidden")
            ])
        }
        if key == "isbn", value.isNull, title == "needs an isbn" {
            throw PersistenceError.validation([
                fault(.managedObjectValidation, key: key, reason: "isbn is missing")
            ])
        }
    }
}

final class Novel: Book {}

final class Author: ManagedObject {
    static let awakenings = Awakenings()
    override func awakeFromFetch() { Self.awakenings.add(name ?? "") }
}

/// The number of authors of each name for which awakeFromFetch was called.
final class Awakenings: Sendable {
    private let counts = Mutex<[String: Int]>([:])

    func add(_ name: String) {
        counts.withLock { $0[name, default: 0] += 1 }
    }

    func count(of name: String) -> Int {
        counts.withLock { $0[name, default: 0] }
    }
}

final class Page: ManagedObject {}
final class Tag: ManagedObject {}
final class Loan: ManagedObject {}

extension Author {
    var books: Set<Book> {
        get { toMany(at: 0, as: Book.self) }
        set { setToMany(newValue, at: 0) }
    }
    var name: String? {
        get { string(at: 1) }
        set { setString(newValue, at: 1) }
    }
    func addToBooks(_ book: Book) { addToMany([book], at: 0) }
    func removeFromBooks(_ book: Book) { removeFromToMany([book], at: 0) }
}

extension Book {
    var author: Author? {
        get { toOne(at: 0, as: Author.self) }
        set { setToOne(newValue, at: 0) }
    }
    var cover: String? {
        get { transformed(at: 1, as: String.self) }
        set { setTransformed(newValue, at: 1) }
    }
    var isbn: String? {
        get { string(at: 2) }
        set { setString(newValue, at: 2) }
    }
    var key: UUID? {
        get { uuid(at: 3) }
        set { setUUID(newValue, at: 3) }
    }
    var loans: Set<Loan> { toMany(at: 4, as: Loan.self) }
    var pages: [Page] {
        get { orderedToMany(at: 5, as: Page.self) }
        set { setOrderedToMany(newValue, at: 5) }
    }
    var price: Decimal? {
        get { decimal(at: 6) }
        set { setDecimal(newValue, at: 6) }
    }
    var published: Date? {
        get { date(at: 7) }
        set { setDate(newValue, at: 7) }
    }
    var stock: Int16 {
        get { int16(at: 8) }
        set { setInt16(newValue, at: 8) }
    }
    var tags: Set<Tag> {
        get { toMany(at: 9, as: Tag.self) }
        set { setToMany(newValue, at: 9) }
    }
    var title: String? {
        get { string(at: 10) }
        set { setString(newValue, at: 10) }
    }
    var weight: Double {
        get { double(at: 11) }
        set { setDouble(newValue, at: 11) }
    }
}

extension Novel {
    var genre: String? {
        get { string(at: 12) }
        set { setString(newValue, at: 12) }
    }
}

extension Page {
    var book: Book? {
        get { toOne(at: 0, as: Book.self) }
        set { setToOne(newValue, at: 0) }
    }
    var text: String? {
        get { string(at: 1) }
        set { setString(newValue, at: 1) }
    }
}

extension Tag {
    var books: Set<Book> {
        get { toMany(at: 0, as: Book.self) }
        set { setToMany(newValue, at: 0) }
    }
    var label: String? {
        get { string(at: 1) }
        set { setString(newValue, at: 1) }
    }
}

extension Loan {
    var book: Book? {
        get { toOne(at: 0, as: Book.self) }
        set { setToOne(newValue, at: 0) }
    }
    var borrower: String? {
        get { string(at: 1) }
        set { setString(newValue, at: 1) }
    }
}
