import Foundation

/// A program whose exports can be imported unchanged.
struct ImportOrigin: Sendable {
    let kind: ImportKind
    /// The names that identify its tables: at least one of each set.
    let marks: [Set<String>]
    /// The names that none of its tables has.
    var foreignNames: Set<String> = []
    /// The targets of columns, which override the meaning of their names; nil ignores a column, and
    /// a star matches any end.
    private(set) var places: [String: ImportColumn?]
    /// The columns that go into the notes beside another, which says the same more exactly.
    var lesserColumns: [String: String] = [:]
    /// Whether other values of a row become notes.
    var keepsRest = false
    /// The prefix of the names of custom fields.
    var fieldPrefix = "fields."
    /// The program's own columns, if all others are custom fields.
    var ownColumns: Set<String> = []
    /// The columns that can name an item without a name, best first.
    var stopgaps: [String] = []
    /// The prefixes of column names that are left out in notes.
    var prefixes: [String] = []
    /// Converts a row; the row before it may have values that it omits.
    let change: @Sendable (_ row: inout OriginRow, _ former: OriginRow?) -> Void

    private static let all = [homebox, snipeIT, square, shopify, wooCommerce, goodreads]

    /// The program with these columns; nil for none.
    init?(_ names: [String]) {
        let names = Set(names.map(ImportColumn.simplified))
        let found = Self.all.first { origin in
            origin.marks.allSatisfy { !$0.isDisjoint(with: names) }
                && origin.foreignNames.isDisjoint(with: names)
        }
        guard let found else { return nil }
        self = found
        for (name, exact) in lesserColumns where names.contains(exact) {
            places.updateValue(.notes, forKey: name)
        }
    }

    private init(
        _ kind: ImportKind, marks: [Set<String>], _ places: [String: ImportColumn?],
        _ change: @escaping @Sendable (inout OriginRow, OriginRow?) -> Void
    ) {
        self.kind = kind
        self.marks = marks
        self.places = places
        self.change = change
    }

    /// The target of a column, which may be none; nil if the program does not define it.
    func column(named name: String) -> ImportColumn?? {
        let name = ImportColumn.simplified(name)
        if let place = places[name] { return place }
        let found = places.first { $0.key.hasSuffix("*") && name.hasPrefix($0.key.dropLast()) }
        guard let found else { return nil }
        return found.value
    }

    /// Whether a column without another meaning is a custom field.
    func isOwnField(_ name: String) -> Bool {
        !ownColumns.isEmpty && !ownColumns.contains(ImportColumn.simplified(name))
    }

    /// Whether a name is that of the person who has an item: Snipe-IT writes it before the person's
    /// address.
    func isOfPerson(_ index: Int, _ names: [String]) -> Bool {
        let names = names.map(ImportColumn.simplified)
        return names[index] == "name" && names.firstIndex(of: "name") == index
            && !ownColumns.isEmpty && names.contains("username")
    }

    /// The label of a column in notes, without the program's prefix.
    func label(of name: String) -> String {
        guard !prefixes.isEmpty else { return name }
        var rest = name[...]
        for prefix in prefixes where rest.lowercased().hasPrefix(prefix) {
            rest = rest.dropFirst(prefix.count)
        }
        let label = rest.replacing("_", with: " ")
        return label.prefix(1).uppercased() + label.dropFirst()
    }
}

/// A row from another program.
struct OriginRow {
    let header: ImportHeader
    /// The cells, each on one line.
    var cells: [String]
    /// The reason why the row is ignored.
    var leftOut: String?
    /// The further notes with their labels.
    var notes: [(label: String, text: String)] = []
    /// The name of the record, if it is more than its cell; nil for its cell.
    private(set) var name: String?

    init(_ header: ImportHeader, _ cells: [String]) { (self.header, self.cells) = (header, cells) }

    /// The cell of a column by its name without case, spaces and punctuation; empty if there is
    /// none.
    subscript(name: String) -> String {
        get { index(of: name).map { cells[$0] } ?? "" }
        set { if let index = index(of: name) { cells[index] = newValue } }
    }

    /// The first cell with a text among those of some columns; empty if there is none.
    func firstText(_ names: [String]) -> String {
        names.lazy.map { self[$0] }.first { !$0.isEmpty } ?? ""
    }

