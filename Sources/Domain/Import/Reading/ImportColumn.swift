import Synchronization

/// A column that an import accepts: one of those below, or a field of a described record. It is among
/// the columns of a kind. Its raw value is its name in an export; columns with the same name are
/// equal.
///
/// A column is compared by its index, because cells are looked up by column some hundred times per
/// row.
public struct ImportColumn: RawRepresentable, Sendable, Hashable, Codable, CaseIterable {
    /// The content of a column's cells.
    enum Content: Sendable {
        /// One line of text by users, which may have a protecting apostrophe.
        case text
        /// One line of text that may contain numbers with a check digit, of devices, slips and
        /// offices.
        case code
        /// Several lines of text by users.
        case lines
        /// The name of another record, which is an object in JSON.
        case record
        /// Several texts, which are a list in JSON.
        case list
        /// Entries in the format of an export. An invalid entry is rejected.
        case entries
        case day
        case amount
        /// A number that may have decimal places.
        case quantity
        /// Yes or no.
        case flag
        /// A number, or a text in digits.
        case figure
        /// A key or a position for programs.
        case key
        /// A picture in base 64.
        case picture
    }

    private struct Definition {
        let rawValue: String
        let content: Content
        let label: String
        /// The name, and the names in other files, without case, spaces and punctuation.
        let name: String
        let synonyms: [String]
    }

    let content: Content
    /// The index among all columns.
    private let place: UInt16

    private init(_ content: Content, at place: UInt16) {
        (self.content, self.place) = (content, place)
    }

    /// Registers a column. A field with its name completes the definition.
    private init(
        _ name: String, _ content: Content, _ label: String? = nil, _ synonyms: String = ""
    ) {
        let field = RecordDescription.fieldsByName[name]
        let synonyms = synonyms.split(separator: " ").map(String.init)
        self.init(
            name, content, label ?? field?.label ?? name, synonyms + (field?.importedFrom ?? []),
            replacesOther: true)
    }

    /// The column for a described field. If there is another one with its name, that keeps its
    /// label.
    init(_ field: FieldDescription) {
        self.init(
            field.name, Content(field), field.label, field.importedFrom, replacesOther: false)
    }

    private init(
        _ name: String, _ content: Content, _ label: String, _ synonyms: [String],
        replacesOther: Bool
    ) {
        let definition = Definition(
            rawValue: name, content: content, label: label, name: Self.simplified(name),
            synonyms: synonyms)
        let place = Self.registry.withLock { registry in
            guard let place = registry.places[name] else {
                registry.definitions.append(definition)
                let place = UInt16(registry.definitions.count - 1)
                registry.places[name] = place
                return place
            }
            if replacesOther { registry.definitions[Int(place)] = definition }
            return place
        }
        self.init(content, at: place)
    }

    private static let registry = Mutex<(places: [String: UInt16], definitions: [Definition])>(
        ([:], []))

    /// The columns of all kinds, and those of stores.
    public static let allCases = Array(
        Set(ImportKind.all.flatMap(\.columns) + [thumbnail, picture]))

    public var rawValue: String {
        Self.registry.withLock { $0.definitions[Int(place)].rawValue }
    }

    private var definition: Definition { Self.registry.withLock { $0.definitions[Int(place)] } }

    /// The column with a name; nil if there is none.
    public init?(rawValue: String) {
        // Each column registers itself.
        _ = Self.allCases
        let found = Self.registry.withLock { registry in
            registry.places[rawValue].map { ($0, registry.definitions[Int($0)].content) }
        }
        guard let (place, content) = found else { return nil }
        self.init(content, at: place)
    }

    /// Compares by index, because the default for types with a raw value compares names.
    public static func == (first: ImportColumn, second: ImportColumn) -> Bool {
        first.place == second.place
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(place) }

    /// Whether it has text by users, which may have a protecting apostrophe.
    var isText: Bool { [.text, .code, .lines, .record, .list, .entries].contains(content) }

