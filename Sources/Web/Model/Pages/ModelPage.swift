/// The managed object model: a diagram and the entities of each of its parts.
struct ModelPage: TemplatePage {
    static let template = "model/index"

    var layout: LayoutPage
    var title = "Model"
    /// What the summary goes on with.
    var intro = ""
    /// What is said of the store.
    var facts: [EntityPage.Fact] = []
    /// `17 entities in 5 parts`.
    var summary: String
    var jsonPath: String
    /// Whether diagrams cannot be drawn here.
    var lacksDiagrams: Bool
    var parts: [Part]

    /// A part of the model.
    struct Part: Sendable {
        var title: String
        /// The element of the page that is this part.
        var anchor: String
        /// The diagram as an `svg` element; empty if it cannot be drawn.
        var diagramHTML: String
        var entities: [Entity]
    }

    /// An entity, with what it has.
    struct Entity: Sendable {
        var name: String
        var path: String
        /// `9 attributes, 1 relationship`.
        var properties: String
        /// `1,284 records`.
        var records: String
    }
}
