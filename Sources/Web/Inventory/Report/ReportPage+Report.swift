import Domain
import Foundation

extension ReportPage {
    /// Gaps that are told.
    private static let shownGaps = 50

    /// The page of a report.
    init(
        _ report: InventoryReport, _ request: ReportRequest, _ inventory: Inventory,
        _ names: ItemNames
    ) {
        self.init(request, inventory, names)
        let worth = WholeDollars.text(Int(report.value))
        let count = report.entries.count
        summary = "\(ItemCount.text(count)), worth \(worth), with \(report.score) % of the evidence"
        isEmpty = count == 0
        let policies = Set(report.entries.map(\.item.details.insurance)).filter { !$0.isEmpty }
        self.policies = policies.sorted().joined(separator: "; ")
        hasPolicies = !policies.isEmpty
        groups = report.groups.map { group in
            Group(
                name: group.name,
                summary: "\(ItemCount.text(group.entries.count)), "
                    + WholeDollars.text(Int(group.value)),
                rows: group.entries.map { Row($0, request, inventory.links) })
        }
        gaps = report.gaps.prefix(Self.shownGaps).map { entry in
            Gap(
                name: entry.item.name, path: inventory.links(.item(entry.item.key)),
                value: WholeDollars.text(Int(entry.value.whole)),
                missing: entry.missing.joined(separator: ", "))
        }
        hasGaps = !gaps.isEmpty
    }

    /// The page of an address, whatever the items are.
    init(_ request: ReportRequest, _ inventory: Inventory, _ names: ItemNames) {
        let links = inventory.links
        var layout = inventory.site.layout(
            title: "Report", section: .inventory, subsection: .report)
        let json = links(request.query.address(of: SitePath.report.json))
        layout.alternates = [AlternateLink(type: "application/json", path: json)]
        let day = request.day ?? .today()
        self.init(
            layout: layout, day: DayText.long(day), hasOwner: !request.owner.isEmpty,
            owner: request.owner, hasPolicies: false, policies: "", summary: "", isEmpty: true,
            groups: [], hasGaps: false, gaps: [], path: links(.report), jsonPath: json,
            asOf: FormField(request.query.filter("asOf") ?? ""),
            ownerField: FormField(request.owner),
            groupings: ReportRequest.Grouping.allCases.map {
                SelectOption(
                    value: $0.rawValue, label: $0.rawValue, isSelected: $0 == request.grouping)
            },
            locations: names.locationOptions(
                selected: request.query.filter("location") ?? "", none: "All locations"))
    }

    /// Shows what is wrong with an address.
    mutating func refuse(_ faults: [FormFault]) {
        summaryOfFaults = FaultSummary(faults.map(\.link))
        let fault = faults.first { $0.field == "asOf" }
        asOf = FormField(asOf.value, fault: fault.map { FormText.sentence($0.message) })
    }
}

extension ReportPage.Row {
    fileprivate init(
        _ entry: InventoryReport.Entry, _ request: ReportRequest, _ links: SiteLinks
    ) {
        let (item, details) = (entry.item, entry.item.details)
        let made = [details.manufacturer, details.modelNumber].filter { !$0.isEmpty }
        let bought = [
            details.purchaseDay.map { "bought \(DayText.long($0))" } ?? "",
            details.purchasePrice.map { "for \(Money.text($0))" } ?? "",
            details.seller.isEmpty ? "" : "from \(details.seller)",
        ].filter { !$0.isEmpty }
        let facts = [
            item.serialNumber.isEmpty ? "" : "Serial number \(item.serialNumber)",
            made.joined(separator: ", "), FormText.capitalized(bought.joined(separator: " ")),
            request.grouping == .location ? item.assetType?.text ?? "" : entry.place,
        ]
        let quantity = Int(entry.value.quantity)
        let each = WholeDollars.text(Int(entry.value.valueInDollars))
        self.init(
            number: ItemNumber.text(details.number), name: item.name,
            path: links(.item(item.key)), hasThumbnail: item.hasThumbnail,
            thumbnailPath: item.thumbnailPath(links), facts: facts.filter { !$0.isEmpty },
            value: quantity > 1 ? "\(quantity, grouped: true) × \(each)" : each,
            replacement: entry.value.replacementValue.map(Money.text) ?? "",
            score: "\(entry.evidence.count) of \(ItemEvidence.allCases.count)")
    }
}
