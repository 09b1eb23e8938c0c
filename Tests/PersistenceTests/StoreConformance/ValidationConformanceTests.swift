import Foundation
import ObjectModel
import Persistence
import Testing

@Suite("Validation, on every store")
struct ValidationConformanceTests {
    /// The validation errors of a save after setting a value of a gadget.
    private func faultsOfGadget(
        _ kind: StoreKind, _ key: String, _ value: any Sendable
    ) throws -> [ValidationFault] {
        let store = try TestLibrary(kind, model: Club.model)
        let context = store.context()
        let gadget = try context.make("Gadget")
        try gadget.setValue(value, forKey: key)
        let found = faults { try context.save() }
        #expect(found.allSatisfy { $0.key == key && $0.entity == "Gadget" })
        #expect(found.allSatisfy { $0.objectID == gadget.objectID })
        return found
    }

    @Test("A missing required value is an error", arguments: StoreKind.allCases)
    func required(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let context = library.context()
        let book = Book(context: context)
        let loan = Loan(context: context)
        loan.borrower = "Bob"

        let found = faults { try context.save() }

        #expect(found.map(\.reason) == ["title is a required value", "book is a required value"])
        #expect(found.map(\.code) == [.missingMandatoryProperty, .missingMandatoryProperty])
        #expect(found.map(\.code.rawValue) == [1570, 1570])
        #expect(found.map(\.entity) == ["Book", "Loan"])
        #expect(found.map(\.objectID) == [book.objectID, loan.objectID])
    }

    @Test("A required value with a default can be omitted", arguments: StoreKind.allCases)
    func requiredWithDefault(kind: StoreKind) throws {
        let store = try TestLibrary(kind, model: Club.model)
        let context = store.context()
        let gadget = try context.make("Gadget")
        try context.save()

        try gadget.setValue(nil as String?, forKey: "required")

        #expect(faults { try context.save() }.map(\.code) == [.missingMandatoryProperty])
    }

    @Test("Too few and too many destinations are errors", arguments: StoreKind.allCases)
    func counts(kind: StoreKind) throws {
        let store = try TestLibrary(kind, model: Club.model)
        let context = store.context()
        let team = try context.make("Team", "X")
        let people = try (0..<4).map { try context.make("Person", "P\($0)") }

        try context.save()  // An optional relationship may be empty.
        try team.setValue([people[0]], forKey: "members")
        let few = faults { try context.save() }
        try team.setValue(people, forKey: "members")
        let many = faults { try context.save() }
        try people[3].setValue([ManagedObject](), forKey: "teams")
        try context.save()

        #expect(few.map(\.code) == [.tooFewObjects])
        #expect(few.first?.reason.hasPrefix("too few items") == true)
        #expect(few.first?.code.rawValue == 1580)
        #expect(many.map(\.code) == [.tooManyObjects])
        #expect(many.first?.reason.hasPrefix("too many items") == true)
        #expect(many.first?.code.rawValue == 1590)
    }

    @Test("Too many destinations added by the inverse are an error", arguments: StoreKind.allCases)
    func countsFromOtherEnd(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let context = library.context()
        let book = Book(context: context)
        book.title = "One"
        try context.save()
        let other = library.context()
        let found = try other.existing(book.objectID, as: Book.self)

        for _ in 0...50 { Page(context: other).book = found }

        #expect(faults { try other.save() }.map(\.code) == [.tooManyObjects])
    }

    @Test("A required to-many relationship must not be empty", arguments: StoreKind.allCases)
    func requiredToMany(kind: StoreKind) throws {
        var model = Library.model
        let author = try #require(model.entities.firstIndex { $0.name == "Author" })
        model.entities[author].relationships[0].isOptional = false
        let store = try TestLibrary(kind, model: model)
        let context = store.context()
        let ada = try context.make("Author", "Ada")

        let new = faults { try context.save() }
        let book = try ManagedObject(entityName: "Book", context: context)
        try book.setValue("One", forKey: "title")
        try book.setValue(ada, forKey: "author")
        try context.save()
        context.delete(book)
        let emptied = faults { try context.save() }

        #expect(new.map(\.reason) == ["books is a required value"])
        #expect(emptied.map(\.reason) == ["books is a required value"])
    }

