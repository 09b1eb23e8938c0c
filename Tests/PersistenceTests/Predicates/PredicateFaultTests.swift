import ObjectModel
import Persistence
import Testing

@Suite("Predicates in models")
struct PredicateFaultTests {
    private static func entity(_ change: (inout EntityDescription) -> Void) -> EntityDescription {
        var entity = EntityDescription("Person")
        entity.attributes = [AttributeDescription("age", .integer16, isOptional: false)]
        change(&entity)
        return entity
    }

    private static func faults(_ change: (inout EntityDescription) -> Void) -> [String] {
        ManagedObjectModel(entities: [entity(change)]).predicateFaults().map(\.description)
    }

    @Test("A model with valid predicates has no faults")
    func sound() {
        var model = ManagedObjectModel(entities: [Self.entity { _ in }])
        model.fetchRequestTemplates = [
            FetchRequestTemplate(
                name: "Adults", entityName: "Person", predicateFormat: "age >= $LEAST")
        ]

        #expect(model.predicateFaults().isEmpty)
        #expect(Library.model.predicateFaults().isEmpty)
    }

    @Test("An invalid predicate or unknown key in a template is an error")
    func templates() {
        var model = ManagedObjectModel(entities: [Self.entity { _ in }])
        model.fetchRequestTemplates = ["age >", "size == 1"].enumerated().map { number, format in
            FetchRequestTemplate(
                name: "T\(number)", entityName: "Person", predicateFormat: format)
        }

        let faults = model.predicateFaults()

        #expect(faults.map(\.severity) == [.error, .error])
        #expect(faults[0].message.hasPrefix("the predicate of the fetch request T0: Expected"))
        #expect(faults[1].message.contains("size"))
    }

    @Test("Predicates of fetched properties and validation rules are checked")
    func properties() {
        let properties = Self.faults { entity in
            entity.fetchedProperties = [
                FetchedPropertyDescription(
                    "peers",
                    fetchRequest: FetchRequestTemplate(
                        name: "peers", entityName: "Person",
                        predicateFormat: "height == $FETCH_SOURCE.age"))
            ]
        }
        let rules = Self.faults { entity in
            entity.attributes[0].validationPredicates = [
                ValidationPredicate(format: "SELF >", message: "too young")
            ]
        }

        #expect(properties.count == 1 && rules.count == 1)
        #expect(properties.contains { $0.hasPrefix("error: Person.peers: its predicate: ") })
        #expect(rules.contains { $0.hasPrefix("error: Person.age: its validation predicate: ") })
    }

    @Test("A partial index unsupported by SQL is a warning, an invalid one an error")
    func indexes() {
        let faults = Self.faults { entity in
            for (name, format) in [
                ("good", "age > 17"), ("hard", "age IN {1, 2}"), ("wrong", "size == 1"),
            ] {
                var index = FetchIndexDescription(name, elements: [.init(propertyName: "age")])
                index.partialIndexPredicateFormat = format
                entity.indexes.append(index)
            }
        }

        #expect(faults.count == 2)
        #expect(faults.contains { $0.hasPrefix("warning: Person.hard: ") })
        #expect(faults.contains { $0.hasPrefix("error: Person.wrong: ") })
    }
}
