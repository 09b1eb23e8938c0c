import Foundation

/// Programs whose exports are understood as they come: what an item has no attribute for goes into its
/// notes.
enum ImportOrigin: Sendable, Hashable {
    /// Its columns begin with `HB.`; fields that people made are `HB.field.NAME`.
    case homebox
    /// Its columns are called as its pages call them.
    case snipeIT

    /// The program whose columns these are; nil for any other.
    init?(_ names: [String]) {
        let names = Set(names.map(ImportColumn.simplified))
        let snipeITs: Set = [
            "assetname", "itemname", "model", "modelname", "serial", "serialnumber",
        ]
        if names.contains("hbname") {
            self = .homebox
        } else if names.contains("assettag"), !names.isDisjoint(with: snipeITs) {
            self = .snipeIT
        } else {
            return nil
        }
    }

    /// Whether a column goes into the notes, though its name is one that an import knows.
    func notes(_ name: String) -> Bool {
        switch (self, ImportColumn.simplified(name)) {
        // Its dates are written as its owner likes to see them.
        case (.snipeIT, "createdat"), (.snipeIT, "type"): true
        default: false
        }
    }

    /// The field of the household's own that a column is by its name: `fields.NAME`, as this program
    /// writes it, or `HB.field.NAME`; nil for any other.
    static func fieldName(of name: String, _ origin: ImportOrigin?) -> String? {
        let prefix = origin == .homebox ? "hb.field." : "fields."
        guard name.lowercased().hasPrefix(prefix) else { return nil }
        let rest = ImportRow.oneLine(String(name.dropFirst(prefix.count)))
        return rest.isEmpty ? nil : rest
    }

    /// The column of an item that a field of the program is: the export for Homebox writes into fields what
    /// it has no columns for.
    func column(ofField name: String) -> ImportColumn? {
        guard self == .homebox else { return nil }
        return switch ImportColumn.simplified(name) {
        case "value", "valueindollars": .valueInDollars
        case "priceofanewone", "replacementvalue": .replacementValue
        case "type": .assetType
        case "insuredby": .insurance
        default: nil
        }
    }

    /// Whether a column that nothing else is known of is a field that people made: Snipe-IT writes those
    /// under their names, behind its own.
    func isOwnField(_ name: String) -> Bool {
        self == .snipeIT && !Self.snipeITs.contains(ImportColumn.simplified(name))
    }

    /// The columns of Snipe-IT that an item has no attribute for.
    private static let snipeITs: Set = [
        "id", "company", "assetimage", "deviceimage", "image", "assettag", "model", "modelname",
        "status", "statuslabel", "checkedoutto", "checkedouttotype", "username", "employeeno",
        "employeenumber", "fullname", "email", "title", "department", "manager", "defaultlocation",
        "address", "city", "state", "country", "zip", "age", "currentvalue",
        "bookvalue", "difference", "diff", "ordernumber", "order", "eol", "eoldate", "eolrate",
        "warranty", "warrantyexpires", "requestable", "checkouts", "checkins", "requests",
        "checkoutdate", "lastcheckindate", "lastcheckin", "expectedcheckin",
        "expectedcheckindate", "lastaudit", "lastauditdate", "nextauditdate", "byod",
        "depreciation", "depreciationname", "depreciations", "fullydepreciated",
        "monthlydepreciation", "numberofmonths", "months", "createdby", "createdat", "updatedat",
        "deletedat", "deleted", "type", "url", "jobtitle", "phone", "physical",
    ]

    /// Whether a cell says that a warranty has no end.
    func isLifetime(_ cell: String, under name: String) -> Bool {
        self == .homebox && ImportColumn.simplified(name) == "hblifetimewarranty"
            && ["true", "yes", "1"].contains(cell.lowercased())
    }

    /// Whether a cell is what Homebox finds an item again by, and no key of this program.
    func isReference(_ cell: String, under name: String) -> Bool {
        self == .homebox && ImportColumn.simplified(name) == "hbimportref" && !cell.isEmpty
            && UUID(uuidString: cell) == nil
    }

    /// The cell as it stands under a column: Homebox's items refer to each other by any text.
    func cell(_ cell: String, under name: String) -> String {
        guard self == .homebox, !cell.isEmpty,
            ["hbimportref", "hbparentimportref"].contains(ImportColumn.simplified(name))
        else { return cell }
        return UUID(uuidString: cell)?.uuidString ?? UUID(naming: "homebox:" + cell).uuidString
    }

    /// What a column is called in notes.
    func label(of name: String) -> String {
        guard self == .homebox else { return name }
        var rest = name[...]
        for prefix in ["HB.", "field."] where rest.lowercased().hasPrefix(prefix.lowercased()) {
            rest = rest.dropFirst(prefix.count)
        }
        let label = rest.replacing("_", with: " ")
        return label.prefix(1).uppercased() + label.dropFirst()
    }

    /// Whether a cell says nothing: Homebox writes a value for whatever nobody filled in.
    ///
    /// - Parameter hasInsurer: whether another cell of the row says who insures the item.
    func isNothing(_ cell: String, under name: String, hasInsurer: Bool) -> Bool {
        guard self == .homebox else { return false }
        if hasInsurer, ImportColumn.simplified(name) == "hbinsured" { return true }
        if cell.hasPrefix("0001-01-01") { return true }
        switch ImportColumn.simplified(name) {
        case "hbarchived", "hbinsured", "hblifetimewarranty": return cell.lowercased() == "false"
        case "hbsoldprice", "hbpurchaseprice": return Double(cell) == 0
        case "hbquantity": return cell == "1"
        case "hbassetid": return cell.allSatisfy { $0 == "0" || $0 == "-" }
        default: return false
        }
    }

    /// What an item gets of a figure under a column; nil for one that is taken as it is. Homebox counts
    /// pieces and prices in binary fractions, and knows things of which there is none.
    func figure(_ cell: String, under column: ImportColumn?) -> ImportFigure? {
        guard self == .homebox else { return nil }
        return switch column {
        case .quantity: ImportFigure(quantity: cell)
        case .purchasePrice: ImportFigure(amount: cell)
        default: nil
        }
    }

    /// Why a row is no item: Homebox lists places among them.
    func reasonToLeaveOut(_ cell: String, under name: String) -> String? {
        let isPlace =
            self == .homebox && ImportColumn.simplified(name) == "hburl"
            && cell.contains("/location/")
        return isPlace ? "a location, which is made with what is there" : nil
    }

    /// The names of columns that tell what an item is where it has no name, the best first.
    var stopgaps: [String] {
        self == .snipeIT ? ["model", "modelname", "assettag"] : []
    }
}