    @Test(
        "Numbers out of bounds are errors", arguments: StoreKind.allCases,
        [
            ("short", -6.0, ValidationFault.Code.numberTooSmall),
            ("short", 32768, .numberTooLarge), ("short", -32769, .numberTooSmall),
            ("middle", 2_147_483_648, .numberTooLarge),
            ("middle", -2_147_483_649, .numberTooSmall),
            ("whole", 9_007_199_254_740_994, .numberTooLarge), ("ratio", 0.24, .numberTooSmall),
            ("ratio", 0.76, .numberTooLarge), ("ratio", .infinity, .managedObjectValidation),
        ])
    func numbers(
        kind: StoreKind, example: (key: String, value: Double, code: ValidationFault.Code)
    ) throws {
        let value: any Sendable =
            example.key == "ratio" ? example.value : Int64(example.value)

        let found = try faultsOfGadget(kind, example.key, value)

        #expect(found.map(\.code) == [example.code])
    }

    @Test("Bounds beyond the range of decimals apply", arguments: StoreKind.allCases)
    func farBounds(kind: StoreKind) throws {
        var entity = EntityDescription("Star")
        entity.attributes = [("far", nil, "1e200"), ("near", "-1e-200", nil)].map {
            var attribute = AttributeDescription($0, .double)
            (attribute.minValueString, attribute.maxValueString) = ($1, $2)
            return attribute
        }
        var mass = AttributeDescription("mass", .decimal, isOptional: false)
        (mass.minValueString, mass.maxValueString) = ("-1e200", "1e200")
        var count = AttributeDescription("count", .integer64, isOptional: false)
        (count.minValueString, count.maxValueString) = ("-1e200", "1e200")
        entity.attributes += [mass, count]
        let library = try TestLibrary(kind, model: ManagedObjectModel(entities: [entity]))
        let context = library.context()
        let star = try ManagedObject(entityName: "Star", context: context)
        try star.setValue(Decimal(sign: .plus, exponent: 120, significand: 9), forKey: "mass")
        try star.setValue(Int64.max, forKey: "count")

        for (key, wrong, right, reason) in [
            ("far", 1.1e200, 1e200, "far is too large: at most 1e200"),
            ("near", -1e-199, -1e-200, "near is too small: at least -1e-200"),
        ] {
            try star.setValue(wrong, forKey: key)
            #expect(faults { try context.save() }.map(\.reason) == [reason])
            try star.setValue(right, forKey: key)
            try context.save()
        }
        withExtendedLifetime(library) {}
    }

    @Test("Numbers at their bounds are valid", arguments: StoreKind.allCases)
    func boundaries(kind: StoreKind) throws {
        let store = try TestLibrary(kind, model: Club.model)
        let context = store.context()
        let gadget = try context.make("Gadget")

        for (key, value) in [
            ("short", -5), ("short", 32767), ("middle", Int64(Int32.min)),
            ("whole", 9_007_199_254_740_993),
        ] as [(String, Int64)] {
            try gadget.setValue(value, forKey: key)
            try context.save()
        }
        for ratio in [0.25, 0.75] {
            try gadget.setValue(ratio, forKey: "ratio")
            try context.save()
        }
        #expect(gadget.rowVersion == 6)
    }

    @Test(
        "A decimal with more than 15 significant digits is refused", arguments: StoreKind.allCases)
    func decimals(kind: StoreKind) throws {
        let sixteen = try #require(Decimal(string: "1234567890.123456"))
        let fifteen = try #require(Decimal(string: "0.00123456789012345"))
        let store = try TestLibrary(kind, model: Club.model)
        let context = store.context()
        let gadget = try context.make("Gadget")

        let found = try faultsOfGadget(kind, "amount", sixteen)
        try gadget.setValue(fifteen, forKey: "amount")
        try context.save()
        try gadget.setValue(Decimal(sign: .plus, exponent: 30, significand: 1), forKey: "amount")
        try context.save()

        #expect(found.map(\.code) == [.managedObjectValidation])
        #expect(found.first?.reason.contains("16 significant digits") == true)
        let nan = try faultsOfGadget(kind, "amount", Decimal.nan)
        #expect(nan.map(\.code) == [.managedObjectValidation])
    }

    @Test("Dates out of bounds are errors", arguments: StoreKind.allCases)
    func dates(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let context = library.context()
        let book = Book(context: context)
        book.title = "One"

        book.published = Date(timeIntervalSinceReferenceDate: 1_000_000_001)
        let late = faults { try context.save() }
        book.published = Date(timeIntervalSinceReferenceDate: -1_000_000_001)
        let soon = faults { try context.save() }

        #expect(late.map(\.code) == [.dateTooLate])
        #expect(late.first?.code.rawValue == 1630)
        #expect(soon.map(\.code) == [.dateTooSoon])
    }

