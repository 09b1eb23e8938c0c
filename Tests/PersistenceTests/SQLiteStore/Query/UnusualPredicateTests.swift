import Foundation
import Persistence
import Testing

@Suite("Unusual predicates, in SQL and in memory")
struct UnusualPredicateTests {
    private static let formats = [
        "ANY category.things.count > 5",
        "NONE category.things.name == 'Sofa'",
        "ALL category.things.count > -100",
        "NOT ALL category.things.count > 0",
        "ANY parent.category.things.tags.label == 'red'",
        "ANY parent.children.tags.rank > 3",
        "ALL parent.children.tags.rank > -3",
        "SUBQUERY(children, $c, ANY $c.tags.rank > 2 AND $c.category == SELF.category).@count > 0",
        "SUBQUERY(children, $c, $c.count > SELF.count).@count > 0",
        "SUBQUERY(children, $c, SUBQUERY($c.tags, $t, $t.rank > $c.count).@count > 0).@count > 1",
        "SUBQUERY(category.things, $x, $x.parent == SELF AND $x.name != NULL).@count >= 1",
        "SUBQUERY(parent.children, $x, $x != SELF AND $x.weight == SELF.weight).@count > 0",
        "SUBQUERY(tags, $t, $t.label CONTAINS[cd] 'r').@count == tags.@count",
        "SUBQUERY(tags, $t, $t.rank > 0).@sum.rank > 5",
        "SUBQUERY(tags, $t, $t.rank > 0).rank.@max == 6",
        "ANY SUBQUERY(tags, $t, $t.rank > 0).label == 'red'",
        "SUBQUERY(tags, $t, $t.rank > 100).@avg.rank == NULL",
        "ANY SUBQUERY(children, $c, $c.count > 0).tags.label == 'red'",
        "NOT ALL SUBQUERY(children, $c, $c.count > 0).tags.rank > 2",
        "SUBQUERY(children, $c, $c.count > 0).tags.@count > 1",
        "SUBQUERY(children, $c, $c.count > 0).tags.rank.@sum > 3",
        "SUBQUERY(children, $c, $c.count > 0).@sum.tags.rank > 3",
        "SUBQUERY(SUBQUERY(children, $c, $c.count > 0).tags, $t, $t.rank > 2).@count > 0",
        "ANY SUBQUERY(children, $c, $c.count > 0).category.label == 'Tools'",
        "ANY SUBQUERY(category.things, $x, $x.count > 0).parent.children.tags.rank > 2",
        "children.@avg.count == NULL",
        "children.@min.count == NULL AND children.@count > 0",
        "children.@max.bought > CAST(100, 'NSDate')",
        "children.@sum.price > 12",
        "children.price.@avg > 1",
        "category.things.@count > 10",
        "category.things.@sum.weight >= 0",
        "parent.parent.parent == NULL",
        "parent.category.label == NULL",
        "parent.category.label != NULL",
        "parent.category.label != 'Tools'",
        "NOT parent.category.label == 'Tools'",
        "parent.category.label IN {'Tools', NULL}",
        "NOT (parent.category.label IN {'Tools', NULL})",
        "name IN {NULL}",
        "count IN {}",
        "NOT count IN {}",
        "count BETWEEN {NULL, 5}",
        "NOT count BETWEEN {0, NULL}",
        "count BETWEEN {5, 0}",
        "name LIKE[c] '*İ*'",
        "name LIKE[cd] '*i*'",
        "name ==[c] 'ISTANBUL'",
        "name ==[cd] 'istanbul'",
        "name CONTAINS[c] 'ı'",
        "name CONTAINS[cd] 'ı'",
        "name BEGINSWITH[c] 'i'",
        "name ENDSWITH[c] 'L'",
        "name CONTAINS '👩'",
        "name LIKE '?????'",
        "name LIKE '👨‍👩‍👧'",
        "name.length == 8",
        "length(name) > 3",
        "name MATCHES '.*\\\\p{Emoji_Presentation}.*'",
        "name MATCHES[c] 'STRASSE'",
        "name ==[c] 'strasse'",
        "name CONTAINS[c] 'SS'",
        "name BETWEEN {'a', 'z'}",
        "name BETWEEN[c] {'a', 'z'}",
        "name <[cd] 'm'",
        "name >[c] 'Zebra'",
        "name IN[c] {'sofa', 'zebra'}",
        "name ==[n] 'Sofá'",
        "name CONTAINS ''",
        "name CONTAINS NULL",
        "NOT name CONTAINS NULL",
        "NULL == name",
        "NULL != name",
        "name == ''",
        "bought + 86400 > CAST(86400, 'NSDate')",
        "bought - CAST(0, 'NSDate') > 100",
        "bought < now()",
        "bought BETWEEN {CAST(0, 'NSDate'), now()}",
        "CAST(bought, 'NSNumber') > 0",
        "CAST(count, 'NSString') == '7'",
        "count / 0 == NULL",
        "count / 2 == 3",
        "count * 2 > count",
        "count + 1 > count",
        "modulus:by:(count, 3) == 1",
        "-count > 0",
        "abs:(count) == 1",
        "weight ** 2 > 4",
        "sqrt:(weight) > 1",
        "price * 1.1 > 13",
        "price + 0.1 == 0.2",
        "price == 0.1",
        "price IN {0.1, 0.3}",
        "weight == 0.5",
        "weight == price",
        "count == weight",
        "count == 9007199254740992",
        "count == 9007199254740993.0",
        "count > 1e18",
        "count < 9223372036854775808",
        "count >= 9223372036854775807",
        "isSold == YES",
        "isSold == 1",
        "isSold != YES",
        "NOT isSold == YES",
        "isSold == NULL",
        "isSold IN {YES, NULL}",
        "isSold > NO",
        "TERNARY(isSold == YES, count, weight) > 1",
        "TERNARY(count == NULL, 'x', name) == 'x'",
        "SELF IN parent.children",
        "SELF IN children",
        "parent IN category.things",
        "tags CONTAINS parent",
        "category.things CONTAINS SELF",
        "ANY tags == NULL",
        "ANY tags.label == NULL",
        "ALL tags.label == NULL",
        "NONE tags.label == NULL",
        "ANY tags.rank IN {1, 2}",
        "NONE tags.rank IN {1, 2}",
        "ANY tags.rank BETWEEN {1, 4}",
        "ALL tags.rank BETWEEN {-10, 10}",
        "ANY tags.label ==[cd] 'GRUN'",
        "ANY children.parent == SELF",
        "ANY children == parent",
        "parent == SELF",
        "parent != SELF",
        "tags.@count == 0 AND children.@count == 0",
        "children.@count > parent.children.@count",
        "FUNCTION(count, 'abs:') > 1",
        "FUNCTION(name, 'uppercase:') == 'SOFA'",
        "uppercase(name) == 'STRASSE'",
        "lowercase:(name) == 'i̇stanbul'",
        "key == CAST('E4D2F59F-6FA8-4B0F-BF91-4CE98BB81CD5', 'NSUUID')",
        "key != NULL AND key > CAST('00000000-0000-0000-0000-000000000002', 'NSUUID')",
        "link == 'https://a.example/'",
        "link CONTAINS 'b.ex'",
        "data == CAST('AQI=', 'NSData')",
        "data != NULL",
        "data > CAST('AQ==', 'NSData')",
        "parent == category",
        "parent != category",
        "NOT parent == category",
        "SELF == category",
        "ANY tags == parent",
        "ALL tags == category",
        "SELF IN tags",
        "parent IN tags",
        "ANY children.category == parent",
        "TRUEPREDICATE",
        "NOT TRUEPREDICATE",
        "FALSEPREDICATE OR count > 0",
        "1 == 1",
        "'a' == 'A'",
        "'a' ==[c] 'A'",
        "NULL == NULL",
        "1 IN {1, 2}",
        "'b' IN 'abc'",
        "name IN 'Sofa Zebra'",
        "self.name == 'Sofa'",
        "SELF.name == 'Sofa'",
        "objectID == parent.objectID",
        "parent.self == NULL",
        "tags.label CONTAINS 'red'",
        "category.label == category.things.@max.name",
        "children.@max.name > name",
        "children.tags.@count > 2",
        "children.tags.@sum.rank > 3",
        "children.tags.rank.@sum > 3",
        "children.@sum.tags.rank > 3",
        "count:(children) > 1",
        "max:(children.count) > 5",
        "average:(children.weight) > 0",
        "median:(children.count) > 0",
        "mode:(children.isSold) == YES",
        "stddev:(children.weight) > 0",
        "children[FIRST].name == 'Sofa'",
        "tags[0].rank > 0",
        "children[SIZE] > 1",
        "count & 1 == 1",
        "count | 1 == count",
        "count ^ 1 > 0",
        "count << 1 > 4",
        "~count == -2",
        "name == name",
        "count != count",
        "count <= count",
        "NOT (count < weight)",
        "NOT (count < weight OR weight < count)",
        "!(name CONTAINS 'o') AND !(name == NULL)",
        "(count > 1 AND weight > 1) OR NOT (price > 1 OR isSold == YES)",
        "weight > -1e-299",
        "weight == -1e-300",
        "weight * 1e10 > 1e300",
        "1/weight > 0",
        "count == 7.0",
        "count == '7'",
        "bought == '2001-01-01'",
        "noindex:(count) > 1",
        "ceiling:(weight) == 1",
        "floor:(weight) == -1",
        "trunc:(weight) == 0",
        "canonical:(name) == 'sofa'",
        "ln:(count) > 0",
        "exp:(count) > 5",
        "log:(count) == 2",
        "ANY category.things.parent.name BEGINSWITH 'S'",
        "ANY category.things.parent == parent",
        "ALL category.things.parent == NULL",
        "(tags UNION tags).@count > 2",
        "parent.children.@count == SUBQUERY(parent.children, $x, TRUEPREDICATE).@count",
        "SUBQUERY(category.things, $x, SUBQUERY($x.tags, $t, $t IN SELF.tags).@count > "
            + "0).@count > 3",
        "SUBQUERY(category.things, $x, SUBQUERY($x.children, $y, $y.parent.parent == "
            + "$x.parent).@count > 0).@count > 0",
        "SUBQUERY(tags, $t, SUBQUERY($t.things, $x, $x == SELF).@count == 1).@count == tags.@count",
        "SUBQUERY(tags, $t, $t.things.@count > 10 AND NONE $t.things.category.label == "
            + "'Tools').@count > 0",
        "ANY tags.things.tags.things.count == 7",
    ]