    /// Sets a name from a column and the variants: `Shirt, red, large`.
    mutating func setName(_ column: String, _ variants: [String], usual: String) {
        let texts = [self[column]] + variants.map { self[$0] }.filter { $0 != usual }
        name = texts.filter { !$0.isEmpty }.joined(separator: ", ")
    }

    func index(of name: String) -> Int? {
        cells.indices.first {
            $0 < header.names.count && ImportColumn.simplified(header.names[$0]) == name
        }
    }

    /// The index of a column's cell.
    func index(of column: ImportColumn) -> Int? {
        cells.indices.first { $0 < header.places.count && header.places[$0]?.column == column }
    }
}

// MARK: - Homebox and Snipe-IT, whose items have more values than items here

extension ImportOrigin {
    private static let homebox = {
        // The export for Homebox writes values without a column into fields.
        var origin = ImportOrigin(
            .items, marks: [["hbname"]],
            [
                "hbfieldvalue": .valueInDollars, "hbfieldvalueindollars": .valueInDollars,
                "hbfieldpriceofanewone": .replacementValue,
                "hbfieldreplacementvalue": .replacementValue, "hbfieldtype": .assetType,
                "hbfieldinsuredby": .insurance,
            ], changeHomebox)
        origin.keepsRest = true
        origin.fieldPrefix = "hb.field."
        origin.prefixes = ["hb.", "field."]
        return origin
    }()

    private static func changeHomebox(_ row: inout OriginRow, _: OriginRow?) {
        if row["hburl"].contains("/location/") {
            row.leftOut = "a location, which is made with what is there"
        }
        let reference = row["hbimportref"]
        if !reference.isEmpty, UUID(uuidString: reference) == nil {
            row.notes.append(("HB.Import ref", reference))
        }
        // Quantities and prices are binary fractions, and quantities can be zero.
        for (name, figure) in [
            ("hbquantity", ImportFigure(quantity: row["hbquantity"])),
            ("hbpurchaseprice", ImportFigure(amount: row["hbpurchaseprice"])),
        ] {
            guard let figure, let index = row.index(of: name) else { continue }
            if figure.isChanged { row.notes.append((row.header.names[index], row.cells[index])) }
            row[name] = figure.text
        }
        // Its items refer to each other by any text.
        for name in ["hbimportref", "hbparentimportref"] where !row[name].isEmpty {
            row[name] =
                (UUID(uuidString: row[name]) ?? UUID(naming: "homebox:" + row[name])).uuidString
        }
        if ["true", "yes", "1"].contains(row["hblifetimewarranty"].lowercased()),
            let warranty = row.index(of: .warrantyUntil)
        {
            row.cells[warranty] = Warranty.lifetimeText
            row["hblifetimewarranty"] = ""
        }
        // It writes a value for empty dates.
        for index in row.cells.indices where row.cells[index].hasPrefix("0001-01-01") {
            row.cells[index] = ""
        }
        for name in ["hbarchived", "hbinsured", "hblifetimewarranty"]
        where row[name].lowercased() == "false" { row[name] = "" }
        for name in ["hbsoldprice", "hbpurchaseprice"] where Double(row[name]) == 0 {
            row[name] = ""
        }
        if row["hbquantity"] == "1" { row["hbquantity"] = "" }
        if row["hbassetid"].allSatisfy({ "0-".contains($0) }) { row["hbassetid"] = "" }
        if row.index(of: .insurance).map({ !row.cells[$0].isEmpty }) == true {
            row["hbinsured"] = ""
        }
    }