    var isDay: Bool { content == .day }

    /// Whether its cells may have a decimal mark.
    var hasDecimalMark: Bool { content == .amount || content == .quantity }

    var keepsLines: Bool { content == .lines }

    // MARK: - Names

    /// The label of the form field for a kind.
    public func label(in kind: ImportKind) -> String {
        kind.labels[self] ?? definition.label
    }

    /// The column for a name in the header of a file of a kind; nil for an ignored one.
    ///
    /// Case, spaces and punctuation do not matter: `E-Mail` is `emailid`.
    init?(named name: String, kind: ImportKind) {
        let name = Self.simplified(name)
        let found =
            kind.columns.first { $0.definition.name == name }
            ?? kind.columns.first { $0.synonyms(in: kind).contains(name) }
        guard let found else { return nil }
        self = found
    }

    static func simplified(_ name: String) -> String {
        String(name.lowercased().filter { $0.isLetter || $0.isNumber })
    }

    private func synonyms(in kind: ImportKind) -> [String] {
        kind.synonyms[self] ?? definition.synonyms
    }
}

extension ImportColumn.Content {
    /// The content of a described field.
    fileprivate init(_ field: FieldDescription) {
        switch field.kind {
        case .line: self = field.cardGuard == .suspected ? .text : .code
        case .text: self = .lines
        case .money, .wholeMoney: self = .amount
        case .quantity, .millimeters: self = .quantity
        case .integer, .choice: self = .figure
        case .day: self = .day
        case .item, .reference, .named: self = .record
        }
    }
}

// MARK: - The columns

