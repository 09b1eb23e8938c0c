/// The managed object model: a diagram and the entities of each of its parts.
struct ModelPage: TemplatePage {
    static let template = "model/index"

    var layout: LayoutPage
    var title = "Model"
    /// The text after the summary.
    var intro = ""
    /// The facts about the store.
    var facts: [EntityPage.Fact] = []
    /// The summary: `17 entities in 5 parts`.
    var summary: String
    var jsonPath: String
    /// Whether diagrams cannot be drawn here.
    var lacksDiagrams: Bool
    var parts: [Part]

    /// A part of the model.
    struct Part: Sendable {
        var title: String
        /// The anchor of the part.
        var anchor: String
        /// The diagram as an `svg` element; empty if it cannot be drawn.
        var diagramHTML: String
        var entities: [Entity]
    }

    /// An entity with the numbers of its properties and records.
    struct Entity: Sendable {
        var name: String
        var path: String
        /// The properties: `9 attributes, 1 relationship`.
        var properties: String
        /// The records: `1,284 records`.
        var records: String
    }
}
