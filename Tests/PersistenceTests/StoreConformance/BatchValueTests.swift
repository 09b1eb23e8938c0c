import Foundation
import ObjectModel
import Persistence
import Testing

@Suite("Invalid values in batch requests, on every store")
struct BatchValueTests {
    /// A gauge has a required and an optional attribute of each computed type; a scale is a gauge.
    private static var model: ManagedObjectModel {
        let types: [(String, AttributeType)] = [
            ("ratio", .double), ("whole", .integer32), ("price", .decimal), ("day", .date),
            ("label", .string), ("flag", .boolean), ("small", .integer16), ("large", .integer64),
        ]
        var gauge = EntityDescription("Gauge")
        gauge.attributes = types.flatMap { name, type in
            let spare = AttributeDescription("spare" + name.capitalized, type)
            return [AttributeDescription(name, type, isOptional: false), spare]
        }
        let scale = EntityDescription("Scale", superentityName: "Gauge")
        return ManagedObjectModel(entities: [gauge, scale])
    }

    private static let values: [String: any Sendable] = [
        "ratio": 4.0, "whole": 6, "price": Decimal(2),
        "day": Date(timeIntervalSinceReferenceDate: 0),
        "label": "a", "flag": true, "small": 3, "large": 5,
    ]

    private func gauges(_ kind: StoreKind) throws -> TestLibrary {
        let library = try TestLibrary(kind, model: Self.model)
        try library.context().execute(
            BatchInsertRequest(entityName: "Gauge", objects: [Self.values]))
        return library
    }

    private func update(
        _ library: TestLibrary, _ key: String, _ value: FetchExpression
    ) throws -> BatchResult {
        var request = BatchUpdateRequest(entityName: "Gauge")
        request.propertiesToUpdate = [key: value]
        request.resultType = .objectIDs
        return try library.context().execute(request)
    }

    /// The values of the only record, and its version.
    private func content(_ library: TestLibrary) throws -> [String] {
        let all = try library.context().fetch(FetchRequest<ManagedObject>(entityName: "Gauge"))
        #expect(all.count == 1)
        return try all.flatMap { gauge in
            try Self.values.keys.sorted().map { try gauge.value(forKey: $0).map { "\($0)" } ?? "-" }
                + ["\(gauge.rowVersion)"]
        }
    }

    @Test(
        "A required attribute cannot be updated to a null result",
        arguments: StoreKind.allCases,
        [
            ("ratio", "spareRatio"), ("ratio", "ratio / 0"), ("ratio", "spareRatio + 1"),
            ("ratio", "sqrt:(0 - ratio)"), ("ratio", "ln:(whole - 6)"),
            ("ratio", "ratio * 1e308 * 10"), ("ratio", "TERNARY(whole > 9, ratio, spareRatio)"),
            ("ratio", "whole / 0"), ("ratio", "price / 0"),
            ("whole", "spareWhole"), ("whole", "whole / 0"), ("whole", "modulus:by:(whole, 0)"),
            ("whole", "whole * spareWhole"), ("whole", "spareRatio"), ("whole", "ratio / 0"),
            ("price", "sparePrice"), ("price", "price / 0"), ("price", "price - sparePrice"),
            ("price", "ratio / 0"), ("day", "spareDay"), ("label", "spareLabel"),
            ("label", "uppercase:(spareLabel)"), ("flag", "spareFlag"), ("flag", "whole / 0"),
        ])
    func computedNothing(kind: StoreKind, example: (key: String, format: String)) throws {
        let library = try gauges(kind)
        let before = try content(library)

        #expect(throws: PersistenceError.self) {
            try update(library, example.key, try FetchExpression(format: example.format))
        }

