import Foundation
import Persistence
import Synchronization
import Testing

/// Edits a library randomly in two contexts at the same time, and in dictionaries.
final class SharedEditor {
    private typealias Kind = PlainRecords.Kind

    /// One of the contexts.
    private struct Editor {
        let context: ManagedObjectContext
        let ear: Ear
        var changes = PlainChanges()
        /// All objects, which are retained.
        var objects: [Int: ManagedObject] = [:]
    }

    /// Notifications of saves that are not yet merged.
    private final class Ear: Sendable {
        private let heard = Mutex<[SaveNotification]>([])
        func hear(_ notification: SaveNotification) { heard.withLock { $0.append(notification) } }
        func takeAll() -> [SaveNotification] {
            heard.withLock { heard in
                defer { heard = [] }
                return heard
            }
        }
    }

    private let containers: [PersistentContainer]
    private let policy: MergePolicy
    private var random: SplitMix
    private var editors: [Editor] = []
    private var observations: [CoordinatorObservation] = []
    private var store = PlainRecords()
    private var versions: [Int: Int64] = [:]
    private var ids: [Int: ManagedObjectID] = [:]
    private var lastNumber = 0
    private var log: [String] = []
    /// The numbers of refused, resolved and revived saves.
    private(set) var outcomes: [String: Int] = [:]

    /// - Parameter containers: one for both contexts, or one for each, as in two processes.
    init(_ containers: [PersistentContainer], policy: MergePolicy, seed: UInt64) {
        self.containers = containers
        self.policy = policy
        random = SplitMix(state: seed)
        for number in 0..<2 {
            let ear = Ear()
            let container = containers[number % containers.count]
            let editor = Editor(context: ManagedObjectContext(container), ear: ear)
            editor.context.mergePolicy = policy
            for container in containers {
                observations.append(container.coordinator.observeSaves { ear.hear($0) })
            }
            editors.append(editor)
        }
    }