extension ImportColumn {
    public static let id = ImportColumn("id", .figure, "Record number")
    public static let name = ImportColumn("name", .text, "Name")
    public static let emailid = ImportColumn(
        "emailid", .text, "E-mail", "email mail emailaddress customeremail customeremailid")
    public static let contactno = ImportColumn(
        "contactno", .figure, "Phone",
        "phone phonenumber contact contactnumber telephone tel mobile customerphone customercontactno"
    )
    public static let cardBrand = ImportColumn("cardBrand", .text, "Card")
    public static let cardLastFour = ImportColumn(
        "cardLastFour", .figure, "Last four digits of the card", "lastfour last4 cardlast4")
    public static let cardHolder = ImportColumn("cardHolder", .text, "Name on the card")
    /// The month in which a card expires.
    public static let cardExpiry = ImportColumn("cardExpiry", .figure, "Expiry")
    public static let price = ImportColumn("price", .amount, nil, "unitprice")
    public static let retiredAt = ImportColumn("retiredAt", .day, "Retired")
    public static let sku = ImportColumn("sku", .code)
    public static let barcode = ImportColumn("barcode", .code)
    /// The cost of a product per unit; on a line, its cost at the time of the sale.
    public static let cost = ImportColumn("cost", .amount, "Cost")
    /// The stock of a product, which is only set if it was not counted before.
    public static let stock = ImportColumn("stock", .quantity, "In stock")
    public static let lowStock = ImportColumn("lowStock", .quantity)
    /// The further numbers of a customer: `work: 555 0199; 555 0123`.
    public static let numbers = ImportColumn("numbers", .list, "Further numbers")
    /// The addresses of a customer: `home | 2 Low Street | 62565 | Shelbyville | | US; …`.
    public static let addresses = ImportColumn("addresses", .entries, "Addresses")
    /// The parts of a customer's first address.
    public static let street = ImportColumn(
        "street", .text, "Street", "address addressline1 streetaddress")
    public static let postalCode = ImportColumn(
        "postalCode", .text, "Postal code", "zip zipcode postcode")
    public static let city = ImportColumn("city", .text, "City", "town")
    public static let region = ImportColumn("region", .text, "Region", "state province")
    public static let countryCode = ImportColumn("countryCode", .text, "Country")
    public static let taxNumber = ImportColumn(
        "taxNumber", .code, "Tax number", "vatid vatnumber taxid")
    public static let consentedAt = ImportColumn(
        "consentedAt", .day, "Marketing consent since", "agreedtobewrittento")
    public static let consentNote = ImportColumn("consentNote", .text, "What was agreed")
    /// The language of papers for a customer: `de`.
    public static let paperLanguage = ImportColumn(
        "paperLanguage", .text, "Language of papers", "languageofpapers")
    public static let number = ImportColumn(
        "number", .figure, "Sale number", "sale salenumber saleno invoice invoicenumber receipt")
    /// The printed number: `R-2026-0001`.
    public static let numberText = ImportColumn("numberText", .text, "Number on paper")
    public static let date = ImportColumn(
        "date", .day, "Date", "saledate day solddate purchasedate")
    /// The record number or the name of a sale's customer.
    public static let customer = ImportColumn("customer", .record, "Customer", "customerid")
    public static let customerName = ImportColumn(
        "customerName", .record, "Customer name", "name buyer")
    /// The number of the sale that was returned.
    public static let returnOf = ImportColumn("returnOf", .record, "Return of sale")
    public static let voidedAt = ImportColumn("voidedAt", .day, "Void since")
    public static let voidReason = ImportColumn("voidReason", .text, "Reason")
    /// The time of day of a sale: `14:05`.
    public static let time = ImportColumn("time", .figure, "Time", "timeofday saletime")
    public static let note = ImportColumn("note", .lines, "Note", "comment remark")
    /// Whether a sale was to a walk-in, and not to a person who was removed.
    public static let isWalkIn = ImportColumn("isWalkIn", .flag, "Walk-in")
    /// Whether a sale is paid later.
    public static let isOnAccount = ImportColumn("isOnAccount", .flag, "On account")
    /// The position of a line in its sale, from 1.
    public static let position = ImportColumn(
        "position", .figure, "Line", "line lineno linenumber pos")
    /// The record number or the name of a line's product.
    public static let product = ImportColumn(
        "product", .record, "Product", "productid item itemname article articlename")
    public static let productName = ImportColumn("productName", .record, "Product name")
    public static let quantity = ImportColumn("quantity", .quantity, nil, "qty pieces")
    public static let unitPrice = ImportColumn(
        "unitPrice", .amount, "Unit price", "price each priceeach")
    /// The discount on a line: `10 %`, `2.50`.
    public static let discount = ImportColumn(
        "discount", .figure, "Discount", "less rebate linediscount")
    /// The tax rate of a line by name and percentage: `VAT 19 %`.
    public static let taxRate = ImportColumn("taxRate", .record, nil, "tax vat vatrate")
    public static let saleDiscount = ImportColumn("saleDiscount", .figure, "Discount of the sale")
    /// The payment method.
    public static let kind = ImportColumn("kind", .record, "Kind")
    public static let isCash = ImportColumn("isCash", .flag, "Cash")
    /// The paid amount; negative for a repayment.
    public static let amount = ImportColumn("amount", .amount, "Amount")
    /// The cash handed over.
    public static let tendered = ImportColumn("tendered", .amount, "Handed over")
    /// The reference of a payment, such as the number of a slip.
    public static let reference = ImportColumn("reference", .code, "Reference")
    /// The number of the sale of a payment.
    public static let sale = ImportColumn("sale", .record, "Of sale")
    /// The change in quantity; negative for a decrease.
    public static let change = ImportColumn("change", .quantity, "Change")
    /// The stock after an entry.
    public static let level = ImportColumn("level", .quantity, "Pieces then")
    public static let itemKey = ImportColumn("itemKey", .key, "Item")
    public static let itemName = ImportColumn(
        "itemName", .text, "Name", "item name hbname assetname thing")
    public static let serialNumber = ImportColumn(
        "serialNumber", .text, "Serial number", "serial serialno sn hbserialnumber")
    public static let valueInDollars = ImportColumn(
        "valueInDollars", .amount, "What you say it is worth", "value worth whatyousayitisworth")
    public static let dateCreated = ImportColumn(
        "dateCreated", .day, "Added on", "created createdat dateadded added")
    public static let orderingValue = ImportColumn("orderingValue", .key, "Position in the list")
    public static let assetType = ImportColumn(
        "assetType", .record, "Type", "type category itemtype")
    public static let soldDate = ImportColumn(
        "soldDate", .day, "Sold on", "sold solddate hbsoldtime hbsolddate")
    public static let lastSeen = ImportColumn("lastSeen", .day, "Last seen")
    public static let lastSeenBy = ImportColumn("lastSeenBy", .text, "Last seen by")
    public static let notes = ImportColumn("notes", .lines, "Notes")
    /// The path of an item's location: `House › Kitchen`.
    public static let location = ImportColumn(
        "location", .record, "Location", "room place where hblocation")
    /// The container of an item, by key, number, or name.
    public static let container = ImportColumn("container", .record)
    public static let tags = ImportColumn("tags", .list, "Tags", "tag labels hbtags hblabels")
    public static let itemNumber = ImportColumn("itemNumber", .figure)
    public static let manufacturer = ImportColumn("manufacturer", .text)
    public static let modelNumber = ImportColumn("modelNumber", .text)
    public static let purchaseDate = ImportColumn("purchaseDate", .day)
    public static let purchasePrice = ImportColumn("purchasePrice", .amount)
    public static let seller = ImportColumn("seller", .text)
    public static let replacementValue = ImportColumn("replacementValue", .amount)
    /// The end of a warranty, or `for life`.
    public static let warrantyUntil = ImportColumn("warrantyUntil", .day)
    public static let insurance = ImportColumn("insurance", .text)
    /// The custom fields of an item: any number of columns, each with the name of its field.
    public static let fields = ImportColumn("fields", .lines, "A field of your own")
    /// The photos and documents next to the table, by path, separated by vertical bars.
    public static let files = ImportColumn("files", .list, "Photos and documents", "attachments")
    public static let lentTo = ImportColumn("lentTo", .record, "Lent to", "borrower loanedto")
    public static let lentSince = ImportColumn("lentSince", .day, "Lent since", "loanedsince")
    public static let lentUntil = ImportColumn("lentUntil", .day, "Lent until", "loaneduntil")
    /// The maintenance of an item: tasks and their records.
    public static let care = ImportColumn("care", .entries, "Maintenance")
    public static let lentNotes = ImportColumn("lentNotes", .lines, "Notes of the loan")
    public static let formerLoans = ImportColumn("formerLoans", .entries, "Loans before")
    /// The former values of an item, with the time until which each was valid.
    public static let formerValues = ImportColumn("formerValues", .entries, "Values before")
    /// A PNG file in base 64, only imported from a store.
    public static let thumbnail = ImportColumn("thumbnail", .picture, "Photo")
    /// The whole picture of a thumbnail, in base 64.
    public static let picture = ImportColumn("picture", .picture, "Picture")
    /// The item whose values new ones of a type begin with, by number, key, or name.
    public static let template = ImportColumn("template", .record, "Template")
    public static let label = ImportColumn("label", .text, "Name", "assettype type")
    /// The key of an item on the shopping list.
    public static let key = ImportColumn("key", .key, "Record key")
    public static let unit = ImportColumn("unit", .text)
    public static let isTicked = ImportColumn(
        "isTicked", .flag, "Ticked", "ticked done bought checked")
    public static let title = ImportColumn("title", .text, "Title", "booktitle book")
    public static let author = ImportColumn("author", .text, "Author", "authors writer bookauthor")
    public static let isbn = ImportColumn("isbn", .text, "ISBN", "isbn13 isbn10")
    public static let category = ImportColumn("category", .record, nil, "bookcategory genre")
    /// The source of a place's photos.
    public static let source = ImportColumn("source", .text, "Source")
}