    private func number(_ id: ManagedObjectID) -> String {
        String(id.uriRepresentation.split(separator: "/").last ?? "")
    }

    @Test("Format strings survive a round trip, and results are the same")
    func bothWays() throws {
        let (stored, held) = (try Catalog(), try Catalog(.inMemory))
        let context = stored.context()
        let things = try context.fetch(FetchRequest<ManagedObject>(entityName: "Thing"))
        for format in Self.formats {
            let predicate = try FetchPredicate(format: format)
            var request = FetchRequest<ManagedObject>(entityName: "Thing")
            request.predicate = predicate

            let printed = try FetchPredicate(format: predicate.predicateFormat)
            let found = try context.fetchObjectIDs(request).map(number)
            let counted = try context.count(for: request)
            let inMemory = try held.context().fetchObjectIDs(request).map(number)

            let layout = stored.container.coordinator.layout
            let entity = try #require(layout.entity(named: "Thing"))
            let resolved = try predicate.resolved(for: entity, in: layout)
            let expected = try things.filter { try resolved.evaluate(with: $0) }
                .map { number($0.objectID) }
            #expect(printed == predicate, "\(format)")
            #expect(found == expected, "\(format)")
            #expect(counted == expected.count, "\(format)")
            #expect(inMemory == expected, "\(format)")
        }
    }

