import Foundation
import Persistence
import Testing

@Suite("Resolution of predicates with a model")
struct PredicateResolutionTests {
    private let model: ModelLayout
    private let thing: EntityLayout

    init() throws {
        model = try ModelLayout(Catalog.model)
        thing = try #require(model.entity(named: "Thing"))
    }

    @Test(
        "Constants are converted to the type they are compared with",
        arguments: [
            ("count == '12'", "count == 12"),
            ("price > 0.1", "price > CAST(\"0.1\", \"NSDecimalNumber\")"),
            ("name == 12", "name == \"12\""), ("isSold == 'yes'", "isSold == TRUE"),
            ("isSold == 0", "isSold == FALSE"), ("count > 2.5", "count > 2.5"),
            ("bought >= '2026-11-21'", "bought >= CAST(816912000.0, \"NSDate\")"),
            ("'2001-01-01T01:00+01:00' == bought", "CAST(0.0, \"NSDate\") == bought"),
            (
                "key IN {'e4d2f59f-6fa8-4b0f-bf91-4ce98bb81cd5', nil}",
                "key IN {CAST(\"E4D2F59F-6FA8-4B0F-BF91-4CE98BB81CD5\", \"NSUUID\"), NULL}"
            ),
            ("'a' IN name", "name CONTAINS \"a\""), ("parent.objectID == nil", "parent == NULL"),
            ("ANY tags.rank == '1'", "ANY tags.rank == 1"),
            ("count BETWEEN {'1', 2}", "count BETWEEN {1, 2}"),
        ])
    func coercion(text: String, resolved: String) throws {
        let predicate = try FetchPredicate(format: text).resolved(for: thing, in: model)

        #expect(predicate.predicateFormat == resolved)
        #expect(try predicate.resolved(for: thing, in: model) == predicate)
    }

    @Test(
        "A mismatch with the model has its position",
        arguments: [
            (
                "nmae == 'x'", 0,
                "The entity Thing has no attribute or relationship “nmae”. Did you mean “name”?"
            ),
            (
                "zzzz == 'x'", 0, "The entity Thing has no attribute or relationship “zzzz”."
            ),
            (
                "count > 1 AND category.lable == 'x'", 14,
                "The entity Category has no attribute or relationship “lable”. Did you mean “label”?"
            ),
            (
                "name == Sofa", 8,
                "The entity Thing has no attribute or relationship “Sofa”. Put a text in "
                    + "quotes: \"Sofa\"."
            ),
            ("count == 'abc'", 9, "\"abc\" is no integer."),
            ("bought > 'yesterday'", 9, "\"yesterday\" is no date."),
            ("bought > 2020", 9, "2020 is no date."),
            ("count CONTAINS '1'", 0, "CONTAINS needs a text; “count” is of type integer."),
            ("name MATCHES '('", 13, "“(” is not a regular expression."),
            ("tags.label == 'x'", 0, "“tags.label” has many values"),
            ("ANY name == 'x'", 4, "ANY needs a to-many key path on the left."),
            ("count BETWEEN {1}", 14, "BETWEEN needs two values"),
            ("count IN 5", 9, "IN needs a list on the right"),
            ("name + 1 == 2", 0, "“+” needs numbers; here is text."),
            ("category < nil", 0, "Values of type object have no order."),
            ("name.foo == 1", 0, "A value of type text has no key “foo”."),
            ("name.@count == 1", 0, "@count needs a to-many key path before it."),
            ("tags.@foo == 1", 0, "There is no collection operator @foo."),
            ("tags.@sum.label == 1", 0, "@sum needs numbers"),
            (
                "SUBQUERY(name, $x, $x.a == 1).@count > 1", 0,
                "SUBQUERY needs a to-many relationship."
            ),
            ("SUBQUERY(tags, $x, $x.a == 1).@count > 1", 19, "The entity Tag has no attribute"),
            ("count == name", 0, "they cannot be compared"),
            ("category == 1", 12, "1 is no object. Compare an attribute of it, after a dot."),
            ("name > 5", 7, "“name” is of type text, 5 is a number: they have no order."),
            ("5.5 <= name", 0, "Put a text in quotes: \"5.5\"."),
            ("name == Furniture", 8, "Put a text in quotes: \"Furniture\"."),
        ])
    func faults(text: String, offset: Int, message: String) throws {
        let error = #expect(throws: PredicateSyntaxError.self) {
            try FetchPredicate.parsing(text, for: thing, in: model)
        }

        #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
        #expect(error?.offset == offset)
    }
}
