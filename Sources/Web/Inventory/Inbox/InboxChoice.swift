import Domain
import Hummingbird

/// What the inbox keeps from one name to the next: where the items are, of which type, and which draft
/// comes next.
struct InboxChoice: Sendable {
    /// The number of the location; empty for none.
    var location = ""
    /// The name of a location that is made with the first item; empty for none.
    var newLocation = ""
    var assetType = ""
    /// The draft in whose field work goes on; nil for the first.
    var next: Int64?

    init() {}

    /// - Throws: ``SiteError`` 400 if the query is no UTF-8 text.
    init(_ request: Request) throws {
        self.init(try request.namedFields)
        next = try request.namedFields["next"].flatMap { Int64($0) }
    }

    init(_ form: FormData) {
        location = form["location"] ?? ""
        newLocation = form[ChosenLocation.nameField("location")] ?? ""
        assetType = form["assetType"] ?? ""
    }

    /// The inbox with the same choices.
    var path: SitePath {
        let fields = [
            ("location", location),
            (
                ChosenLocation.nameField("location"),
                location == ChosenLocation.newValue ? newLocation : ""
            ), ("assetType", assetType),
            ("next", next.map { "\($0)" } ?? ""),
        ]
        return .inbox.query(fields.filter { !$0.1.isEmpty })
    }
}
