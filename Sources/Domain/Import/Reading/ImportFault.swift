/// The reason why a table cannot be imported.
public enum ImportFault: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of the rows is unclear from the header.
    case unknownKind(names: [String])
    /// Quotes and invoices are not imported.
    case papers
    /// No column identifies the record of a row.
    case missingColumn(ImportKind)
    /// Two columns, given by their names in the file, have the same meaning.
    case repeatedColumn(ImportColumn, names: [String])
    /// A column contains the security codes of cards.
    case securityCode(name: String)
    /// There are no rows: only a header, or a list without an object.
    case noRows
    /// An entity of a store has no records.
    case noRecords(entity: String)
    /// Such records cannot be imported from a store.
    case notOfStores(ImportKind)
    /// A line is not a JSON object.
    case noJSON(line: Int)
    /// A JSON object has a value that cannot be read.
    case unreadableValue(line: Int)
    /// A line about columns is invalid.
    case noMapping(line: String)
    /// A line about columns names an unknown one; with the names of the known ones.
    case noMappedColumn(name: String, names: [String])
    /// A line about the order of days is invalid.
    case noDayOrder(line: String)
    /// The order of days names an unknown column; with the names of the known ones.
    case noDayColumn(name: String, names: [String])
    /// A table of a Homebox collection, given by its file, is not a list of objects.
    case noCollection(name: String)
    indirect case several([ImportFault])
    /// A store has neither an inventory nor sales.
    case noKnownEntity(names: [String])

    public var description: String {
        switch self {
        case .unknownKind(let names) where names.isEmpty:
            "The kind of the rows is unclear: nothing in it has a name."
        case .unknownKind(let names):
            "The kind of the rows is unclear. The first line must name the columns; it has "
                + names.map { "“\($0)”" }.listText + "."
        case .papers: "Quotes and invoices are not imported. A backup contains them."
        case .missingColumn(let kind):
            "A file of \(kind.words) needs a column "
                + kind.identifyingColumns.map { "“\($0.rawValue)”" }.choiceText + "."
        case .repeatedColumn(let column, let names):
            names.map { "“\($0)”" }.listText
                + " \(names.count > 2 ? "all" : "both") mean “\(column.rawValue)”: choose another "
                + "target for one of them, or rename it."
        case .securityCode(let name):
            "The column “\(name)” has security codes of cards, which must not be stored. Remove it."
        case .noRows: "It has no rows, so there is nothing to import."
        case .noRecords(let entity):
            "“\(entity)” has no record in this store. If it was copied while its app ran, its newest records are "
                + "in the file next to it whose name ends in -wal. Import both in a zip file."
        case .notOfStores(let kind):
            "Only items or lines of sales are imported from a store. Import \(kind.words) with the lines, or as a "
                + "table."
        case .noJSON(let line): "Line \(line) is not a JSON object."
        case .unreadableValue(let line):
            "Line \(line) has a number that is too large, or a damaged text."
        case .noMapping(let line):
            "“\(line)” does not match a column; write “Their name = itemName”, with the name "
                + "of a column that such a file has."
        case .noDayOrder(let line):
            "“\(line)” does not say whether the day or the month comes first; write “day-first” or “month-first”, or "
                + "“Their name=day-first” for one column."
        case .noMappedColumn(let name, let names) where names.isEmpty,
            .noDayColumn(let name, let names) where names.isEmpty:
            "There is no column “\(name)” here, nor another one to choose for."
        case .noMappedColumn(let name, let names), .noDayColumn(let name, let names):
            "There is no column “\(name)”. The columns are " + names.map { "“\($0)”" }.listText
                + "."
        case .noCollection(let name):
            "“\(name)” is not an export of Homebox: it is not a JSON list of objects. Export the collection again."
        case .several(let faults): faults.map(\.description).joined(separator: " ")
        case .noKnownEntity(let names):
            "The store has neither an inventory nor sales; its entities are "
                + names.map { "“\($0)”" }.listText + "."
        }
    }

    /// Whether the user can correct it by choosing attributes for columns.
    public var isOfColumns: Bool {
        switch self {
        case .unknownKind, .missingColumn, .repeatedColumn, .noMapping, .noMappedColumn,
            .noKnownEntity:
            true
        case .several(let faults): faults.allSatisfy(\.isOfColumns)
        case .papers, .securityCode, .noRows, .noRecords, .notOfStores, .noJSON, .unreadableValue,
            .noDayOrder, .noDayColumn, .noCollection:
            false
        }
    }
}
