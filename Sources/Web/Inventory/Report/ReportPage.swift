import Domain
import Foundation

/// The report of the items today or on a day, to print for an insurer.
struct ReportPage: TemplatePage {
    static let template = "inventory/report"

    var layout: LayoutPage
    /// `November 23, 2026`: the day of the report.
    var day: String
    var owner: String
    /// The policies of insured items.
    var policies: String
    /// `12 items, worth $8,310, 72 % documented`.
    var summary: String
    var isEmpty: Bool
    var groups: [Group]
    var gaps: [Gap]

    /// The action of the form, which uses GET.
    var path: String
    var jsonPath: String
    /// The report as a folder in a zip file.
    var archivePath: String
    /// The page that shares the report by a link.
    var sharePath = ""
    var asOf: FormField
    var ownerField: FormField
    var groupings: [SelectOption]
    var locations: [SelectOption]
    var summaryOfFaults = FaultSummary()

    /// A group of items.
    struct Group: Sendable {
        var name: String
        /// `4 items, $120`.
        var summary: String
        var rows: [Row]
    }

    /// An item of the report.
    struct Row: Sendable {
        var number: String
        var name: String
        var path: String
        var thumbnailPath: String
        /// The details by line: serial number, maker and model, purchase.
        var facts: [String]
        /// Its documents, such as receipts.
        var documents: [PathLink]
        /// `4 × $5`.
        var value: String
        /// `4 of 5`.
        var score: String
    }

    /// An item with missing evidence.
    struct Gap: Sendable {
        var name: String
        var path: String
        var value: String
        /// `photo, serial number`.
        var missing: String
    }
}

extension ReportPage {
    /// The number of gaps shown.
    private static let shownGaps = 50

    init(
        _ report: InventoryReport, _ request: ReportRequest, _ inventory: Inventory,
        _ names: ItemNames
    ) {
        self.init(request, inventory, names)
        summary = report.summary
        isEmpty = report.entries.isEmpty
        policies = report.policies
        groups = report.groups.map { group in
            Group(group, summary: report.summary(of: group.totals)) {
                Row($0, inventory.links, in: report.currency)
            }
        }
        gaps = report.gaps.prefix(Self.shownGaps).map { entry in
            Gap(
                name: entry.name, path: inventory.links(.item(entry.key)),
                value: entry.totalText(in: report.currency),
                missing: entry.missing.joined(separator: ", "))
        }
    }

    /// The page without items.
    init(_ request: ReportRequest, _ inventory: Inventory, _ names: ItemNames) {
        let links = inventory.links
        var layout = inventory.site.layout(
            title: "Report", section: .inventory, subsection: .report)
        let json = links(request.query.address(of: SitePath.report.json))
        layout.alternates = [.json(json)]
        let scope = request.scope
        let day = scope.day ?? .today()
        self.init(
            layout: layout, day: DayText.long(day),
            owner: scope.owner, policies: "", summary: "", isEmpty: true,
            groups: [], gaps: [], path: links(.report), jsonPath: json,
            archivePath: links(request.query.address(of: .reportArchive)),
            asOf: FormField(request.query.filter("asOf") ?? ""),
            ownerField: FormField(scope.owner),
            groupings: ReportScope.Grouping.allCases.map {
                SelectOption(
                    value: $0.rawValue, label: $0.rawValue, isSelected: $0 == scope.grouping)
            },
            locations: names.locationOptions(
                selected: request.query.filter("location") ?? "", none: "All locations"))
        let view = request.query.address(of: .report).path
        sharePath = links(SitePath.sharing.query([("list", view)]))
    }

    /// Shows the faults of an address.
    mutating func refuse(_ faults: [FieldError]) {
        summaryOfFaults = FaultSummary(faults.map(\.link))
        let fault = faults.first { $0.field == "asOf" }
        asOf = FormField(asOf.value, fault: fault.map { FormText.sentence($0.message) })
    }
}

extension ReportPage.Group {
    /// - Parameter row: the row of an item.
    init(
        _ group: InventoryReport.Group, summary: String,
        row: (InventoryReport.Entry) -> ReportPage.Row
    ) {
        self.init(
            name: group.name,
            summary: summary,
            rows: group.entries.map(row))
    }
}

extension ReportPage.Row {
    init(_ entry: InventoryReport.Entry, _ links: SiteLinks, in currency: Currency) {
        self.init(
            number: entry.number, name: entry.name, path: links(.item(entry.key)),
            thumbnailPath: entry.thumbnailVersion.map {
                links(.itemThumbnail(entry.key, version: $0))
            } ?? "", facts: entry.facts,
            documents: entry.documents.map { id, kind, name in
                PathLink(label: kind.label(named: name), path: links(.documentFile(id)))
            },
            value: FormText.capitalized(entry.valueText(in: currency)), score: entry.scoreText)
    }
}