    /// Makes an edit in one of the contexts.
    func step() throws {
        let number = Int.random(in: 0..<2, using: &random)
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<24: try insert(number)
        case 24..<40: try setValue(number)
        case 40..<56: try setOwner(number)
        case 56..<68: try changePair(number)
        case 68..<74: try delete(number)
        case 74..<88: try save(number)
        case 88..<97:
            note(number, "merge")
            try merge(number)
        default:
            note(number, "rollback")
            try rollBack(number)
        }
    }

    // MARK: - Editing

    private func note(_ editor: Int, _ text: String) { log.append("\(editor): \(text)") }

    private var recentLog: String { log.suffix(60).joined(separator: "; ") }

    private func any(_ kind: Kind, _ editor: Int) -> Int? {
        editors[editor].changes.mine.numbers(kind).randomElement(using: &random)
    }

    private func object<Object: ManagedObject>(
        _ number: Int, _ editor: Int, as type: Object.Type = Object.self
    ) throws -> Object {
        if let object = editors[editor].objects[number] { return try #require(object as? Object) }
        let object = editors[editor].context.object(with: try #require(ids[number]))
        editors[editor].objects[number] = object
        return try #require(object as? Object)
    }

    private func insert(_ editor: Int) throws {
        let context = editors[editor].context
        lastNumber += 1
        let number = lastNumber
        var record = PlainRecords.Record(kind: .book, text: "No \(number)")
        switch Int.random(in: 0..<6, using: &random) {
        case 0:
            record.kind = .author
            let author = Author(context: context)
            author.name = record.text
            editors[editor].objects[number] = author
        case 1:
            record.kind = .tag
            let tag = Tag(context: context)
            tag.label = record.text
            editors[editor].objects[number] = tag
        case 2...3:
            guard let owner = any(.book, editor) else { return }
            record.kind = .page
            record.owner = owner
            let page = Page(context: context)
            page.text = record.text
            page.book = try object(owner, editor)
            editors[editor].objects[number] = page
        default:
            let book =
                Bool.random(using: &random) ? Book(context: context) : Novel(context: context)
            book.title = record.text
            record.stock = 1
            record.owner = any(.author, editor)
            book.author = try record.owner.map { try object($0, editor) }
            editors[editor].objects[number] = book
        }
        editors[editor].changes.mine.records[number] = record
        note(editor, "\(record.kind) \(number) in \(record.owner ?? 0)")
    }

    private func setValue(_ editor: Int) throws {
        guard
            let number = editors[editor].changes.mine.records.keys.sorted()
                .randomElement(using: &random),
            let record = editors[editor].changes.mine.records[number]
        else { return }
        let text = "No \(number) \(Int.random(in: 0..<100, using: &random))"
        switch record.kind {
        case .author: try object(number, editor, as: Author.self).name = text
        case .tag: try object(number, editor, as: Tag.self).label = text
        case .page: try object(number, editor, as: Page.self).text = text
        case .book where Bool.random(using: &random):
            let stock = Int.random(in: 0..<9, using: &random)
            try object(number, editor, as: Book.self).stock = Int16(stock)
            editors[editor].changes.mine.records[number]?.stock = stock
            return note(editor, "stock of \(number): \(stock)")
        case .book: try object(number, editor, as: Book.self).title = text
        }
        editors[editor].changes.mine.records[number]?.text = text
        note(editor, "text of \(number): \(text)")
    }

    private func setOwner(_ editor: Int) throws {
        if Bool.random(using: &random) {
            guard let number = any(.book, editor) else { return }
            let owner =
                Int.random(in: 0..<4, using: &random) == 0 ? nil : any(.author, editor)
            try object(number, editor, as: Book.self).author = owner.map { try object($0, editor) }
            editors[editor].changes.mine.records[number]?.owner = owner
            note(editor, "author of \(number): \(owner ?? 0)")
        } else {
            guard let number = any(.page, editor), let owner = any(.book, editor) else { return }
            try object(number, editor, as: Page.self).book = try object(owner, editor)
            editors[editor].changes.mine.records[number]?.owner = owner
            note(editor, "book of \(number): \(owner)")
        }
    }

    private func changePair(_ editor: Int) throws {
        guard let number = any(.book, editor), let tag = any(.tag, editor) else { return }
        let pair = PlainRecords.Pair(book: number, tag: tag)
        let book: Book = try object(number, editor)
        if editors[editor].changes.mine.pairs.contains(pair) {
            try object(tag, editor, as: Tag.self).removeFromToMany([book], at: 0)
            editors[editor].changes.mine.pairs.remove(pair)
        } else {
            book.addToMany([try object(tag, editor, as: Tag.self)], at: 9)
            editors[editor].changes.mine.pairs.insert(pair)
        }
        note(editor, "pair \(number) \(tag)")
    }

    private func delete(_ editor: Int) throws {
        let kinds: [Kind] = [.author, .tag, .book, .book, .page, .page]
        guard let kind = kinds.randomElement(using: &random), let number = any(kind, editor)
        else { return }
        editors[editor].context.delete(try object(number, editor))
        editors[editor].context.processPendingChanges()
        editors[editor].changes.mine.delete([number])
        note(editor, "delete \(number)")
    }

    // MARK: - Saving

    private func save(_ editor: Int) throws {
        let changes = editors[editor].changes
        let prediction = PlainPrediction(saving: changes, under: policy, over: store, versions)
        note(editor, "save \(prediction.name)")
        outcomes[prediction.name, default: 0] += 1
        do {
            try editors[editor].context.save()
        } catch {
            guard case .refused = prediction else {
                if case .revives = prediction { return try rollBack(editor) }
                throw Surprise(text: "\(error) \(numbers(of: error))", log: recentLog)
            }
            if case .error = policy, Bool.random(using: &random) { return try merge(editor) }
            return try rollBack(editor)
        }
        for (number, object) in editors[editor].objects where !object.objectID.isTemporaryID {
            ids[number] = object.objectID
        }
        try compareStore(with: prediction)
        #expect(!editors[editor].context.hasChanges)
        editors[editor].changes.mine = editors[editor].changes.base
        try merge(editor)
    }

    /// The records of conflicts with their new versions, for the log.
    private func numbers(of error: any Error) -> [String] {
        guard case PersistenceError.mergeConflicts(let conflicts) = error else { return [] }
        return conflicts.map { conflict in
            let number = ids.first { $0.value == conflict.objectID }?.key ?? -1
            let stored = store.records[number].map { "\($0)" } ?? "none"
            return "\(number) \(conflict.oldVersion) \(conflict.newVersion) \(stored)"
        }
    }

    private func compareStore(with prediction: PlainPrediction) throws {
        let found = try read(ManagedObjectContext(containers[0]))
        switch prediction {
        case .refused: throw Surprise(text: "The save was not refused", log: recentLog)
        case .revives: break
        case .stores(let expected):
            let differences = found.records.differences(from: expected)
            guard differences.isEmpty else {
                throw Surprise(text: "The store: \(differences)", log: recentLog)
            }
        }
        store = found.records
        versions = found.versions
    }

    private func rollBack(_ editor: Int) throws {
        editors[editor].context.rollback()
        editors[editor].changes.mine = editors[editor].changes.base
        try merge(editor)
    }

    /// Merges what was saved since the last time.
    private func merge(_ editor: Int) throws {
        let context = editors[editor].context
        for notification in editors[editor].ear.takeAll() {
            try context.mergeChanges(fromContextDidSave: notification)
        }
        editors[editor].changes.merge(store, versions)
        let found = try read(context, editors[editor].objects)
        let differences = found.records.differences(from: editors[editor].changes.mine)
        guard differences.isEmpty else {
            throw Surprise(text: "The context: \(differences)", log: recentLog)
        }
        let numbers = Set(found.records.records.keys)
        editors[editor].objects = editors[editor].objects.filter { numbers.contains($0.key) }
        try withExtendedLifetime(found.objects) {
            for number in numbers { _ = try object(number, editor) as ManagedObject }
        }
    }

    // MARK: - Reading

    /// A difference from the dictionaries.
    struct Surprise: Error, CustomStringConvertible {
        let text: String
        let log: String
        var description: String { "\(text), after \(log)" }
    }

    /// The state of a context.
    private struct Reading {
        var records = PlainRecords()
        var versions: [Int: Int64] = [:]
        /// The objects, whose values last as long as they are referenced.
        var objects: [ManagedObject] = []
    }

    private func read(
        _ context: ManagedObjectContext, _ objects: [Int: ManagedObject] = [:]
    ) throws -> Reading {
        var numbers = Dictionary(uniqueKeysWithValues: ids.map { ($1, $0) })
        for (number, object) in objects where object.managedObjectContext != nil {
            numbers[object.objectID] = number
        }
        var reading = Reading()
        func add(_ object: ManagedObject, _ record: PlainRecords.Record) {
            let number = numbers[object.objectID] ?? -1
            reading.records.records[number] = record
            reading.versions[number] = object.rowVersion
            reading.objects.append(object)
        }
        func number(_ object: ManagedObject?) -> Int? { object.map { numbers[$0.objectID] ?? -1 } }
        for author in try context.fetch(FetchRequest<Author>()) {
            add(author, PlainRecords.Record(kind: .author, text: author.name ?? ""))
            for book in author.books where book.author !== author {
                throw Surprise(text: "An author has a book that says otherwise", log: recentLog)
            }
        }
        for tag in try context.fetch(FetchRequest<Tag>()) {
            add(tag, PlainRecords.Record(kind: .tag, text: tag.label ?? ""))
            for book in tag.books where !book.tags.contains(tag) {
                throw Surprise(text: "A tag has a book that says otherwise", log: recentLog)
            }
        }
        for book in try context.fetch(FetchRequest<Book>()) {
            add(
                book,
                PlainRecords.Record(
                    kind: .book, text: book.title ?? "", stock: Int(book.stock),
                    owner: number(book.author)))
            for tag in book.tags {
                reading.records.pairs.insert(
                    PlainRecords.Pair(book: number(book) ?? -1, tag: number(tag) ?? -1))
            }
            let isMember = book.author?.books.contains(book) ?? true
            guard isMember, book.tags.allSatisfy({ $0.books.contains(book) }),
                book.pages.allSatisfy({ $0.book === book })
            else { throw Surprise(text: "A book has one-sided relationships", log: recentLog) }
        }
        for page in try context.fetch(FetchRequest<Page>()) {
            add(
                page,
                PlainRecords.Record(kind: .page, text: page.text ?? "", owner: number(page.book)))
            guard page.book?.pages.contains(page) ?? true else {
                throw Surprise(text: "A page is not in its book", log: recentLog)
            }
        }
        return reading
    }
}

extension PlainPrediction {
    /// The next step, for the log.
    var name: String {
        switch self {
        case .refused: "refused"
        case .stores: "stored"
        case .revives: "revived"
        }
    }
}
