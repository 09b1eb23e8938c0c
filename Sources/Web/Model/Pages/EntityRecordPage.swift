/// The page of a record of any entity: all properties with their values.
struct EntityRecordPage: TemplatePage {
    static let template = "model/record"

    var layout: LayoutPage
    /// The name: `Pea soup`, `Recipe 3`.
    var name: String
    /// The summary: `Recipe 3, saved 5 times`.
    var summary: String
    var jsonPath: String
    var properties: [Property]

    /// A property with its value.
    struct Property: Sendable {
        var name: String
        /// The type: `String`, `to-many Step`.
        var type: String
        var text: String
        var isNone = false
        var path = ""
        var isLink = false
        /// A thumbnail of the bytes.
        var thumbnailPath = ""
        /// The first destinations of a to-many relationship.
        var members: [PathLink] = []
    }
}
