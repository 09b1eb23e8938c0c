import Domain
import Foundation
import Persistence

@testable import Web

/// The vehicles of the household.
struct Vehicles: SectionResource {
    static let section = Section(
        "vehicles", "Vehicles", icon: "i-box", root: paths.list, topic: .inventory)
    static let paths = ResourcePaths(SitePath("/vehicles"))
    static let words = ResourceWords(
        one: "vehicle", many: "vehicles", icon: "i-box", searched: "its name or plate",
        emptyHeading: "No vehicles yet", emptyText: "Cars and bicycles, with their inspections.")

    let site: Site
    let entities: Set<EntityName>? = ["Vehicle"]

    let fields = [
        FieldDescription("name", "Name", .line(limit: 200), isRequired: true),
        FieldDescription("plate", "Plate", .line(limit: 20)),
        FieldDescription("price", "Price paid", .money),
        FieldDescription("inspection", "Next inspection", .day),
    ]

    let list = ListDescription(
        parameters: ListParameters(sortKeys: ["name", "price", "inspection"], filters: []),
        example: "price > 1000",
        orders: [("Name", SortOrder("name")), ("Next inspection", SortOrder("inspection"))],
        columns: [
            ListColumn(label: "Vehicle", kind: .name, sort: "name", isDefault: true),
            ListColumn(label: "Plate", kind: .detail),
            ListColumn(label: "Next inspection", kind: .date, sort: "inspection"),
            ListColumn(label: "Price paid", kind: .value, sort: "price"),
        ])

    func request(_ list: ListRequest) -> FetchRequest<Vehicle> {
        request(
            list, where: FetchPredicate.searching(list.query.search), else: SortOrder("name"))
    }

    func values(_ records: [Vehicle], in context: ManagedObjectContext) -> [VehicleValues] {
        records.map(VehicleValues.init)
    }

    func row(_ vehicle: VehicleValues) -> ListRow {
        ListRow(
            anchor: "vehicle-\(vehicle.recordNumber)", path: links(path(of: vehicle)),
            name: vehicle.title,
            [
                ListCell(vehicle.plate ?? ""),
                ListCell(
                    vehicle.inspection.map { DayText.short($0) } ?? "",
                    time: vehicle.inspection?.description, none: "Not planned"),
                ListCell(vehicle.price.map(site.currency.text) ?? ""),
            ])
    }

    func json(_ vehicle: VehicleValues) -> JSONValue { vehicle.json }

    func deletion(of record: Vehicle, in context: ManagedObjectContext) -> DeletionQuestion {
        DeletionQuestion(consequences: ["Nothing else is deleted."])
    }
}

/// What a vehicle is, apart from any context.
struct VehicleValues: RecordValues {
    let recordNumber: Int64
    let title: String
    let plate: String?
    let price: Decimal?
    let inspection: CalendarDay?
    let rowVersion: Int64

    init(_ vehicle: Vehicle) {
        recordNumber = vehicle.savedNumber
        title = vehicle.name ?? ""
        plate = vehicle.plate
        price = vehicle.price
        inspection = vehicle.inspection.map(CalendarDay.init)
        rowVersion = vehicle.rowVersion
    }

    var json: JSONValue {
        .object([
            ("id", .int(Int(recordNumber))), ("name", .string(title)), ("plate", .string(plate)),
            ("price", .string(price.map { Money.plainText($0) })),
            ("inspection", .string(inspection?.description)), ("version", .int(Int(rowVersion))),
        ])
    }

    static let csvColumns = ["id", "name", "plate", "price", "inspection"]

    var csvCells: [CSVDocument.Cell] {
        [
            .int(recordNumber), .text(title), .text(plate),
            .plain(price.map { Money.plainText($0) }), .plain(inspection?.description),
        ]
    }
}
