/// A column that an import reads: one of those below, or a text of a described record. Its raw value is
/// the name that an export gives it.
public struct ImportColumn: RawRepresentable, Sendable, Hashable, Codable, CodingKeyRepresentable,
    CaseIterable
{
    /// The place among all columns.
    let place: UInt8

    public var rawValue: String { Self.names[Int(place)] }

    /// The column of a name; nil if there is none.
    public init?(rawValue: String) {
        guard let place = Self.places[rawValue] else { return nil }
        self.place = place
    }

    /// A column whose name is among the others’.
    private init(_ name: String) {
        guard let place = Self.places[name] else {
            preconditionFailure("No column has the name \(name).")
        }
        self.place = place
    }

    public static var allCases: [ImportColumn] { names.compactMap(ImportColumn.init(rawValue:)) }

    private static let names = {
        let known = [
            "id", "name", "emailid", "contactno", "cardBrand", "cardLastFour", "cardHolder",
            "cardExpiry", "price", "retiredAt", "sku", "barcode", "cost", "stock", "lowStock",
            "numbers", "addresses", "street", "postalCode", "city", "region", "countryCode",
            "taxNumber", "consentedAt", "consentNote", "paperLanguage", "number", "numberText",
            "date", "customer", "customerName", "returnOf", "voidedAt", "voidReason", "time",
            "note",
            "isWalkIn", "isOnAccount", "position", "product", "productName", "quantity",
            "unitPrice",
            "discount", "taxRate", "saleDiscount", "kind", "isCash", "amount", "tendered",
            "reference", "sale", "change", "level", "dueDate", "validThrough", "buyerName",
            "buyerAddress", "buyerTaxNumber", "buyerReference", "tax", "total", "issuedTexts",
            "itemKey", "itemName", "serialNumber", "valueInDollars", "dateCreated", "orderingValue",
            "assetType", "soldDate", "notes", "location", "container", "tags", "itemNumber",
            "manufacturer", "modelNumber", "purchaseDate", "purchasePrice", "seller",
            "replacementValue", "warrantyUntil", "insurance", "fields", "files", "lentTo",
            "lentSince", "lentUntil", "care", "lentNotes", "formerLoans", "formerValues",
            "thumbnail",
            "picture", "label", "key", "unit", "isTicked", "title", "author", "isbn", "category",
            "source",
        ]
        let described = (Item.plainTexts + Product.plainTexts).map(\.name)
        return known + described.filter { !known.contains($0) }
    }()

    private static let places: [String: UInt8] = Dictionary(
        zip(names, 0...), uniquingKeysWith: { first, _ in first })

    /// The columns of described texts.
    private static let described = Set(
        (Item.plainTexts + Product.plainTexts).compactMap { ImportColumn(rawValue: $0.name) })

    public static let id = ImportColumn("id")
    public static let name = ImportColumn("name")
    public static let emailid = ImportColumn("emailid")
    public static let contactno = ImportColumn("contactno")
    public static let cardBrand = ImportColumn("cardBrand")
    public static let cardLastFour = ImportColumn("cardLastFour")
    public static let cardHolder = ImportColumn("cardHolder")
    /// The month in which the card expires.
    public static let cardExpiry = ImportColumn("cardExpiry")
    public static let price = ImportColumn("price")
    public static let retiredAt = ImportColumn("retiredAt")
    /// The shop's own number of a product.
    public static let sku = ImportColumn("sku")
    public static let barcode = ImportColumn("barcode")
    /// What one of a product costs the shop; on a line, what one cost when it was sold.
    public static let cost = ImportColumn("cost")
    /// How many of a product are there; taken of one whose stock nobody counts yet.
    public static let stock = ImportColumn("stock")
    public static let lowStock = ImportColumn("lowStock")
    /// The numbers of a customer beside the first: `work: 555 0199; 555 0123`.
    public static let numbers = ImportColumn("numbers")
    /// All addresses of a customer: `home | 2 Low Street | 62565 | Shelbyville | | US; …`.
    public static let addresses = ImportColumn("addresses")
    /// The parts of a customer's first address.
    public static let street = ImportColumn("street")
    public static let postalCode = ImportColumn("postalCode")
    public static let city = ImportColumn("city")
    public static let region = ImportColumn("region")
    public static let countryCode = ImportColumn("countryCode")
    public static let taxNumber = ImportColumn("taxNumber")
    /// The day on which a customer agreed to be written to.
    public static let consentedAt = ImportColumn("consentedAt")
    /// How and to what.
    public static let consentNote = ImportColumn("consentNote")
    /// The language of papers for a customer: `de`.
    public static let paperLanguage = ImportColumn("paperLanguage")
    /// The number of a sale.
    public static let number = ImportColumn("number")
    /// The number as it stands on paper: `R-2026-0001`.
    public static let numberText = ImportColumn("numberText")
    public static let date = ImportColumn("date")
    /// The record number of a sale's customer, or the name.
    public static let customer = ImportColumn("customer")
    public static let customerName = ImportColumn("customerName")
    /// The number of the sale from which this came back.
    public static let returnOf = ImportColumn("returnOf")
    public static let voidedAt = ImportColumn("voidedAt")
    public static let voidReason = ImportColumn("voidReason")
    /// The time of day of a sale: `14:05`.
    public static let time = ImportColumn("time")
    /// What there is to say of a sale.
    public static let note = ImportColumn("note")
    /// Whether a sale was to somebody who walked in, and not to a person who was removed since.
    public static let isWalkIn = ImportColumn("isWalkIn")
    /// Whether a sale is paid later.
    public static let isOnAccount = ImportColumn("isOnAccount")
    /// The place of a line in its sale, from 1.
    public static let position = ImportColumn("position")
    /// The record number of a line's product, or the name.
    public static let product = ImportColumn("product")
    public static let productName = ImportColumn("productName")
    public static let quantity = ImportColumn("quantity")
    public static let unitPrice = ImportColumn("unitPrice")
    /// What is taken off a line: `10 %`, `2.50`.
    public static let discount = ImportColumn("discount")
    /// The tax of a line, by the name and the share of its rate: `VAT 19 %`.
    public static let taxRate = ImportColumn("taxRate")
    /// What is taken off a whole sale.
    public static let saleDiscount = ImportColumn("saleDiscount")
    /// How something was paid: the name of the kind.
    public static let kind = ImportColumn("kind")
    /// Whether a payment was money in the drawer.
    public static let isCash = ImportColumn("isCash")
    /// What was paid; below zero for what was given back.
    public static let amount = ImportColumn("amount")
    /// What was handed over, of which the rest was given back.
    public static let tendered = ImportColumn("tendered")
    /// What tells a payment from others: the number of a slip.
    public static let reference = ImportColumn("reference")
    /// The number of the sale that something is about.
    public static let sale = ImportColumn("sale")
    /// How many pieces came; below zero for those that went.
    public static let change = ImportColumn("change")
    /// How many pieces there are after a step.
    public static let level = ImportColumn("level")
    /// The day by which an invoice is to be paid.
    public static let dueDate = ImportColumn("dueDate")
    /// The last day on which the prices of a quote hold.
    public static let validThrough = ImportColumn("validThrough")
    /// Who has to pay, or whom something is offered.
    public static let buyerName = ImportColumn("buyerName")
    public static let buyerAddress = ImportColumn("buyerAddress")
    public static let buyerTaxNumber = ImportColumn("buyerTaxNumber")
    /// What a buyer wants to find on an invoice.
    public static let buyerReference = ImportColumn("buyerReference")
    /// The taxes in what something comes to.
    public static let tax = ImportColumn("tax")
    /// What something comes to.
    public static let total = ImportColumn("total")
    /// What an invoice was issued with, as it is kept.
    public static let issuedTexts = ImportColumn("issuedTexts")
    /// The key of the item of the inventory that was sold.
    public static let itemKey = ImportColumn("itemKey")
    public static let itemName = ImportColumn("itemName")
    public static let serialNumber = ImportColumn("serialNumber")
    public static let valueInDollars = ImportColumn("valueInDollars")
    public static let dateCreated = ImportColumn("dateCreated")
    /// The place in the owner's order.
    public static let orderingValue = ImportColumn("orderingValue")
    /// The label of an item's type.
    public static let assetType = ImportColumn("assetType")
    public static let soldDate = ImportColumn("soldDate")
    /// What there is to say of an item besides.
    public static let notes = ImportColumn("notes")
    /// Where an item is, with what that is in: `House › Kitchen`.
    public static let location = ImportColumn("location")
    /// The item that an item is in: its key, its number, or its name.
    public static let container = ImportColumn("container")
    /// The tags of an item, with commas between them.
    public static let tags = ImportColumn("tags")
    /// The number of an item: `A-0042`.
    public static let itemNumber = ImportColumn("itemNumber")
    public static let manufacturer = ImportColumn("manufacturer")
    public static let modelNumber = ImportColumn("modelNumber")
    public static let purchaseDate = ImportColumn("purchaseDate")
    public static let purchasePrice = ImportColumn("purchasePrice")
    public static let seller = ImportColumn("seller")
    public static let replacementValue = ImportColumn("replacementValue")
    /// The end of a warranty, or `for life`.
    public static let warrantyUntil = ImportColumn("warrantyUntil")
    public static let insurance = ImportColumn("insurance")
    /// What an item has in fields of the household's own, each with the name of its field: as many columns
    /// of a file as it has fields.
    public static let fields = ImportColumn("fields")
    /// Photos and documents beside the table, by their paths, with strokes between them.
    public static let files = ImportColumn("files")
    /// Who has an item that was lent.
    public static let lentTo = ImportColumn("lentTo")
    public static let lentSince = ImportColumn("lentSince")
    public static let lentUntil = ImportColumn("lentUntil")
    /// What is to be done about an item, and was done.
    public static let care = ImportColumn("care")
    public static let lentNotes = ImportColumn("lentNotes")
    /// The loans of an item that have ended.
    public static let formerLoans = ImportColumn("formerLoans")
    /// What an item was worth before, and until when.
    public static let formerValues = ImportColumn("formerValues")
    /// A PNG file in base 64, which comes with a store alone.
    public static let thumbnail = ImportColumn("thumbnail")
    /// The picture that a thumbnail was made of, whole, in base 64.
    public static let picture = ImportColumn("picture")
    public static let label = ImportColumn("label")
    /// The key of something on the shopping list.
    public static let key = ImportColumn("key")
    public static let unit = ImportColumn("unit")
    public static let isTicked = ImportColumn("isTicked")
    public static let title = ImportColumn("title")
    public static let author = ImportColumn("author")
    public static let isbn = ImportColumn("isbn")
    /// The name of a book's category.
    public static let category = ImportColumn("category")
    /// From where the photos of a place come.
    public static let source = ImportColumn("source")

    /// The column that a name in a header means, in a file of a kind; nil for one that is not read.
    ///
    /// Case, spaces and marks do not count: `E-Mail` is `emailid`.
    init?(named name: String, kind: ImportKind) {
        let name = Self.simplified(name)
        let found =
            kind.columns.first { Self.simplifiedNames[$0] == name }
            ?? kind.columns.first { $0.synonyms(in: kind).contains(name) }
        guard let found else { return nil }
        self = found
    }

    /// Whether text of people stands in it, in which an apostrophe may come first.
    var isText: Bool {
        switch self {
        case .name, .customerName, .productName, .customer, .product, .voidReason, .emailid,
            .cardBrand, .cardHolder, .itemName, .serialNumber, .assetType, .notes, .label, .unit,
            .title, .author, .isbn, .category, .source, .location, .container, .tags, .sku,
            .barcode,
            .taxRate, .numbers, .addresses, .street,
            .postalCode, .city,
            .region, .countryCode, .taxNumber, .consentNote, .paperLanguage, .fields, .files,
            .lentTo, .care, .note, .lentNotes, .formerLoans, .formerValues, .kind, .reference,
            .buyerName, .buyerAddress, .buyerTaxNumber, .buyerReference, .issuedTexts, .numberText:
            true
        default: Self.described.contains(self)
        }
    }

    /// Whether a day stands in it, or a moment.
    var isDay: Bool {
        switch self {
        case .date, .retiredAt, .consentedAt, .voidedAt, .dateCreated, .soldDate, .purchaseDate,
            .warrantyUntil, .lentSince, .lentUntil, .dueDate, .validThrough:
            true
        default: false
        }
    }

    /// Whether what stands in it may have lines.
    var keepsLines: Bool {
        [.notes, .note, .fields, .lentNotes, .buyerAddress].contains(self)
    }

    /// The names of the columns without case, spaces and marks.
    private static let simplifiedNames = Dictionary(
        uniqueKeysWithValues: allCases.map { ($0, simplified($0.rawValue)) })

    static func simplified(_ name: String) -> String {
        String(name.lowercased().filter { $0.isLetter || $0.isNumber })
    }

    private func synonyms(in kind: ImportKind) -> [String] {
        kind.description.synonyms[self] ?? usualSynonyms(in: kind)
    }

    private func usualSynonyms(in kind: ImportKind) -> [String] {
        switch self {
        case .emailid: ["email", "mail", "emailaddress", "customeremail", "customeremailid"]
        case .contactno:
            [
                "phone", "phonenumber", "contact", "contactnumber", "telephone", "tel", "mobile",
                "customerphone", "customercontactno",
            ]
        case .name: nameSynonyms(in: kind)
        case .id: kind == .customers ? ["customerid"] : ["productid"]
        case .number:
            ["sale", "salenumber", "saleno", "invoice", "invoicenumber", "receipt"]
        case .date: ["saledate", "day", "solddate", "purchasedate"]
        case .time: ["timeofday", "saletime"]
        case .note: ["comment", "remark"]
        case .position: ["line", "lineno", "linenumber", "pos"]
        case .quantity:
            switch kind {
            case .groceries: ["qty", "amount", "count"]
            case .items: ["qty", "pieces", "count", "hbquantity"]
            default: ["qty", "pieces"]
            }
        case .unitPrice: ["price", "each", "priceeach"]
        case .price: ["unitprice"]
        case .discount: ["less", "rebate", "linediscount"]
        case .taxRate: ["tax", "vat", "vatrate"]
        case .street: ["address", "addressline1", "streetaddress"]
        case .postalCode: ["zip", "zipcode", "postcode"]
        case .city: ["town"]
        case .region: ["state", "province"]
        case .taxNumber: ["vatid", "vatnumber", "taxid"]
        case .paperLanguage: ["languageofpapers"]
        case .cardLastFour: ["lastfour", "last4", "cardlast4"]
        case .customer: ["customerid"]
        case .customerName: ["name", "buyer"]
        case .product: ["productid", "item", "itemname", "article", "articlename"]
        case .itemKey where kind == .items: itemSynonyms
        case .itemName, .serialNumber, .valueInDollars, .dateCreated, .assetType, .soldDate,
            .location, .tags, .files, .lentTo, .lentSince, .lentUntil:
            itemSynonyms
        case .notes: kind == .items ? ["note", "hbnotes"] : []
        case .label: ["assettype", "type"]
        case .isTicked: ["ticked", "done", "bought", "checked"]
        case .title: ["booktitle", "book"]
        case .author: ["authors", "writer", "bookauthor"]
        case .isbn: ["isbn13", "isbn10"]
        case .category: ["bookcategory", "genre"]
        default: RecordDescription.fieldsByName[rawValue]?.importedFrom ?? []
        }
    }

    private func nameSynonyms(in kind: ImportKind) -> [String] {
        switch kind {
        case .customers: ["customer", "customername", "fullname"]
        case .groceries: ["grocery", "item", "article", "product"]
        case .places: ["place", "places", "placename", "folder"]
        default: ["product", "productname", "description", "article"]
        }
    }

    /// What other programs call the columns of an item: those that begin with `hb` are Homebox's, and
    /// Snipe-IT's are among the others.
    private var itemSynonyms: [String] {
        switch self {
        case .itemKey: ["hbimportref"]
        case .files: ["attachments"]
        case .lentTo: ["borrower", "loanedto"]
        case .lentSince: ["loanedsince"]
        case .lentUntil: ["loaneduntil"]
        case .itemName: ["item", "name", "hbname", "assetname", "thing"]
        case .serialNumber: ["serial", "serialno", "sn", "hbserialnumber"]
        case .valueInDollars: ["value", "worth", "whatyousayitisworth"]
        case .location: ["room", "place", "where", "hblocation"]
        case .tags: ["tag", "labels", "hbtags", "hblabels"]
        case .dateCreated: ["created", "createdat", "dateadded", "added"]
        case .assetType: ["type", "category", "itemtype"]
        case .soldDate: ["sold", "solddate", "hbsoldtime", "hbsolddate"]
        default: []
        }
    }
}