    @Test("A record of another entity does not match, even with the same primary key")
    func strangers() throws {
        let catalog = try Catalog()
        let context = catalog.context()
        func ids(_ entity: String) throws -> [ManagedObjectID] {
            try context.fetchObjectIDs(FetchRequest<ManagedObject>(entityName: entity))
        }
        let (tags, categories) = (try ids("Tag"), try ids("Category"))
        let things = try context.fetch(FetchRequest<ManagedObject>(entityName: "Thing"))
        let cases: [(String, [ManagedObjectID])] = [
            ("category == %@", tags), ("category != %@", tags), ("SELF == %@", tags),
            ("category IN {%@, %@}", [tags[0], categories[1]]), ("NOT category IN {%@, %@}", tags),
            ("ANY tags == %@", categories), ("ANY tags IN {%@, %@}", categories),
            ("tags CONTAINS %@", categories), ("%@ IN tags", categories),
            ("NONE tags == %@", categories), ("NOT SELF IN {%@, %@}", tags),
        ]
        for (format, arguments) in cases {
            var request = FetchRequest<ManagedObject>(entityName: "Thing")
            let predicate = try FetchPredicate(
                format: format, arguments: arguments.prefix(format.count { $0 == "%" }).map { $0 })
            request.predicate = predicate

            let found = try context.fetchObjectIDs(request)

            let expected = try things.filter { try predicate.evaluate(with: $0) }
            #expect(found == expected.map(\.objectID), "\(format)")
        }
    }

