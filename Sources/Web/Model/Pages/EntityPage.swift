/// One entity: what the model says of it, and its records.
struct EntityPage: TemplatePage {
    static let template = "model/show"

    var layout: LayoutPage
    var name: String
    /// `9 attributes, 1 relationship`.
    var summary: String
    /// Whether what the model says is unfolded: where no record is looked for.
    var isOpen: Bool
    var facts: [Fact] = []
    var attributes: [Attribute] = []
    var relationships: [Relationship] = []
    var fetchedProperties: [FetchedProperty] = []
    var rules: [Rule] = []
    var records: EntityRecordsView

    /// Something that the model says of the whole entity.
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

    /// A rule over an object or a value, with what it says to who breaks it.
    struct Rule: Sendable {
        var format: String
        var message: String
    }
}
