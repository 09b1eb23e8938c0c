import Mustache

@testable import Web

extension ItemIndexPage {
    /// The list with as many rows as asked for, without a filter.
    static func mock(rows: Int, total: Int? = nil) -> ItemIndexPage {
        let total = total ?? rows
        var page = ItemIndexPage(
            layout: .mock("Inventory", subsection: "Items"),
            summary: "\(total, grouped: true) items, worth $9,049", newPath: "/items/new",
            csvPath: "/items.csv", jsonPath: "/items.json", archivePath: "/items.zip",
            homeboxPath: "/items.homebox.csv",
            sharePath: "/sharing?list=%2Fitems",
            search: ListSearch(path: "/items", label: "Search items"),
            nameSort: SortLink(label: "Name", path: "/items?sort=itemName"),
            typeSort: SortLink(label: "Type", path: "/items?sort=assetType.label"),
            valueSort: SortLink(label: "Value", path: "/items?sort=-valueInDollars"),
            dateSort: SortLink(label: "Added", path: "/items?sort=-dateCreated"))
        page.layout.alternates = [
            AlternateLink(type: "application/json", path: "/items.json"),
            AlternateLink(type: "text/csv", path: "/items.csv"),
        ]
        page.isEmpty = rows == 0
        page.rowsHTML = RowRenderer.html(ItemRow.mocks(count: rows))
        page.totalLabel = "Total of \(total, grouped: true) items"
        page.totalValue = "$9,049"
        page.pagingHTML = RowRenderer.html(
            Paging(ListQuery(), total: total) { $0.address(of: .items).path })
        page.isOrdered = true
        page.isStart = true
        page.isEnd = rows == total
        page.typeChips = [
            FilterChip(label: "Furniture", count: "2", path: "/items?assetType=1"),
            FilterChip(label: "Jewelry", count: "1", path: "/items?assetType=2"),
            FilterChip(label: "Electronics", count: "2", path: "/items?assetType=3"),
            FilterChip(label: "Without type", count: "1", path: "/items?assetType=none"),
        ]
        page.otherChips = [
            FilterChip(label: "Above $50", count: "6", path: "/items?minValue=51"),
            FilterChip(label: "With photo", count: "5", path: "/items?hasImage=yes"),
            FilterChip(label: "Without photo", count: "1", path: "/items?hasImage=no"),
        ]
        page.filter.path = "/items"
        page.filter.helpPath = "/help/predicates"
        page.filter.perPage = [
            SelectOption(value: "", label: "50", isSelected: true),
            SelectOption(value: "100", label: "100"), SelectOption(value: "200", label: "200"),
        ]
        page.filter.locations = [
            SelectOption(value: "", label: "Anywhere", isSelected: true),
            SelectOption(value: "1", label: "House"),
            SelectOption(value: "none", label: "Without a location"),
        ]
        page.filter.tags = [
            SelectOption(value: "", label: "Any", isSelected: true),
            SelectOption(value: "1", label: "Fragile"),
        ]
        page.filter.warranties = [
            SelectOption(value: "", label: "Any", isSelected: true),
            SelectOption(value: "valid", label: "Valid"),
        ]
        page.filter.receipts = [
            SelectOption(value: "", label: "Any", isSelected: true),
            SelectOption(value: "no", label: "Without"),
        ]
        page.hasViews = true
        page.moreViewChips = [FilterChip(label: "Lent <out>", path: "/items?q=lent")]
        page.viewsPath = "/item-views"
        page.canSaveView = true
        page.currentQuery = "hasSerial=no&sort=itemName"
        page.viewChips = [
            FilterChip(label: "Ends <soon>", path: "/items?warranty=soon"),
            FilterChip(label: "Attic", path: "/items", isCurrent: true),
        ]
        page.filter.serials = [
            SelectOption(value: "", label: "Any", isSelected: true),
            SelectOption(value: "yes", label: "With"),
        ]
        page.selection.hasTags = true
        page.selection.tags = [
            SelectOption(value: "", label: "Choose a tag", isSelected: true),
            SelectOption(value: "1", label: "Fragile"),
        ]
        page.positionPath = "/items/{key}/position"
        page.selectionPath = "/items/selection?sort=itemName"
        page.selection.path = "/items/selection"
        page.selection.listPath = "/items?sort=itemName"
        page.selection.view = "sort=itemName"
        page.selection.locations = [
            SelectOption(value: "", label: "No location", isSelected: true),
            SelectOption(value: "1", label: "House"),
        ]
        page.selection.assetTypes = [
            SelectOption(value: "", label: "No type", isSelected: true),
            SelectOption(value: "1", label: "Furniture"),
        ]
        page.clearPath = "/items"
        page.sorts = [
            SortLink(label: "My order", path: "/items", isCurrent: true),
            SortLink(label: "Name", path: "/items?sort=itemName"),
            SortLink(label: "Most valuable first", path: "/items?sort=-valueInDollars"),
            SortLink(label: "Newest first", path: "/items?sort=-dateCreated"),
            SortLink(label: "Serial number", path: "/items?sort=serialNumber"),
        ]
        return page
    }