    @Test(
        "Strings are validated by length and pattern", arguments: StoreKind.allCases,
        [
            ("a", [ValidationFault.Code.stringTooShort]), ("abbbb", [.stringTooLong]),
            ("ba", [.stringPatternMatching]), ("ab", []), ("abb\n", [.stringPatternMatching]),
            ("", [.stringTooShort, .stringPatternMatching]),
        ])
    func strings(
        kind: StoreKind, example: (text: String, codes: [ValidationFault.Code])
    ) throws {
        guard !example.codes.isEmpty else {
            let store = try TestLibrary(kind, model: Club.model)
            let context = store.context()
            try context.make("Gadget").setValue(example.text, forKey: "code")
            try context.save()
            return
        }

        let found = try faultsOfGadget(kind, "code", example.text)

        #expect(found.map(\.code) == example.codes)
    }

    @Test("The length of a string is its number of characters", arguments: StoreKind.allCases)
    func characters(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let context = library.context()
        let author = Author(context: context)

        author.name = String(repeating: "👩‍👩‍👧", count: 20)
        try context.save()
        author.name = String(repeating: "e", count: 21)

        #expect(faults { try context.save() }.map(\.code) == [.stringTooLong])
    }

    @Test("Validation rules of the class and the model are combined", arguments: StoreKind.allCases)
    func customRule(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let context = library.context()
        let book = Book(context: context)
        book.title = "forbidden"
        book.stock = -1

        let found = faults { try context.save() }

        #expect(Set(found.map(\.reason)).contains("title is forbidden"))
        #expect(Set(found.compactMap(\.key)) == ["title", "stock"])
    }

    @Test(
        "Validation rules of the class apply to to-many relationships",
        arguments: StoreKind.allCases)
    func customRuleOfDestinations(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let context = library.context()
        let tag = Tag(context: context)
        tag.label = "forbidden"
        let book = Book(context: context)
        book.title = "One"
        try context.save()
        book.tags = [tag]

        let found = faults { try context.save() }

        #expect(found.map(\.key) == ["tags"])
        #expect(throws: PersistenceError.self) { try book.validateValue(forKey: "tags") }
        book.tags = []
        try context.save()
    }

    @Test("Validation rules of the class apply to missing values", arguments: StoreKind.allCases)
    func customRuleOfMissingValue(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let context = library.context()
        let book = Book(context: context)
        book.title = "needs an isbn"

        let found = faults { try context.save() }

        #expect(found.map(\.key) == ["isbn"])
    }

    @Test("An error lists all validation errors of all objects", arguments: StoreKind.allCases)
    func allFaults(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let context = library.context()
        let author = Author(context: context)
        author.name = "A"
        let book = Book(context: context)
        book.isbn = "x"
        book.price = -1
        _ = Tag(context: context)

        let found = faults { try context.save() }

        #expect(
            found.map { "\($0.entity).\($0.key ?? "")" } == [
                "Author.name", "Book.isbn", "Book.price", "Book.title", "Tag.label",
            ])
    }

    @Test("Deleted objects are not validated", arguments: StoreKind.allCases)
    func unchangedObjects(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let context = library.context()
        let book = Book(context: context)
        book.title = "One"
        try context.save()
        context.delete(book)
        book.title = nil

        try context.save()

        #expect(try all(Book.self, by: "title", in: library.context()).isEmpty)
    }

    @Test("A single value is validated by key", arguments: StoreKind.allCases)
    func oneValue(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let context = library.context()
        let book = Book(context: context)

        #expect(faults { try book.validateValue(forKey: "title") }.count == 1)
        try book.validateValue(forKey: "stock")
        #expect(throws: PersistenceError.self) { try book.validateValue(forKey: "nothing") }
    }

    @Test("Predicates of the model are validation rules", arguments: StoreKind.allCases)
    func predicates(kind: StoreKind) throws {
        var model = Club.model
        let gadget = try #require(model.entities.firstIndex { $0.name == "Gadget" })
        let short = try #require(
            model.entities[gadget].attributes.firstIndex { $0.name == "short" })
        model.entities[gadget].attributes[short].validationPredicates = [
            ValidationPredicate(format: "SELF != 13", message: "short brings bad luck")
        ]
        model.entities[gadget].validationPredicates = [
            ValidationPredicate(format: "short < middle", message: "short is not below middle")
        ]
        let store = try TestLibrary(kind, model: model)
        let context = store.context()
        let object = try context.make("Gadget")
        try object.setValue(13, forKey: "short")
        try object.setValue(12, forKey: "middle")

        let found = faults { try context.save() }
        try object.setValue(11, forKey: "short")
        try context.save()

        #expect(found.map(\.reason) == ["short brings bad luck", "short is not below middle"])
        #expect(found.map(\.key) == ["short", nil])
        #expect(found.map(\.code) == [.managedObjectValidation, .managedObjectValidation])
    }
}
