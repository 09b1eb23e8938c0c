import Domain
import Imaging

/// A page that takes a photo of codes, and shows what they lead to.
struct ScanPage: TemplatePage {
    static let template = "search/scan"

    /// The field for the photo.
    static let field = "photo"
    static let label = "Photo"
    /// The maximum number of codes of one form.
    static let most = 100

    var layout: LayoutPage
    var summary: String
    var purpose: String
    var photoFault = ""
    var summaryOfFaults = FaultSummary()
    var codes: [Code] = []

    /// A code that was read.
    struct Code: Sendable {
        var text: String
        /// `QR code`, `EAN-13`; empty if it is unknown.
        var format: String
        var records: [SearchPage.Hit]
        /// The actions for a code that no record has.
        var isUnknown = false
        var choices: [PathLink] = []
    }
}

extension ScanPage {
    init(_ purpose: ScanPurpose, _ site: Site) {
        self.init(
            layout: site.layout(title: "Scan", section: .overview, topic: .scanning),
            summary: purpose.summary, purpose: purpose.text)
    }

    /// The page with codes that were read.
    init(_ purpose: ScanPurpose, _ found: [ScannedRecords], _ site: Site, for viewer: Viewer) {
        self.init(purpose, site)
        summary = ItemCount.text(found.count, "code was read", "codes were read")
        codes = found.map { found in
            let sighting = purpose.sightingPath(of: found)
            let note = sighting.map { [PathLink(label: "Note it", path: site.links($0))] } ?? []
            return Code(
                text: found.code.text, format: found.code.format?.label ?? "",
                records: found.records.map { record in
                    var hit = SearchPage.Hit(record.hit, site)
                    hit.path = site.links(sighting ?? purpose.path(of: record, for: viewer))
                    return hit
                },
                isUnknown: found.records.isEmpty,
                choices: found.records.isEmpty
                    ? note + found.choices(for: purpose, site.links, for: viewer) : [])
        }
    }

    mutating func refuse(_ refusal: ValidationErrors) {
        photoFault = refusal.message(for: Self.field) ?? ""
        summaryOfFaults = FaultSummary(refusal.faults, linkingTo: [Self.field])
    }
}

extension ScanPurpose {
    fileprivate var summary: String {
        switch self {
        case .items: "QR codes and barcodes of items, products, books and sales"
        case .sale: "Products for a new sale"
        case .groceries: "Products for the shopping list"
        case .stocktake: "Labels and barcodes of what is there"
        }
    }
}

extension ScannedRecords {
    /// The longest text that may be a number of something.
    private static let longest = 100

    /// New records with the number filled in, and a search for it; empty for a link or a long text.
    func choices(
        for purpose: ScanPurpose, _ links: SiteLinks, for viewer: Viewer
    ) -> [PathLink] {
        let text = number
        guard !text.isEmpty, text.count <= Self.longest, !text.contains(where: \.isNewline) else {
            return []
        }
        var choices: [PathLink] = []
        func add(_ label: String, _ section: Section, _ path: SitePath, _ field: String) {
            guard viewer.may(.editors(of: section)) else { return }
            choices.append(PathLink(label: label, path: links(path.query([(field, text)]))))
        }
        if case .groceries = purpose {
            add("New grocery", .groceries, ResourcePaths(.groceries).new, "name")
        }
        if !ISBN.spellings(of: text).isEmpty {
            add("New book", .books, ResourcePaths(.books).new, "isbn")
        }
        // An article number is the same on all of its kind.
        let field =
            ItemNumber.parse(text, isBare: false) != nil
            ? "itemNumber" : GTIN(text) != nil ? "modelNumber" : "serialNumber"
        add("New item", .inventory, .newItem, field)
        if field != "itemNumber" {
            add("New product", .sales, ResourcePaths(.products).new, "barcode")
        }
        choices.append(
            PathLink(label: "Search for it", path: links(SitePath.search.query([("q", text)]))))
        return choices
    }
}

extension PictureCode.Format {
    fileprivate var label: String {
        switch self {
        case .qrCode: "QR code"
        case .ean13: "EAN-13"
        case .ean8: "EAN-8"
        case .upcA: "UPC-A"
        case .upcE: "UPC-E"
        case .code128: "Code 128"
        }
    }
}