    /// The list with checkboxes.
    static var selecting: ItemIndexPage {
        var page = mock(rows: 3)
        page.isSelecting = true
        page.rowsHTML = RowRenderer.html(
            ItemRow.mocks(count: 3).map { row in
                var row = row
                row.positionPath = "\(row.path)/position"
                return row
            })
        return page
    }

    /// A page in the middle of a long list, after a move.
    static var thirdPage: ItemIndexPage {
        var page = mock(rows: 2, total: 1284)
        page.layout.notices = [.moved]
        page.layout.hasAccount = true
        page.layout.accountPath = "/account"
        page.pagingHTML = RowRenderer.html(
            Paging(ListQuery().at(page: 3), total: 1284) { $0.address(of: .items).path })
        page.isStart = false
        page.offset = "100"
        page.moreTypeChips = [FilterChip(label: "Tools", count: "3", path: "/items?assetType=4")]
        return page
    }

    /// The list with filters, a search and a sort.
    static var filtered: ItemIndexPage {
        var page = mock(rows: 3)
        page.search.text = "lamp"
        page.search.keeps = [HiddenField(name: "minValue", value: "51")]
        page.typeChips[0].isCurrent = true
        page.otherChips[0].isCurrent = true
        page.isFiltered = true
        page.isOrdered = false
        page.filter.keeps = [HiddenField(name: "q", value: "lamp")]
        page.filter.minValue = FormField("51")
        page.filter.isOpen = true
        page.sortLabel = "Most valuable first"
        page.valueSort.isCurrent = true
        page.valueSort.isDescending = true
        page.sorts[0].isCurrent = false
        page.sorts[2].isCurrent = true
        return page
    }

    /// A search without a result.
    static var nothingFound: ItemIndexPage {
        var page = mock(rows: 0)
        page.search.text = "harp"
        page.isEmpty = false
        page.isNothingFound = true
        page.isFiltered = true
        page.summary = "0 of 6 items"
        page.nothingFoundText =
            "No item has “harp” in anything that is written about it."
        return page
    }

    /// Invalid filters.
    static var refused: ItemIndexPage {
        var page = mock(rows: 0)
        let predicate = "valueInDollars > 50 AND asetType.label == \"Furniture\""
        page.isEmpty = false
        page.isRefused = true
        page.isFiltered = true
        page.summary = "6 items in all"
        page.filter.isOpen = true
        page.filter.isPredicateOpen = true
        page.filter.keeps = [HiddenField(name: "q", value: "lamp")]
        page.filter.minValue = FormField("ten", fault: "“ten” is not a whole number of dollars.")
        page.filter.maxValue = FormField("100")
        page.filter.from = FormField("x", fault: "“x” is not a day.")
        page.filter.to = FormField("y", fault: "“y” is not a day.")
        page.filter.predicate = predicate
        page.filter.predicateFault = PredicateFault(
            "Item has no attribute “asetType”. Did you mean “assetType”?", in: predicate,
            at: 24, length: 8)
        page.filter.summary = FaultSummary([
            FaultLink(field: "minValue", text: "Value from: “ten” is not a whole number"),
            FaultLink(field: "predicate", text: "Predicate: Item has no attribute “asetType”"),
        ])
        return page
    }
}

/// Renders partials as a controller does.
enum RowRenderer {
    static func html(_ rows: [ItemRow]) -> String {
        rows.map { html($0) }.joined()
    }

    static func html<Model: TemplateFragment>(_ model: Model) -> String {
        do {
            return try ViewsFolder.renderer().fragment(model)
        } catch {
            preconditionFailure("\(Model.template): \(error)")
        }
    }
}
