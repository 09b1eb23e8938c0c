import Domain

extension Shop {
    /// The crumb that leads to the page on which a file is chosen.
    var importCrumb: PathLink { PathLink(label: "Import", path: links(.salesImport)) }
}

extension ImportKind {
    /// `Customers`.
    var label: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }

    /// The list of what the kind imports.
    var list: SitePath {
        switch self {
        case .customers: .customers
        case .products: .products
        case .sales, .lines: .sales
        }
    }

    /// Where all of them are exported.
    fileprivate var export: SitePath { self == .lines ? .saleLines.csv : list.csv }

    fileprivate var hint: String {
        switch self {
        case .customers:
            "Changes customers who are there, found by id, else by e-mail or number. "
                + "New ones come with their first sale, in a file of lines."
        case .products: "Adds and changes products, found by id or name."
        case .sales: "Changes day, customer and voiding of sales, found by number."
        case .lines:
            "A row for each line of each sale, with the customer on every row. Makes sales, and the "
                + "customers and products that are new. Rows without a number that follow each "
                + "other with one day and customer are one sale."
        }
    }
}

extension ImportNewPage {
    /// The page with the imports that were done lately.
    init(_ records: [ImportRecord], command: String, _ shop: Shop) {
        let limits = ImportLimits()
        self.init(
            layout: shop.site.layout(
                title: "Import", section: .sales, subsection: .salesImport),
            path: shop.links(.salesImport),
            kinds: [SelectOption(value: "", label: "Find out from the first line")]
                + ImportKind.allCases.map { SelectOption(value: $0.rawValue, label: $0.label) },
            hints: ImportKind.allCases.map { kind in
                ImportHint(
                    label: kind.label,
                    columns: kind.columns.map(\.rawValue).joined(separator: ", "),
                    text: kind.hint, exportPath: shop.links(kind.export))
            },
            command: command,
            limits:
                "At most \(ByteCount.text(limits.bytes)) and \(limits.rows, grouped: true) rows.",
            imports: records.map { ImportLink($0, shop.links) }, hasImports: !records.isEmpty)
    }

    /// Shows what was posted, with what is wrong with it.
    mutating func show(_ form: FormData, _ refusal: FormRefusal) {
        summary = refusal.summary
        file = FormField(fault: refusal.message(for: "file"))
        for index in kinds.indices { kinds[index].isSelected = kinds[index].value == form["kind"] }
    }
}

extension ImportLink {
    fileprivate init(_ record: ImportRecord, _ links: SiteLinks) {
        let state =
            switch record.state {
            case .done: ""
            case .undone: " · taken back"
            case .forgotten: " · cannot be taken back any more"
            }
        self.init(
            label: record.fileName.isEmpty ? record.kind.label : record.fileName,
            path: links(.salesImportDone(record.id)),
            details: "\(DayText.short(CalendarDay(record.date))) · \(record.counts.text)\(state)")
    }
}

extension ImportCounts {
    /// `3 new, 1 changed, 12 unchanged`.
    var text: String {
        let parts = [
            (new, "new"), (changed, "changed"), (unchanged, "unchanged"), (refused, "refused"),
        ]
        let shown = parts.filter { $0.0 > 0 }.map { "\($0.0, grouped: true) \($0.1)" }
        return shown.isEmpty ? "nothing" : shown.joined(separator: ", ")
    }
}

extension ImportDonePage {
    /// The page of an import.
    init(_ record: ImportRecord, obstacles: [String] = [], _ shop: Shop) {
        let name = record.fileName.isEmpty ? "The file" : "“\(record.fileName)”"
        let heading = record.state == .undone ? "\(name) was taken back" : "\(name) was imported"
        self.init(
            layout: shop.site.layout(
                title: heading, section: .sales, crumbs: [shop.salesCrumb, shop.importCrumb]),
            heading: heading, day: DayText.short(CalendarDay(record.date)),
            facts: Self.facts(record), canUndo: record.state == .done,
            undoPath: shop.links(.undoSalesImport(record.id)), obstacles: obstacles,
            hasObstacles: !obstacles.isEmpty, newPath: shop.links(.salesImport),
            links: [
                PathLink(
                    label: record.kind == .lines ? "Sales" : record.kind.label,
                    path: shop.links(record.kind.list)),
                PathLink(label: "Customers", path: shop.links(.customers)),
                PathLink(label: "Products", path: shop.links(.products)),
            ].reduce(into: []) { links, link in
                if !links.contains(where: { $0.path == link.path }) { links.append(link) }
            })
    }

    private static func facts(_ record: ImportRecord) -> [String] {
        var facts = [
            "\(ItemCount.text(record.counts.total, "row", "rows")): \(record.counts.text)."
        ]
        let made = [
            ("Customer", "customer", "customers"), ("Product", "product", "products"),
            ("Sale", "sale", "sales"), ("SaleLine", "line", "lines"),
        ].compactMap { entity, one, many in
            let count = record.madeCount(entity)
            return count > 0 ? ItemCount.text(count, one, many) : nil
        }
        if record.state == .done, !made.isEmpty {
            facts.append("It added \(made.joined(separator: ", ")).")
        }
        let numbers = record.saleNumbers
        let label = numbers.map { "number\($0.isOne ? "" : "s") \($0.text)" } ?? ""
        switch record.state {
        case .done:
            if numbers != nil {
                facts.append(
                    "Its sales have the \(label). If you undo it, no other sale gets "
                        + "\(numbers?.isOne == true ? "it" : "them"), and a gap stays.")
            }
        case .undone:
            facts.append("All of it was taken back.")
            if numbers != nil { facts.append("No sale has the \(label) any more.") }
        case .forgotten:
            facts.append(
                "A person in it was removed, and with them what is needed to take it back.")
        }
        return facts
    }
}
