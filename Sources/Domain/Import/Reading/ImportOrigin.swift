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
    func isNothing(_ cell: String, under name: String) -> Bool {
        guard self == .homebox else { return false }
        if cell.hasPrefix("0001-01-01") { return true }
        switch ImportColumn.simplified(name) {
        case "hbarchived", "hbinsured", "hblifetimewarranty": return cell.lowercased() == "false"
        case "hbsoldprice", "hbpurchaseprice": return Double(cell) == 0
        case "hbquantity": return cell == "1"
        default: return false
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
