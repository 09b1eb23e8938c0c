import Domain
import Foundation
import Hummingbird
import Persistence

/// An action for several items.
struct ItemSelection: Sendable {
    enum Action: String, CaseIterable, Sendable, Codable {
        case move, type, value, tag, untag, delete, print, sell
    }

    /// The maximum number of items that are changed at once.
    static let most = 5_000
    /// The maximum number of form fields. It allows one item more than ``most``, whose message
    /// explains the limit.
    static let mostFields = most + 20

    let keys: [UUID]
    let action: Action
    private let form: FormData

    /// Reads a form: `key` for each item, `action`, and the field of that action.
    ///
    /// - Throws: ``SiteError`` 422.
    init(_ form: FormData) throws(SiteError) {
        var decoder = FormDecoder(form)
        let action: FieldUpdate<Action> = decoder.choice("action", label: "Action")
        let texts = form.values("key")
        keys = texts.compactMap { UUID(uuidString: $0) }
        self.action = action.value ?? .move
        self.form = form
        // A field of another action has to be readable, too.
        _ = decoder.id("assetType", label: "Type", of: "type")
        _ = decoder.wholeAmount("valueInDollars", label: "Value")
        let tag = decoder.id("tag", label: "Tag", of: "tag")
        if texts.isEmpty { decoder.fail("key", "Items", "tick the items first") }
        if keys.count < texts.count { decoder.fail("key", "Items", "a key is not that of an item") }
        if keys.count > Self.most {
            decoder.fail("key", "Items", "at most \(Self.most, grouped: true) at once")
        }
        if action.value == nil, decoder.message(for: "action") == nil {
            let actions = Action.allCases.map(\.rawValue).joined(separator: ", ")
            decoder.fail("action", "Action", "choose an action: \(actions)")
        }
        try Self.check(decoder.faults)
        if let field = self.action.field,
            form[field.name] == nil || field.name == "tag" && tag.value == nil
        {
            decoder.fail(field.name, field.label, "choose one, or send it empty")
        }
        try Self.check(decoder.faults)
    }

    private static func check(_ faults: [FieldError]) throws(SiteError) {
        guard faults.isEmpty else {
            throw .unprocessable("The items were not changed", faults: faults)
        }
    }

    /// Changes the items.
    ///
    /// - Parameter date: the time at which deleted items move to the trash.
    /// - Returns: the items, and what the notice says.
    /// - Throws: a 404 for an unknown item, a 422 for an invalid value; errors of the store.
    func apply(
        at date: Date, in context: ManagedObjectContext
    ) throws -> (items: [Item], text: String) {
        let items = try items(in: context)
        let done: String
        switch action {
        case .move:
            let target = try take("location", to: items).location
            for item in items { item.location = target }
            done = target.map { "moved to “\($0.name ?? "")”" } ?? "moved out"
        case .type:
            let type = try take("assetType", to: items).assetType
            for item in items { item.assetType = type }
            done = type.map { "given the type “\($0.label ?? "")”" } ?? "left without a type"
        case .value:
            let value = try take("valueInDollars", to: items).valueInDollars
            for item in items { item.valueInDollars = value }
            done =
                value == 0
                ? "left without a value" : "valued at \(form.currency.wholeText(Int64(value))) each"
        case .tag, .untag:
            let tag = try tag(in: context)
            for item in items {
                item.setTags(
                    action == .tag ? item.tags.union([tag]) : item.tags.subtracting([tag]))
            }
            done = "\(action == .tag ? "tagged" : "untagged") “\(tag.name ?? "")”"
        case .delete:
            for item in items { item.trashedDate = date }
            done = "moved to the trash"
        // Nothing changes; another page continues with the items.
        case .print, .sell: done = ""
        }
        let verb = items.count == 1 ? "was" : "were"
        return (items, "\(ItemCount.text(items.count)) \(verb) \(done).")
    }

    func items(in context: ManagedObjectContext) throws -> [Item] {
        let request = FetchRequest<Item>(
            FetchExpression.key("itemKey").isIn(keys), sortBy: [SortDescriptor(\.orderingValue)],
            prefetching: action.attributes.contains("tags") ? [\.tags] : [])
        let items = try context.fetch(request).filter { !$0.isTrashed }
        guard items.count == Set(keys).count else {
            throw SiteError.notFound("One of these items no longer exists")
        }
        return items
    }

