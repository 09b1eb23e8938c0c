import Domain
import Foundation
import Hummingbird
import Persistence

/// The labels that an address requests: their records, the sheet and the first place.
struct LabelsRequest: Sendable {
    /// The records of the labels.
    enum Subject: Sendable {
        /// Items by key.
        case keys([UUID])
        /// Items by number.
        case numbers([Int64])
        /// The items of a list's view.
        case view(ListRequest)
        /// Locations by record number.
        case locations([Int64])
        /// Products by record number.
        case products([Int64])
    }

    let subject: Subject
    /// The key of the label format.
    let sheet: String
    /// The number of used places on the first sheet.
    let skipped: Int
    /// The number of copies of each label.
    let copies: Int
    /// The chosen server address for codes; empty for the first one.
    let address: String
    /// The parameters that select the records, as hidden fields.
    let kept: [HiddenField]
    let faults: [FieldError]

    /// The maximum number of labels.
    static let most = 1_000
    /// The fields of the form; all others select records.
    private static let own: Set<String> = ["sheet", "skip", "copies", "address"]

    /// Labels of items and locations.
    ///
    /// - Throws: ``SiteError`` 400 if the query is not UTF-8.
    init(_ request: Request, _ layout: ModelLayout) throws {
        let form = try request.namedFields
        var decoder = FormDecoder(form)
        let rest = try request.queryFields.filter { !Self.own.contains($0.name) }
        let subject: Subject
        if form["key"] != nil {
            subject = .keys(Self.keys(&decoder))
        } else if let text = form["numbers"] {
            subject = .numbers(Self.numbers(text, &decoder))
        } else if form["at"] != nil {
            subject = .locations(Self.ids("at", "Location", &decoder))
        } else {
            let view = try Items.view(query: QueryText.encode(rest), layout)
            view.faults.forEach { decoder.fail($0) }
            subject = .view(view)
        }
        self.init(subject, rest, &decoder)
    }

    /// Labels of products.
    ///
    /// - Throws: ``SiteError`` 400 if the query is not UTF-8.
    init(products request: Request) throws {
        var decoder = FormDecoder(try request.namedFields)
        let rest = try request.queryFields.filter { !Self.own.contains($0.name) }
        let ids = Self.ids("id", "Product", &decoder)
        for field in rest where field.name != "id" {
            decoder.fail(field.name, field.name, "there is no such field; products are named by id")
        }
        self.init(.products(ids), rest, &decoder)
    }

    private init(
        _ subject: Subject, _ rest: [(name: String, value: String)], _ decoder: inout FormDecoder
    ) {
        self.subject = subject
        kept = rest.map(HiddenField.init)
        sheet = decoder.form["sheet"] ?? ""
        skipped = decoder.integer("skip", label: "Used labels", in: 0...10_000).value ?? 0
        copies = decoder.integer("copies", label: "Copies", in: 1...Self.most).value ?? 1
        address = decoder.form["address"] ?? ""
        faults = decoder.faults
    }

    private static func keys(_ decoder: inout FormDecoder) -> [UUID] {
        let texts = decoder.form.values("key")
        let keys = texts.compactMap { UUID(uuidString: $0) }
        if let unreadable = texts.first(where: { UUID(uuidString: $0) == nil }) {
            decoder.fail("key", "Items", "“\(unreadable.prefix(100))” is not the key of an item")
        }
        return keys
    }

    private static func ids(
        _ field: String, _ label: String, _ decoder: inout FormDecoder
    ) -> [Int64] {
        let texts = decoder.form.values(field)
        let ids = texts.compactMap { Int64($0) }.filter { $0 > 0 }
        if ids.count < texts.count { decoder.fail(field, label, "not a number") }
        return ids
    }

    /// Parses numbers of items and their ranges: `1-12,15`.
    private static func numbers(_ text: String, _ decoder: inout FormDecoder) -> [Int64] {
        var numbers: [Int64] = []
        for part in text.split(separator: ",") {
            let ends = part.split(separator: "-", maxSplits: 1).map { Int64($0) ?? 0 }
            guard let first = ends.first, let last = ends.last, first > 0, last >= first else {
                decoder.fail(
                    "numbers", "Items",
                    "“\(part.prefix(100))” is not an item number, such as 12 or 1-12")
                return []
            }
            // One more than is printed at once is enough to refuse it.
            let most = Int64(Self.most)
            numbers += Array(first...(last - first > most ? first + most : last))
        }
        return Array(numbers.prefix(Self.most + 1))
    }

    /// Formats the numbers of items with ranges.
    static func text(_ numbers: [Int64]) -> String {
        var runs: [(Int64, Int64)] = []
        for number in numbers {
            if let last = runs.last, number == last.1 + 1, number - last.0 < Int64(most) {
                runs[runs.count - 1].1 = number
            } else {
                runs.append((number, number))
            }
        }
        return runs.map { $0 == $1 ? "\($0)" : "\($0)-\($1)" }.joined(separator: ",")
    }
}

extension LabelsRequest {
    /// The texts of the labels, repeated for each copy.
    ///
    /// - Parameter address: the server address for codes.
    /// - Throws: a 404 for missing records, a 422 for too many labels, and errors of the store.
    func texts(
        _ address: String, _ inventory: Inventory, in context: ManagedObjectContext
    ) throws -> [LabelText] {
        let texts: [LabelText] =
            switch subject {
            case .locations(let numbers): try locations(numbers, address, inventory, in: context)
            case .products(let numbers):
                try products(numbers, inventory.household.shopCurrency.current, in: context)
            case .keys, .numbers, .view:
                try items(inventory, in: context).map {
                    try text(of: $0, address, inventory, context)
                }
            }
        guard texts.count * copies <= Self.most else {
            throw SiteError.unprocessable(
                "These are too many labels", "copies", "Labels",
                "at most \(Self.most, grouped: true) are printed at once; "
                    + "filter the list first")
        }
        return texts.flatMap { [LabelText](repeating: $0, count: copies) }
    }