    private static let snipeIT = {
        var origin = ImportOrigin(
            .items,
            marks: [
                ["assettag"],
                ["assetname", "itemname", "model", "modelname", "serial", "serialnumber"],
            ],
            // The format of its dates is configurable.
            [
                "createdat": .notes, "type": .notes, "modelnotes": .notes, "assetnotes": .notes,
                "purchased": .purchaseDate, "warrantymonths": .warrantyUntil,
            ]
        ) { row, _ in
            changeWarranty(&row)
            guard let name = row.index(of: .itemName), row.cells[name].isEmpty else { return }
            row.cells[name] = row.firstText(row.header.origin?.stopgaps ?? [])
        }
        origin.keepsRest = true
        origin.lesserColumns = ["warranty": "warrantyexpires", "warrantymonths": "warrantyexpires"]
        origin.stopgaps = ["model", "modelname", "assettag"]
        origin.ownColumns = [
            "id", "company", "assetimage", "deviceimage", "image", "assettag", "model", "modelname",
            "status", "statuslabel", "checkouttype", "checkedout", "checkedoutto",
            "checkedouttotype", "checkedouttousername", "checkedouttofirstname",
            "checkedouttolastname", "checkedouttoemail", "checkedouttolocation", "username",
            "employeeno", "employeenumber", "fullname", "email", "title", "department", "manager",
            "defaultlocation", "address", "city", "state", "country", "zip", "age", "currentvalue",
            "bookvalue", "difference", "diff", "ordernumber", "order", "eol", "eoldate", "eolrate",
            "warranty", "warrantyexpires", "requestable", "checkouts", "checkins", "requests",
            "checkoutdate", "lastcheckindate", "lastcheckin", "expectedcheckin",
            "expectedcheckindate", "lastaudit", "lastauditdate", "nextauditdate", "byod",
            "depreciation", "depreciationname", "depreciations", "fullydepreciated",
            "monthlydepreciation", "numberofmonths", "months", "createdby", "createdat",
            "updatedat", "deletedat", "deleted", "type", "url", "jobtitle", "phone", "physical",
        ]
        return origin
    }()

    /// Its months of warranty count from the day of purchase, and are a note without one.
    private static func changeWarranty(_ row: inout OriginRow) {
        guard let warranty = row.index(of: .warrantyUntil), let months = Int(row.cells[warranty])
        else { return }
        let isBought = row.index(of: .purchaseDate).map { !row.cells[$0].isEmpty } ?? false
        if months != 0, !isBought {
            row.notes.append((row.header.names[warranty], row.cells[warranty]))
        }
        row.cells[warranty] = months != 0 && isBought ? "\(months) months" : ""
    }
}

// MARK: - Shops and libraries

extension ImportOrigin {
    private static let square = {
        var origin = ImportOrigin(
            .products, marks: [["itemname"], ["variationname", "token"], ["price"]],
            [
                "itemname": .name, "sku": .sku, "gtin": .barcode, "category": .category,
                "categories": .category, "price": .price, "currentquantity*": .stock,
                "stockalertcount*": .lowStock, "unitandprecision": nil,
            ]
        ) { row, _ in
            row.setName("itemname", ["variationname"], usual: "Regular")
            let price = row.index(of: "price").map { row.cells[$0].lowercased() }
            if price == "" || price == "variable" { row.leftOut = "it has no price" }
        }
        // A household's items can have a name and a token too.
        origin.foreignNames = ["serialnumber", "valueindollars"]
        return origin
    }()

    // The names are those of its exports, and of its template since 2024.
    private static let shopify = ImportOrigin(
        .products, marks: [["handle", "urlhandle"], ["title"], ["variantprice", "price"]],
        [
            "title": .name, "variantsku": .sku, "sku": .sku, "variantbarcode": .barcode,
            "barcode": .barcode, "variantprice": .price, "price": .price, "costperitem": .cost,
            "variantinventoryqty": .stock, "inventoryquantity": .stock, "type": .category,
        ]
    ) { row, former in
        // Further variants and pictures of a product omit the values of its first row.
        let handle = ["handle", "urlhandle"]
        if let former, row.firstText(handle) == former.firstText(handle) {
            for name in ["title", "type"] where row[name].isEmpty { row[name] = former[name] }
        }
        row.setName(
            "title", ["option1value", "option2value", "option3value"], usual: "Default Title")
        if row.firstText(["variantprice", "price"]).isEmpty { row.leftOut = "a further picture" }
    }

    private static let wooCommerce = ImportOrigin(
        .products, marks: [["regularprice"], ["type"], ["sku"], ["name"]],
        [
            "name": .name, "sku": .sku, "gtinupceanorisbn": .barcode, "regularprice": .price,
            "categories": .category, "stock": .stock, "lowstockamount": .lowStock,
        ]
    ) { row, _ in
        // Of several categories, only the first is imported.
        row["categories"] = String(row["categories"].prefix { $0 != "," })
        if row["regularprice"].isEmpty {
            row.leftOut =
                row["type"].hasPrefix("variable")
                ? "its variations are products" : "it has no price"
        }
    }

    private static let goodreads = ImportOrigin(
        .books, marks: [["title"], ["exclusiveshelf"]],
        ["title": .title, "author": .author, "isbn13": .isbn, "exclusiveshelf": .category]
    ) { row, _ in row["isbn13"] = row.firstText(["isbn13", "isbn"]) }
}
