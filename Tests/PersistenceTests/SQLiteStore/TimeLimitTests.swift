import ObjectModel
import Persistence
import Testing

@Suite("Time limits")
struct TimeLimitTests {
    private func fill(_ library: TestLibrary) throws {
        let titles = (0..<400).map { "b\($0)" }
        try library.save(author: "One", titles: titles)
    }

    /// Searches the cube of all books for each book, which takes hours.
    private static let endless =
        "SUBQUERY(author.books, $a, SUBQUERY($a.author.books, $b, "
        + "SUBQUERY($b.author.books, $c, $c.stock < 0).@count > 0).@count > 0).@count > 0"

    @Test("A read that exceeds its limit is interrupted, and the next one is not", .endsIfItHangs)
    func timeLimit() throws {
        let library = try TestLibrary(.sqlite)
        try fill(library)
        var request = FetchRequest<Book>()
        request.predicate = try FetchPredicate(format: Self.endless)

        let error = #expect(throws: PersistenceError.self) {
            try library.container.read(timeLimit: .milliseconds(200)) { context in
                try context.count(for: request)
            }
        }
        let after = try library.container.read { try $0.count(for: FetchRequest<Book>()) }

        guard case .timeLimitExceeded = error else {
            Issue.record("Another error: \(String(describing: error))")
            return
        }
        #expect(after == 400)
    }

    @Test("A read within its limit is not interrupted")
    func withinLimit() throws {
        let library = try TestLibrary(.sqlite)
        try fill(library)

        let count = try library.container.read(timeLimit: .seconds(3_600)) { context in
            try context.fetch(FetchRequest<Book>()).count
        }

        #expect(count == 400)
    }

    @Test("A runaway regular expression is an error of the predicate, not of SQLite")
    func wildExpression() throws {
        let library = try TestLibrary(.sqlite)
        try library.save(author: "One", titles: [String(repeating: "x", count: 200)])
        var request = FetchRequest<Book>()
        request.predicate = try FetchPredicate(format: "title MATCHES \"(x+x+)+y\"")

        let error = #expect(throws: PersistenceError.self) {
            try library.context().fetch(request)
        }

        guard case .unsupportedPredicate(let reason) = error else {
            Issue.record("Another error: \(String(describing: error))")
            return
        }
        #expect(reason.contains("takes too long to match"))
    }

    @Test("A runaway regular expression of a validation rule refuses the value with a reason")
    func wildRule() throws {
        var word = EntityDescription("Word")
        var text = AttributeDescription("text", .string, isOptional: false)
        text.regularExpression = "(x+x+)+y"
        word.attributes = [text]
        let library = try TestLibrary(.sqlite, model: ManagedObjectModel(entities: [word]))
        let context = library.context()
        let object = try ManagedObject(entityName: "Word", context: context)
        func reasons(_ text: String) throws -> [String] {
            try object.setValue(text, forKey: "text")
            return faults { try object.validateProperties() }.map(\.reason)
        }

        #expect(try reasons(String(repeating: "x", count: 200)).first?.contains("too long") == true)
        #expect(
            try reasons(String(repeating: "x", count: 200_000)).first?.contains("at most") == true)
        #expect(try reasons("z") == ["text does not match its pattern"])
        try object.setValue("xxy", forKey: "text")
        try context.save()
    }
}
