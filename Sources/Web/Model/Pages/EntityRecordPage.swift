/// One record of any entity: every property with its value.
struct EntityRecordPage: TemplatePage {
    static let template = "model/record"

    var layout: LayoutPage
    /// What tells the record from others: `Pea soup`, `Recipe 3`.
    var name: String
    /// `Recipe 3, saved 5 times`.
    var summary: String
    var jsonPath: String
    var properties: [Property]

    /// A property with its value.
    struct Property: Sendable {
        var name: String
        /// `String`, `to-many Step`.
        var type: String
        var text: String
        var isNone = false
        var path = ""
        var isLink = false
        /// A small picture of the bytes.
        var thumbnailPath = ""
        /// The first destinations of a to-many relationship.
        var members: [PathLink] = []
    }
}
