/// A column that an import reads. Its raw value is the name that an export gives it.
public enum ImportColumn: String, Sendable, Hashable, Codable, CodingKeyRepresentable, CaseIterable
{
    case id
    case name
    case emailid
    case contactno
    case cardBrand
    case cardLastFour
    case cardHolder
    /// The month in which the card expires.
    case cardExpiry
    case price
    case retiredAt
    /// The shop's own number of a product.
    case sku
    case barcode
    /// What one of a product costs the shop; on a line, what one cost when it was sold.
    case cost
    /// How many of a product are there; taken of one whose stock nobody counts yet.
    case stock
    case lowStock
    /// The numbers of a customer beside the first: `work: 555 0199; 555 0123`.
    case numbers
    /// All addresses of a customer: `home | 2 Low Street | 62565 | Shelbyville | | US; …`.
    case addresses
    /// The parts of a customer's first address.
    case street
    case postalCode
    case city
    case region
    case countryCode
    case taxNumber
    /// The day on which a customer agreed to be written to.
    case consentedAt
    /// How and to what.
    case consentNote
    /// The language of papers for a customer: `de`.
    case paperLanguage
    /// The number of a sale.
    case number
    /// The number as it stands on paper: `R-2026-0001`.
    case numberText
    case date
    /// The record number of a sale's customer, or the name.
    case customer
    case customerName
    /// The number of the sale from which this came back.
    case returnOf
    case voidedAt
    case voidReason
    /// The time of day of a sale: `14:05`.
    case time
    /// What there is to say of a sale.
    case note
    /// Whether a sale was to somebody who walked in, and not to a person who was removed since.
    case isWalkIn
    /// Whether a sale is paid later.
    case isOnAccount
    /// The place of a line in its sale, from 1.
    case position
    /// The record number of a line's product, or the name.
    case product
    case productName
    case quantity
    case unitPrice
    /// What is taken off a line: `10 %`, `2.50`.
    case discount
    /// The tax of a line, by the name and the share of its rate: `VAT 19 %`.
    case taxRate
    /// What is taken off a whole sale.
    case saleDiscount
    /// How something was paid: the name of the kind.
    case kind
    /// Whether a payment was money in the drawer.
    case isCash
    /// What was paid; below zero for what was given back.
    case amount
    /// What was handed over, of which the rest was given back.
    case tendered
    /// What tells a payment from others: the number of a slip.
    case reference
    /// The number of the sale that something is about.
    case sale
    /// How many pieces came; below zero for those that went.
    case change
    /// How many pieces there are after a step.
    case level
    /// The day by which an invoice is to be paid.
    case dueDate
    /// The last day on which the prices of a quote hold.
    case validThrough
    /// Who has to pay, or whom something is offered.
    case buyerName
    case buyerAddress
    case buyerTaxNumber
    /// What a buyer wants to find on an invoice.
    case buyerReference
    /// The taxes in what something comes to.
    case tax
    /// What something comes to.
    case total
    /// What an invoice was issued with, as it is kept.
    case issuedTexts
    /// The key of the item of the inventory that was sold.
    case itemKey
    case itemName
    case serialNumber
    case valueInDollars
    case dateCreated
    /// The place in the owner's order.
    case orderingValue
    /// The label of an item's type.
    case assetType
    case soldDate
    /// What there is to say of an item besides.
    case notes
    /// Where an item is, with what that is in: `House › Kitchen`.
    case location
    /// The item that an item is in: its key, its number, or its name.
    case container
    /// The tags of an item, with commas between them.
    case tags
    /// The number of an item: `A-0042`.
    case itemNumber
    case manufacturer
    case modelNumber
    case purchaseDate
    case purchasePrice
    case seller
    case replacementValue
    /// The end of a warranty, or `for life`.
    case warrantyUntil
    case insurance
    /// What an item has in fields of the household's own, each with the name of its field: as many columns
    /// of a file as it has fields.
    case fields
    /// Photos and documents beside the table, by their paths, with strokes between them.
    case files
    /// Who has an item that was lent.
    case lentTo
    case lentSince
    case lentUntil
    /// What is to be done about an item, and was done.
    case care
    case lentNotes
    /// The loans of an item that have ended.
    case formerLoans
    /// What an item was worth before, and until when.
    case formerValues
    /// A PNG file in base 64, which comes with a store alone.
    case thumbnail
    /// The picture that a thumbnail was made of, whole, in base 64.
    case picture
    case label
    /// The key of something on the shopping list.
    case key
    case unit
    case isTicked
    case title
    case author
    case isbn
    /// The name of a book's category.
    case category
    /// From where the photos of a place come.
    case source

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
            .title, .author, .isbn, .category, .source, .location, .container, .tags, .manufacturer,
            .modelNumber,
            .seller, .insurance, .sku, .barcode, .taxRate, .numbers, .addresses, .street,
            .postalCode, .city,
            .region, .countryCode, .taxNumber, .consentNote, .paperLanguage, .fields, .files,
            .lentTo, .care, .note, .lentNotes, .formerLoans, .formerValues, .kind, .reference,
            .buyerName, .buyerAddress, .buyerTaxNumber, .buyerReference, .issuedTexts, .numberText:
            true
        default: false
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
        case .sku: ["articlenumber", "productnumber", "itemnumber"]
        case .barcode: ["ean", "gtin", "upc"]
        case .lowStock: ["reorderlevel", "minimumstock"]
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
            .location, .container, .tags, .itemNumber, .manufacturer, .modelNumber,
            .purchaseDate, .purchasePrice, .seller, .replacementValue, .warrantyUntil,
            .insurance, .files, .lentTo, .lentSince, .lentUntil:
            itemSynonyms
        case .notes: kind == .items ? ["note", "hbnotes"] : []
        case .label: ["assettype", "type"]
        case .isTicked: ["ticked", "done", "bought", "checked"]
        case .title: ["booktitle", "book"]
        case .author: ["authors", "writer", "bookauthor"]
        case .isbn: ["isbn13", "isbn10"]
        case .category: ["bookcategory", "genre"]
        default: []
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
        case .container: ["hbparentimportref"]
        case .files: ["attachments"]
        case .lentTo: ["borrower", "loanedto"]
        case .lentSince: ["loanedsince"]
        case .lentUntil: ["loaneduntil"]
        case .itemName: ["item", "name", "hbname", "assetname", "thing"]
        case .serialNumber: ["serial", "serialno", "sn", "hbserialnumber"]
        case .valueInDollars: ["value", "worth", "whatyousayitisworth"]
        case .purchasePrice:
            ["price", "cost", "purchasecost", "pricepaid", "paid", "hbpurchaseprice"]
        case .purchaseDate:
            ["bought", "boughton", "datepurchased", "hbpurchasedate", "hbpurchasetime"]
        case .seller:
            ["shop", "store", "boughtfrom", "purchasedfrom", "supplier", "hbpurchasefrom"]
        case .location: ["room", "place", "where", "hblocation"]
        case .itemNumber: ["assetid", "assetnumber", "hbassetid"]
        case .manufacturer: ["maker", "brand", "make", "hbmanufacturer"]
        case .modelNumber: ["modelno", "modelname", "hbmodelnumber"]
        case .replacementValue: ["replacementcost", "replacement", "priceofanewone"]
        case .tags: ["tag", "labels", "hbtags", "hblabels"]
        case .warrantyUntil: ["warranty", "warrantyexpires", "hbwarrantyexpires"]
        case .insurance: ["insurer", "policy", "insuredby"]
        case .dateCreated: ["created", "createdat", "dateadded", "added"]
        case .assetType: ["type", "category", "itemtype"]
        case .soldDate: ["sold", "solddate", "hbsoldtime", "hbsolddate"]
        default: []
        }
    }
}
