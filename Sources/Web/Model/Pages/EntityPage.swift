/// The page of an entity: its description in the model, and its records.
struct EntityPage: TemplatePage {
    static let template = "model/show"

    var layout: LayoutPage
    var name: String
    /// The summary: `9 attributes, 1 relationship`.
    var summary: String
    /// Whether the description is unfolded, as without a search for records.
    var isOpen: Bool
    var facts: [Fact] = []
    var attributes: [Attribute] = []
    var relationships: [Relationship] = []
    var fetchedProperties: [FetchedProperty] = []
    var rules: [Rule] = []
    var records: EntityRecordsView

    /// A property of the entity itself.
    struct Fact: Sendable {
        var label: String
        var text: String
        var path = ""
        var isLink = false
    }

    struct Attribute: Sendable {
        var name: String
        var type: String
        var defaultValue: String
        var bounds: String
        var pattern: String
        var marks: String
    }

    struct Relationship: Sendable {
        var name: String
        var destination: String
        var destinationPath: String
        var inverse: String
        var kind: String
        var deleteRule: String
        var marks: String
    }

    struct FetchedProperty: Sendable {
        var name: String
        var entity: String
        var entityPath: String
        var predicate: String
    }

    /// A rule for an object or a value, with its message.
    struct Rule: Sendable {
        var format: String
        var message: String
    }
}