    @Test("A predicate evaluated with an object can use its ID")
    func objectID() throws {
        let catalog = try Catalog()
        let thing = try #require(
            try catalog.context().fetchFirst(FetchRequest<ManagedObject>(entityName: "Thing")))

        #expect(try FetchPredicate(format: "objectID == %@", thing.objectID).evaluate(with: thing))
        #expect(try FetchPredicate(format: "self == %@", thing.objectID).evaluate(with: thing))
    }

    @Test("Predicates can have many conditions and long lists")
    func length() throws {
        let catalog = try Catalog()
        let context = catalog.context()
        func count(_ predicate: FetchPredicate) throws -> Int {
            var request = FetchRequest<ManagedObject>(entityName: "Thing")
            request.predicate = predicate
            return try context.fetchObjectIDs(request).count
        }
        let expected = try count(try FetchPredicate(format: "count BETWEEN {0, 9999}"))
        let terms = (0..<10_000).map {
            FetchPredicate.comparison(
                FetchComparison(.key("count"), .equal, .constant(.integer(Int64($0)))))
        }
        let list = FetchExpression.aggregate((0..<10_000).map { .constant(.integer(Int64($0))) })
        let nested = terms.prefix(1_000).reduce(FetchPredicate.constant(false)) { .or([$0, $1]) }

        #expect(try count(.or(terms)) == expected)
        #expect(try count(.and(terms.map { .not($0) })) == 150 - expected)
        #expect(
            try count(.comparison(FetchComparison(.key("count"), .in, list))) == expected)
        #expect(try count(nested) == expected)
    }

    @Test("A predicate too deep for SQLite is evaluated in memory", arguments: [20, 50, 60])
    func depth(levels: Int) throws {
        let catalog = try Catalog()
        let context = catalog.context()
        let sum = Array(repeating: "1", count: levels).joined(separator: " + ")
        var request = FetchRequest<ManagedObject>(entityName: "Thing")
        request.predicate = try FetchPredicate(format: "count + \(sum) == \(levels + 7)")

        let found = try context.count(for: request)

        request.predicate = try FetchPredicate(format: "count == 7")
        #expect(try found == context.count(for: request) && found > 0)
    }

    @Test("An excessively nested predicate is an error")
    func endless() throws {
        let catalog = try Catalog()
        let context = catalog.context()
        var request = FetchRequest<ManagedObject>(entityName: "Thing")
        var predicate = FetchExpression.key("count") == 1
        for _ in 0..<3_000 { predicate = .not(predicate) }
        request.predicate = predicate

        let error = #expect(throws: FetchPredicateError.self) { try context.fetch(request) }

        #expect("\(try #require(error))".contains("levels deep"))
    }
}
