import Domain
import Foundation
import Persistence

/// Records in an order that users change.
protocol OrderedResource: ShownResource {
    /// The notice after a move. Default: none, because the page shows it.
    var moved: FlashMessage? { get }
    /// Moves a record.
    ///
    /// - Throws: errors of the store.
    func move(
        _ record: Record, to position: ListPosition, in context: ManagedObjectContext
    ) throws
    /// The address to continue at after a move. Default: the record in the list.
    func list(afterMoving values: Values) -> SitePath
    /// The fields of the form that moves a record. Default: those of a position.
    var moveFields: [RouteParameter] { get }
    /// Moves the record in an address, and saves it.
    ///
    /// - Throws: a 404 if there is none, and a 422 if the form has no position.
    func move(
        _ id: RecordIdentifier, _ form: FormData, in context: ManagedObjectContext
    ) throws -> MovedRecord
}

/// The answer to a move.
struct MovedRecord: Sendable {
    let document: JSONValue
    let path: SitePath
    /// The page that follows, if it is another one.
    var next: SitePath?
    /// What the notice needs to offer undo.
    var moved: (key: UUID, formerIndex: Int)?
}

extension OrderedResource {
    var moved: FlashMessage? { nil }

    func list(afterMoving values: Values) -> SitePath { paths.list.at(anchor(of: values)) }

    var moveFields: [RouteParameter] { RouteParameter.position }

    func move(
        _ id: RecordIdentifier, _ form: FormData, in context: ManagedObjectContext
    ) throws -> MovedRecord {
        let position = try ListPosition(form)
        let record = try existing(id, in: context)
        try move(record, to: position, in: context)
        try site.household.save(context)
        let values = try values(record, in: context)
        return MovedRecord(document: try json(values), path: list(afterMoving: values))
    }
}

extension SiteRoutes {
    /// Adds the route that moves a record of a resource.
    mutating func addMoves(of resource: any OrderedResource) {
        let (site, paths) = (resource.site, resource.paths)
        post(
            paths.position(paths.placeholder), by: .editors(of: resource.place.section),
            as: .form(of: resource.moveFields, gives: resource.schema)
        ) { request, context in
            let id = try context.recordIdentifier
            let form = try await site.form(of: request)
            let record = try await site.change { try resource.move(id, form, in: $0) }
            return site.changed(
                record.document, at: record.path, then: record.next, after: request,
                flash: resource.moved, moved: record.moved)
        }
    }
}

extension ListPosition {
    /// Reads a form: `toIndex` from 0, or `place` from 1, or `move`.
    ///
    /// - Throws: ``SiteError`` 422 if there is none of them, or it is invalid.
    init(_ form: FormData) throws(SiteError) {
        var decoder = FormDecoder(form)
        let words = Self.steps.map(\.word)
        if let text = form["toIndex"] {
            self = .index(try Self.number(text, "toIndex", "Index", from: 0))
        } else if let text = form["place"] {
            self = .index(try Self.number(text, "place", "Place", from: 1) - 1)
        } else if let word = decoder.word("move", label: "Move", among: words).value,
            let step = Self.steps.first(where: { $0.word == word })
        {
            self = step.position
        } else {
            let missing = FieldError(
                field: "toIndex", label: "Position", message: "give toIndex, or move")
            throw Self.refusal(decoder.faults.first ?? missing)
        }
    }

    /// A number too large for an integer is after the end of any list.
    private static func number(
        _ text: String, _ field: String, _ label: String, from first: Int
    ) throws(SiteError) -> Int {
        let text = text.filter { !$0.isWhitespace }
        let isLong = text.count > 18 && text.allSatisfy { $0.isASCII && $0.isNumber }
        guard let number = isLong ? Int.max : Int(text) else {
            throw refusal(
                FieldError(
                    field: field, label: label,
                    message: "“\(text.prefix(100))” is not a whole number"))
        }
        guard number >= first else {
            throw refusal(
                FieldError(
                    field: field, label: label,
                    message: "it has to be at least \(first), not \(number)"))
        }
        return number
    }

    private static func refusal(_ fault: FieldError) -> SiteError {
        .unprocessable("The item was not moved", faults: [fault])
    }
}
