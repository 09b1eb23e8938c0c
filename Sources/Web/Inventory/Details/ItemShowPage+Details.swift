import Domain
import Foundation
import Persistence

extension ItemShowPage {
    /// Fills in where an item is and what is known of it.
    ///
    /// - Throws: errors of the store.
    mutating func fillDetails(
        _ item: Item, _ values: ItemValues, _ inventory: Inventory,
        in context: ManagedObjectContext
    ) throws {
        let links = inventory.links
        let number = ItemNumber.text(values.details.number)
        let tree = try inventory.household.inventoryCache.locations(in: context)
        details = Self.places(values, tree, links)
        details += Self.facts(values, in: inventory.site.currency)
        details += try ItemFieldTexts(item, in: context).facts
        let inside = item.contents.filter { !$0.isTrashed }
            .sorted { ($0.itemName ?? "") < ($1.itemName ?? "") }
        contents = inside.map { PathLink(label: $0.itemName ?? "", path: links(.item($0.key))) }
        tags = (values.tags ?? []).map {
            ItemTag(name: $0.name, color: $0.color, path: links(.items(tagged: $0.number)))
        }
        fillLoan(item.openLoan().map(LoanValues.init), number, links)
        fillCare(item.careTasks.map(CareTaskValues.init), number, links)
        fillEvidence(item, values, inventory)
        newContentPath = links(SitePath.newItem.query([("container", number)]))
    }

    private mutating func fillEvidence(
        _ item: Item, _ values: ItemValues, _ inventory: Inventory
    ) {
        let links = inventory.links
        photoPath = links(.itemPhotoView(values.key))
        photosPath = links(.itemPhotos(values.key))
        furtherPhotos = PhotoTile.tiles(
            ItemPhotoValues.all(of: item).filter { !$0.isFirst }, inventory.site)
        documents = DocumentTile.tiles(
            item.listedDocuments.map(DocumentValues.init), inventory.site)
        documentForm = DocumentForm(values, inventory)
        documentsPath = links(.itemDocuments(values.key))
        valueChart = ValueChart(
            item.valueHistory, now: inventory.household.now(), in: inventory.site.currency)
    }

    private mutating func fillLoan(_ open: LoanValues?, _ number: String, _ links: SiteLinks) {
        let paths = ResourcePaths(.loans)
        lendPath = links(paths.new.query([("item", number)]))
        guard let open else { return }
        isLent = true
        loan = "To \(open.borrower) since \(DayText.long(open.since)). \(open.stateText)"
        loanPath = links(paths.record(open.recordNumber))
        returnPath = links(.returnLoan(open.recordNumber))
    }

    /// What is due first stands first, and what has no day last.
    private mutating func fillCare(
        _ tasks: [CareTaskValues], _ number: String, _ links: SiteLinks
    ) {
        let paths = ResourcePaths(.tasks)
        planPath = links(paths.new.query([("item", number)]))
        care = tasks.sorted {
            ($0.due?.daysSince1970 ?? .max, $0.recordNumber)
                < ($1.due?.daysSince1970 ?? .max, $1.recordNumber)
        }.map { task in
            ItemCare(
                task: task.task, path: links(paths.record(task.recordNumber)),
                state: task.stateText, isDue: task.state == .due,
                donePath: links(.completeTask(task.recordNumber)))
        }
    }

    private static func places(
        _ item: ItemValues, _ tree: LocationTree, _ links: SiteLinks
    ) -> [ItemFact] {
        var facts: [ItemFact] = []
        if let location = item.location {
            let path = tree.path(to: location.number).map { node in
                PathLink(label: node.name, path: links(.location(node.number)))
            }
            facts.append(ItemFact(label: "Location", links: parts(path)))
        }
        if let container = item.container {
            let link =
                container.isTrashed
                ? PathLink(
                    label: "\(container.name), in the trash",
                    path: links(ResourcePaths(.trash).record(container.recordNumber)))
                : PathLink(label: container.name, path: links(.item(container.key)))
            facts.append(ItemFact(label: "In", links: parts([link])))
        }
        return facts
    }

    private static func parts(_ links: [PathLink]) -> [ItemFact.Part] {
        links.enumerated().map { index, link in
            ItemFact.Part(lead: index == 0 ? "" : LocationTree.separator, link: link)
        }
    }

    private static func facts(_ item: ItemValues, in currency: Currency) -> [ItemFact] {
        let details = item.details
        let made = [details.manufacturer, details.modelNumber].filter { !$0.isEmpty }
        let bought = [
            details.purchaseDay.map(DayText.long) ?? "",
            details.purchasePrice.map { "for \(currency.text($0))" } ?? "",
            details.seller.isEmpty ? "" : "from \(details.seller)",
        ].filter { !$0.isEmpty }
        let further = ItemDetails.furtherTexts.map {
            ($0.label, details.plain[$0.name]?.text ?? "")
        }
        let facts =
            [
                (
                    "Quantity",
                    details.quantity == 1 ? "" : "\(Int(details.quantity), grouped: true)"
                ),
                ("Maker and model", made.joined(separator: ", ")),
                ("Bought", bought.joined(separator: ", ")),
                (
                    "What you say it is worth",
                    details.replacementValue == nil ? "" : item.value.statedText(in: currency)
                ),
                ("Price of a new one", item.value.replacementText(in: currency)),
                ("Warranty", warranty(details.warranty)),
                ("Insured by", details.insurance),
            ] + further + [
                ("Number", ItemNumber.text(details.number))
            ]
        return facts.filter { !$0.1.isEmpty }.map { ItemFact(label: $0.0, text: $0.1) }
    }

    private static func warranty(_ warranty: Warranty?) -> String {
        switch warranty {
        case nil: ""
        case .lifetime: "For life"
        case .until(let day):
            day < .today() ? "Ended \(DayText.long(day))" : "Until \(DayText.long(day))"
        }
    }
}
