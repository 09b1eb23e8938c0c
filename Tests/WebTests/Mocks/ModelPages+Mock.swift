@testable import Web

extension ModelPage {
    static var mock: ModelPage {
        ModelPage(
            layout: .mock("Model"),
            intro: "the kinds of records here, and how they belong together.",
            summary: "3 entities in 2 parts", jsonPath: "/model.json",
            lacksDiagrams: true,
            parts: [
                Part(
                    title: "Inventory", anchor: "inventory",
                    diagramHTML: "<svg><text>Item</text></svg>",
                    entities: [
                        Entity(
                            name: "Item", path: "/model/Item",
                            properties: "8 attributes, 1 relationship", records: "1,284 records")
                    ]),
                Part(
                    title: "Sales", anchor: "sales", diagramHTML: "",
                    entities: []),
            ])
    }
}

extension ModelPage {
    /// The model of a store.
    static var store: ModelPage {
        var page = mock
        page.title = "Kitchen.sqlite"
        page.intro = "a Core Data store."
        page.facts = [EntityPage.Fact(label: "Opened", text: "read-only, where it is")]
        return page
    }
}

extension EntityPage {
    static func mock(_ records: EntityRecordsView = .mock) -> EntityPage {
        var page = EntityPage(
            layout: .mock("Book", crumbs: [PathLink(label: "Model", path: "/model")]),
            name: "Book", summary: "2 attributes, 1 relationship", isOpen: true, records: records)
        page.facts = [
            Fact(label: "Class", text: "Book"),
            Fact(label: "Inherits from", text: "Thing", path: "/model/Thing", isLink: true),
        ]
        page.attributes = [
            Attribute(
                name: "title", type: "String", defaultValue: "Untitled",
                bounds: "1 to 200 characters", pattern: "[A-Z].*", marks: "optional")
        ]
        page.relationships = [
            Relationship(
                name: "category", destination: "Category", destinationPath: "/model/Category",
                inverse: "books", kind: "to-one", deleteRule: "Nullify", marks: "optional")
        ]
        page.fetchedProperties = [
            FetchedProperty(
                name: "bargains", entity: "Book", entityPath: "/model/Book",
                predicate: "price < 12")
        ]
        page.rules = [Rule(format: "price > 0", message: "It costs something")]
        return page
    }

    static var nothingFound: EntityPage {
        var records = EntityRecordsView.bare
        records.isNothingFound = true
        records.search.text = "zz"
        var page = mock(records)
        page.isOpen = false
        return page
    }

    static var refused: EntityPage {
        var records = EntityRecordsView.bare
        records.isRefused = true
        records.filter = .refused(of: "/model/Book")
        return mock(records)
    }

    static var empty: EntityPage {
        var records = EntityRecordsView.bare
        records.isEmpty = true
        return mock(records)
    }
}

extension EntityRecordsView {
    /// No records, without a reason.
    fileprivate static var bare: EntityRecordsView {
        EntityRecordsView(
            summary: "2 records", csvPath: "/model/Book.csv", jsonPath: "/model/Book.json",
            clearPath: "/model/Book",
            search: ListSearch(
                path: "/model/Book", label: "Search these records",
                keeps: [HiddenField(name: "sort", value: "title")]),
            filter: .mock(of: "/model/Book", example: "title BEGINSWITH[cd] \"a\""))
    }

    static var mock: EntityRecordsView {
        var records = bare
        records.columns = [
            Column(
                label: "title", isNumber: false, isSortable: true,
                sort: [
                    SortLink(label: "title", path: "/model/Book?sort=-title", isAscending: true)
                ],
                isAscending: true, isDescending: false),
            Column(
                label: "pages", isNumber: true, isSortable: false, sort: [], isAscending: false,
                isDescending: true),
        ]
        records.rows = [
            Row(
                number: "7", anchor: "record-7", path: "/model/Book?id=7", kind: "Novel",
                cells: [
                    Cell(text: "Emma"),
                    Cell(
                        text: "2", isNumber: true,
                        path: "/model/Page?relationship=Book.pages&source=7", isLink: true),
                    Cell(text: "none", isNone: true),
                ])
        ]
        records.paging = Paging(ListQuery(), total: 2) { $0.address(of: .books).path }
        return records
    }
}

extension EntityRecordPage {
    static var mock: EntityRecordPage {
        EntityRecordPage(
            layout: .mock(
                "Emma",
                crumbs: [
                    PathLink(label: "Model", path: "/model"),
                    PathLink(label: "Book", path: "/model/Book"),
                ]),
            name: "Emma", summary: "Book 7, saved 2 times", jsonPath: "/model/Book/7.json",
            properties: [
                Property(name: "title", type: "String", text: "Emma"),
                Property(name: "price", type: "Decimal", text: "none", isNone: true),
                Property(
                    name: "cover", type: "Binary", text: "12 kB, PNG image",
                    path: "/model/Book/7/cover", isLink: true,
                    thumbnailPath: "/model/Book/7/cover/thumbnail"),
                Property(
                    name: "pages", type: "ordered to-many Page", text: "1",
                    path: "/model/Page?relationship=Book.pages&source=7", isLink: true,
                    members: [PathLink(label: "Once upon", path: "/model/Page/1")]),
            ])
    }
}