        #expect(try content(library) == before)
    }

    @Test("An optional attribute can be updated to a null result", arguments: StoreKind.allCases)
    func optional(kind: StoreKind) throws {
        let library = try gauges(kind)
        for (key, format) in [("spareRatio", "ratio / 0"), ("spareLabel", "spareLabel")] {
            #expect(try update(library, key, FetchExpression(format: format)).count == 1)
        }

        let gauge = try library.context().fetch(FetchRequest<ManagedObject>(entityName: "Gauge"))
        #expect(try gauge.map { try $0.value(forKey: "spareRatio") == nil } == [true])
    }

    @Test("The error names the record and the attribute", arguments: StoreKind.allCases)
    func refusal(kind: StoreKind) throws {
        let library = try gauges(kind)
        var full = Self.values
        full["spareWhole"] = 7
        let context = library.context()
        try context.execute(BatchInsertRequest(entityName: "Gauge", objects: [full]))
        var scale = BatchInsertRequest(entityName: "Scale", objects: [Self.values])
        scale.resultType = .objectIDs
        let id = try #require(try context.execute(scale).objectIDs.first)
        var request = BatchUpdateRequest(entityName: "Gauge")
        request.predicate = try FetchPredicate(format: "spareWhole == 7 OR entity == 'Scale'")
        request.propertiesToUpdate = [
            "label": .constant(.string("b")), "whole": try FetchExpression(format: "spareWhole"),
        ]

        let found = faults { _ = try library.context().execute(request) }

        #expect(found.map(\.reason) == ["whole is a required value"])
        #expect(found.map(\.code) == [.missingMandatoryProperty])
        #expect(found.map(\.entity) == ["Scale"])
        #expect(found.map(\.objectID) == [id])
        #expect(found.map(\.objectID.entityName) == ["Scale"])
        let labels = try library.context().fetch(FetchRequest<ManagedObject>(entityName: "Gauge"))
        #expect(try labels.map { try $0.text("label") } == ["a", "a", "a"])
    }

    @Test(
        "A computed number out of range is refused with record, attribute and number",
        arguments: StoreKind.allCases,
        [
            (
                "whole", "whole * 1000000000",
                "whole is too large: at most 2147483647, not 6000000000"
            ),
            (
                "spareWhole", "0 - whole * 1000000000",
                "spareWhole is too small: at least -2147483648, not -6000000000"
            ),
            ("whole", "ratio * 1e10", "whole is too large: at most 2147483647, not 40000000000"),
            ("small", "whole * 10000", "small is too large: at most 32767, not 60000"),
            ("small", "large * 10000", "small is too large: at most 32767, not 50000"),
            ("spareSmall", "price * 20000", "spareSmall is too large: at most 32767, not 40000"),
            ("small", "ratio * 8192", "small is too large: at most 32767, not 32768"),
            ("small", "0 - ratio * 8193", "small is too small: at least -32768, not -32772"),
        ])
    func outOfRange(
        kind: StoreKind, example: (key: String, format: String, reason: String)
    ) throws {
        let library = try gauges(kind)
        let before = try content(library)

        let found = faults {
            _ = try update(library, example.key, FetchExpression(format: example.format))
        }

        #expect(found.map(\.reason) == [example.reason])
        #expect(found.map(\.key) == [example.key])
        #expect(found.map(\.entity) == ["Gauge"])
        #expect(try content(library) == before)
    }

    @Test(
        "The error names the invalid one of several computed attributes",
        arguments: StoreKind.allCases)
    func several(kind: StoreKind) throws {
        let library = try gauges(kind)
        let formats = ["whole": "whole + 1", "large": "large + 1", "small": "small + 1"]
        let refusals = [
            (
                "whole", "whole * 1000000000",
                "whole is too large: at most 2147483647, not 6000000000"
            ),
            ("small", "0 - whole * 10000", "small is too small: at least -32768, not -60000"),
            ("large", "spareWhole + 1", "large is a required value"),
        ]
        func run(_ formats: [String: String]) throws {
            var request = BatchUpdateRequest(entityName: "Gauge")
            request.propertiesToUpdate = try formats.mapValues {
                try FetchExpression(format: $0)
            }
            _ = try library.context().execute(request)
        }
        for (key, format, reason) in refusals {
            let found = faults {
                try run(formats.merging([key: format]) { $1 })
            }

            #expect(found.map(\.reason) == [reason])
            #expect(found.map(\.key) == [key])
        }

        try run(formats)
        let gauge = try #require(
            try library.context().fetch(FetchRequest<ManagedObject>(entityName: "Gauge")).first)
        #expect(try gauge.attributeValue(forKey: "whole") == .integer(7))
        #expect(try gauge.attributeValue(forKey: "small") == .integer(4))
    }

    @Test(
        "A computed number out of the range of 64-bit integers is refused",
        arguments: StoreKind.allCases,
        ["large * 9000000000000000000", "ratio * 1e30", "0 - ratio * 1e30"])
    func beyondWholeNumbers(kind: StoreKind, format: String) throws {
        let library = try gauges(kind)
        let before = try content(library)

        #expect(throws: PersistenceError.self) {
            try update(library, "large", FetchExpression(format: format))
        }

        #expect(try content(library) == before)
    }

    @Test("The largest and smallest numbers are stored", arguments: StoreKind.allCases)
    func bounds(kind: StoreKind) throws {
        let library = try gauges(kind)
        for (key, format, value) in [
            ("small", "whole * 5461 + 1", 32_767), ("small", "ratio * 8191.9", 32_767),
            ("small", "0 - ratio * 8192.2", -32_768), ("whole", "small", -32_768),
            ("whole", "large * 0 + 2147483647", 2_147_483_647),
            ("large", "large * 0 + 9223372036854775806 + 1", Int64.max),
        ] as [(String, String, Int64)] {
            _ = try update(library, key, FetchExpression(format: format))

            let gauge = try #require(
                try library.context().fetch(FetchRequest<ManagedObject>(entityName: "Gauge")).first)
            #expect(try gauge.attributeValue(forKey: key) == .integer(value), "\(format)")
        }
    }

    @Test("A computed value is converted to the attribute’s type", arguments: StoreKind.allCases)
    func types(kind: StoreKind) throws {
        let library = try gauges(kind)
        for (key, format) in [
            ("flag", "whole * 0"), ("price", "ratio / 8"), ("ratio", "whole * whole"),
            ("spareWhole", "flag"),
        ] {
            _ = try update(library, key, FetchExpression(format: format))
        }

        let gauge = try #require(
            try library.context().fetch(FetchRequest<ManagedObject>(entityName: "Gauge")).first)
        #expect(try gauge.attributeValue(forKey: "flag") == .boolean(false))
        #expect(try gauge.value(forKey: "price") as? Decimal == Decimal(string: "0.5"))
        #expect(try gauge.attributeValue(forKey: "ratio") == .double(36))
        #expect(try gauge.attributeValue(forKey: "spareWhole") == .integer(0))
    }

    /// Values that are invalid for their attributes.
    private static let strangers: [(key: String, value: AttributeValue)] = [
        ("ratio", .double(.nan)), ("spareRatio", .double(.nan)), ("ratio", .double(.infinity)),
        ("spareRatio", .double(-.infinity)), ("price", .decimal(.nan)),
        ("sparePrice", .decimal(.nan)), ("price", .double(.nan)), ("whole", .double(.nan)),
        ("day", .date(Date(timeIntervalSinceReferenceDate: .nan))),
        ("spareDay", .date(Date(timeIntervalSinceReferenceDate: .infinity))),
        ("whole", .integer(1 << 31)), ("spareWhole", .integer(-1 << 40)),
    ]

    @Test("An update refuses invalid numbers", arguments: StoreKind.allCases)
    func constants(kind: StoreKind) throws {
        let library = try gauges(kind)
        let before = try content(library)
        for (key, value) in Self.strangers {
            #expect(throws: PersistenceError.self, "\(key) = \(value)") {
                try update(library, key, .constant(value))
            }
        }

        #expect(try content(library) == before)
        #expect {
            try update(library, "ratio", .constant(.double(.nan)))
        } throws: { error in
            "\(error)" == "A batch update cannot set Gauge.ratio: ratio is not a finite number."
        }
    }

    @Test("An insertion refuses invalid numbers", arguments: StoreKind.allCases)
    func insertions(kind: StoreKind) throws {
        let library = try gauges(kind)
        let before = try content(library)
        for (key, value) in Self.strangers {
            var values = Self.values
            values[key] = value
            let objects = [Self.values, values]
            #expect(throws: PersistenceError.self, "\(key) = \(value)") {
                try library.context().execute(
                    BatchInsertRequest(entityName: "Gauge", objects: objects))
            }
        }
        var isDone = false
        let filled = BatchInsertRequest(entityName: "Gauge") { (gauge: ManagedObject) in
            defer { isDone = true }
            for (key, value) in Self.values { try gauge.setValue(value, forKey: key) }
            try gauge.setValue(Double.nan, forKey: "spareRatio")
            return isDone
        }

        let found = faults { _ = try library.context().execute(filled) }

        #expect(found.map(\.reason) == ["spareRatio is not a finite number"])
        #expect(try content(library) == before)
    }

    @Test("The largest decimals survive a round trip", arguments: StoreKind.allCases)
    func maximumDecimals(kind: StoreKind) throws {
        let great = Decimal(sign: .minus, exponent: 127, significand: 12_345_678_901_234)
        let library = try gauges(kind)

        _ = try update(library, "price", .constant(.decimal(great)))

        try library.reopen()
        let gauge = try library.context().fetch(FetchRequest<ManagedObject>(entityName: "Gauge"))
        #expect(try gauge.map { try $0.value(forKey: "price") as? Decimal } == [great])
    }
}