    /// Sets the posted value of a field in the first item, which the others get, too.
    private func take(_ name: String, to items: [Item]) throws -> Item {
        var decoder = FormDecoder(form)
        for field in Item.description.fields where field.name == name {
            try field.take(&decoder, to: items[0], isNew: false)
        }
        try Self.check(decoder.faults)
        return items[0]
    }

    private func tag(in context: ManagedObjectContext) throws -> Tag {
        var decoder = FormDecoder(form)
        let number = Int64(decoder.id("tag", label: "Tag", of: "tag").value ?? 0)
        if let tag = try Tag.find(number, in: context) { return tag }
        decoder.fail(.unknown("tag", String(number), field: "tag", label: "Tag"))
        throw SiteError.unprocessable("The items were not changed", faults: decoder.faults)
    }
}

extension ItemSelection.Action {
    /// Whether another page continues with the items, which do not change here.
    var isElsewhere: Bool { self == .print || self == .sell }

    /// The field with its value; nil for an action without one.
    var field: (name: String, label: String)? {
        switch self {
        case .move: ("location", "Location")
        case .type: ("assetType", "Type")
        case .value: ("valueInDollars", "Value")
        case .tag, .untag: ("tag", "Tag")
        case .delete, .print, .sell: nil
        }
    }

    /// The values of items that it changes. What is moved leaves its container.
    var attributes: [String] {
        switch self {
        case .move: ["location", "container"]
        case .type: ["assetType"]
        case .value: ["valueInDollars"]
        case .tag, .untag: ["tags"]
        case .delete: ["trashedDate"]
        case .print, .sell: []
        }
    }
}

extension ItemSelection {
    /// The page that continues with the items: their labels, or a sale with a line for each.
    ///
    /// - Parameter currency: that of the sale.
    /// - Throws: a 404 for an unknown item, a 422 for too many.
    func target(_ currency: Currency, in context: ManagedObjectContext) throws -> SitePath {
        let items = try items(in: context)
        if action == .print {
            try check(items.count, LabelsRequest.most, "labels are printed at once")
            let numbers = LabelsRequest.text(items.map(\.itemNumber))
            return .labels.query([("numbers", numbers)])
        }
        try check(items.count, SaleInput.mostLines, "lines are in a sale")
        if let sold = items.first(where: \.isSold) {
            throw Self.refusal("“\(sold.itemName ?? "")” was sold already")
        }
        return .newSale.query(
            items.enumerated().flatMap { index, item in
                [
                    (SaleLineReader.name(index, "itemKey"), item.key.uuidString),
                    (SaleLineReader.name(index, "productName"), item.itemName ?? ""),
                    (
                        SaleLineReader.name(index, "unitPrice"),
                        item.price(in: currency).map(Money.plainText) ?? ""
                    ),
                ]
            })
    }

    private func check(_ count: Int, _ most: Int, _ what: String) throws(SiteError) {
        guard count > most else { return }
        throw Self.refusal("at most \(most, grouped: true) \(what)")
    }

    private static func refusal(_ message: String) -> SiteError {
        .unprocessable("The items were not changed", "key", "Items", message)
    }
}

/// The form that changes the selected items of the list.
struct ItemSelectionForm: Sendable {
    /// The action of the form.
    var path = ""
    /// The view of the list, to which the response returns.
    var view = ""
    /// The list without boxes to tick.
    var listPath = ""
    var locations: [SelectOption] = []
    var newLocation = NewLocationField()
    var assetTypes: [SelectOption] = []
    var tags: [SelectOption] = []

    init() {}

    init(_ query: ListQuery, _ names: ItemNames, _ links: SiteLinks) {
        path = links(.itemSelection)
        listPath = links(query.address(of: .items))
        view = QueryText.encode(query.at(page: 1).parameters)
        locations = names.locationOptionsWithNew(selected: "")
        newLocation.id = "selection-new-location"
        assetTypes = names.typeOptions(selected: "")
        tags = names.tags.isEmpty ? [] : names.tagOptions(selected: "", none: "Choose a tag")
    }
}

/// A change of several items, so that it can be undone.
struct ItemSelectionChange: Sendable, Codable {
    let items: ChangedRecords
    /// `3 items were moved to “Attic”.`
    let text: String
}