    private func items(
        _ inventory: Inventory, in context: ManagedObjectContext
    ) throws -> [Item] {
        if case .view(let view) = subject {
            try Self.check(view.query, in: context)
            var request = try Items(inventory: inventory).items(of: view, in: context)
                .fetchRequest(in: context)
            request.fetchLimit = Self.most + 1
            return try context.fetch(request)
        }
        let places: [AttributeValue: Int]
        switch subject {
        case .keys(let keys): places = Self.places(keys.map { .uuid($0) })
        case .numbers(let numbers): places = Self.places(numbers.map { .integer($0) })
        default: return []
        }
        let isByKey = if case .keys = subject { true } else { false }
        let request = FetchRequest<Item>(
            FetchExpression.key(isByKey ? "itemKey" : "itemNumber").isIn(Array(places.keys)))
        let found = try context.fetch(request).filter { !$0.isTrashed }
        // A range of numbers may have gaps, but each key was that of an item.
        let areThere = isByKey ? Set(found.map(\.key)).count == places.count : !found.isEmpty
        guard areThere else {
            throw SiteError.notFound(
                isByKey
                    ? "There is no item with \(places.count == 1 ? "this key" : "one of these keys")"
                    : "There is no item with these numbers")
        }
        func place(_ item: Item) -> Int {
            places[isByKey ? .uuid(item.key) : .integer(item.itemNumber)] ?? 0
        }
        return found.sorted { place($0) < place($1) }
    }

    /// Refuses a filter by a missing record, since a page without labels would not show the reason.
    private static func check(_ query: ListQuery, in context: ManagedObjectContext) throws {
        func number(_ name: String) -> Int64? { query.number(name).map(Int64.init) }
        if let id = number("location"), try Location.find(id, in: context) == nil {
            throw SiteError.notFound("There is no location \(id)")
        }
        if let id = number("tag"), try Tag.find(id, in: context) == nil {
            throw SiteError.notFound("There is no tag \(id)")
        }
        if let id = number("assetType"), try AssetType.find(id, in: context) == nil {
            throw SiteError.notFound("There is no type \(id)")
        }
    }

    /// The positions of values in the requested order.
    private static func places(_ values: [AttributeValue]) -> [AttributeValue: Int] {
        Dictionary(zip(values, values.indices), uniquingKeysWith: { first, _ in first })
    }

    private func text(
        of item: Item, _ address: String, _ inventory: Inventory, _ context: ManagedObjectContext
    ) throws -> LabelText {
        let locations = try inventory.household.inventoryCache.locations(in: context)
        // An item without a number comes from an earlier version, until the server has numbered it.
        let path =
            item.itemNumber > 0
            ? SitePath.labeledItem(item.itemNumber) : SitePath.item(item.key)
        return LabelText(
            code: LabelCode(address: address + path.path),
            number: ItemNumber.text(item.itemNumber), name: item.itemName ?? "",
            place: item.location?.objectID.recordNumber.map(locations.pathText) ?? "")
    }

    private func locations(
        _ numbers: [Int64], _ address: String, _ inventory: Inventory,
        in context: ManagedObjectContext
    ) throws -> [LabelText] {
        let tree = try inventory.household.inventoryCache.locations(in: context)
        return try numbers.prefix(Self.most + 1).map { number in
            guard let location = tree[number] else {
                throw SiteError.notFound("There is no location \(number)")
            }
            let parents = tree.path(to: number).dropLast().map(\.name)
            return LabelText(
                code: LabelCode(address: address + SitePath.location(number).path), number: "",
                name: location.name, place: parents.joined(separator: LocationTree.separator))
        }
    }

    private func products(
        _ numbers: [Int64], _ currency: Currency, in context: ManagedObjectContext
    ) throws -> [LabelText] {
        try numbers.prefix(Self.most + 1).map { number in
            guard let product = try Product.find(number, in: context) else {
                throw SiteError.notFound("There is no product \(number)")
            }
            let code = product.barcode ?? product.sku ?? ""
            return LabelText(
                code: LabelCode(barcode: code), number: currency.text(product.price ?? 0),
                name: product.name ?? "", place: code)
        }
    }
}

/// The server addresses for the codes on labels: those at which phones reach the server.
struct LabelAddresses: Sendable {
    /// The addresses, most likely first; empty if codes do not contain any.
    let all: [String]
    let chosen: String
    /// Whether other machines cannot reach the server.
    let isLocal: Bool
    /// The requested address if it is none of these; nil without a request.
    let unknown: String?

    /// For labels without addresses in their codes.
    static let none = LabelAddresses(all: [], chosen: "", isLocal: false, unknown: nil)

    private init(all: [String], chosen: String, isLocal: Bool, unknown: String?) {
        (self.all, self.chosen, self.isLocal, self.unknown) = (all, chosen, isLocal, unknown)
    }

    init(_ request: Request, _ context: SiteContext, _ site: Site, asked: String) {
        let phone = PhoneAddresses(request, context, site).all
        let all = phone.isEmpty ? [site.address(of: request)] : phone
        let found = all.first { $0 == asked }
        self.init(
            all: all, chosen: found ?? all.first ?? "", isLocal: phone.isEmpty,
            unknown: asked.isEmpty || found != nil ? nil : asked)
    }
}
