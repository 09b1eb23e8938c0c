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
    private var location = FieldUpdate<ChosenLocation>.absent
    private var assetType = FieldUpdate<Int>.absent
    private var value = FieldUpdate<Int32>.absent
    private var tag = FieldUpdate<Int>.absent
    private let currency: Currency

    /// Reads a form: `key` for each item, `action`, and the field of that action.
    ///
    /// - Throws: ``ValidationErrors``.
    init(_ form: FormData) throws(ValidationErrors) {
        var decoder = FormDecoder(form)
        let action: FieldUpdate<Action> = decoder.choice("action", label: "Action")
        let texts = form.values("key")
        let keys = texts.compactMap { UUID(uuidString: $0) }
        // The other fields of the form do not count.
        switch action.value {
        case .move: location = decoder.location()
        case .type: assetType = decoder.id("assetType", label: "Type", of: "type")
        case .value: value = decoder.wholeAmount("valueInDollars", label: "Value")
        case .tag, .untag: tag = decoder.id("tag", label: "Tag", of: "tag")
        case .delete, .print, .sell, nil: break
        }
        currency = form.currency
        if texts.isEmpty { decoder.fail("key", "Items", "tick the items first") }
        if let unreadable = texts.first(where: { UUID(uuidString: $0) == nil }) {
            decoder.fail("key", "Items", "“\(unreadable.prefix(100))” is not the key of an item")
        }
        if keys.count > Self.most {
            decoder.fail("key", "Items", "at most \(Self.most, grouped: true) at once")
        }
        if action.value == nil, decoder.message(for: "action") == nil {
            let actions = Action.allCases.map(\.rawValue).joined(separator: ", ")
            decoder.fail("action", "Action", "choose an action: \(actions)")
        }
        self.keys = keys
        self.action = action.value ?? .move
        try Self.check(decoder.faults)
        switch self.action {
        case .move where location == .absent:
            decoder.fail("location", "Location", "choose one, or send it empty")
        case .type where assetType == .absent:
            decoder.fail("assetType", "Type", "choose one, or send it empty")
        case .value where value == .absent:
            decoder.fail("valueInDollars", "Value", "enter one, or send it empty")
        case .tag where tag.value == nil, .untag where tag.value == nil:
            decoder.fail("tag", "Tag", "choose one")
        default: break
        }
        try Self.check(decoder.faults)
    }

    private static func check(_ faults: [FieldError]) throws(ValidationErrors) {
        guard faults.isEmpty else { throw ValidationErrors(faults: faults) }
    }

    /// Changes the items and returns their former state.
    ///
    /// - Parameter date: the time at which deleted items move to the trash.
    /// - Throws: a 404 for an unknown item, ``ValidationErrors`` for an invalid value; errors of
    ///   the store.
    func apply(at date: Date, in context: ManagedObjectContext) throws -> ItemSelectionChange {
        let items = try items(in: context)
        var change = ItemSelectionChange(action, former: items.map { .init($0, action) })
        switch action {
        case .move:
            let target = try target(in: context)
            for item in items { item.location = target }
            change.note("moved to “\(target?.name ?? "")”", none: target == nil ? "moved out" : nil)
        case .type:
            let type = try record(assetType, "type", "Type") { try AssetType.find($0, in: context) }
            for item in items { item.assetType = type }
            change.note(
                "given the type “\(type?.label ?? "")”",
                none: type == nil ? "left without a type" : nil)
        case .value:
            for item in items { item.valueInDollars = value.value ?? 0 }
            let worth = value.value.map { currency.wholeText(Int64($0)) }
            change.note(
                "valued at \(worth ?? "") each", none: worth == nil ? "left without a value" : nil)
        case .tag, .untag:
            let tag = try record(tag, "tag", "Tag") { try Tag.find($0, in: context) }
            for item in items {
                guard let tag else { continue }
                item.setTags(
                    action == .tag ? item.tags.union([tag]) : item.tags.subtracting([tag]))
            }
            let name = tag?.name ?? ""
            change.note(action == .tag ? "tagged “\(name)”" : "untagged “\(name)”")
        case .delete:
            for item in items { item.trashedDate = date }
            change.note("moved to the trash")
        // Nothing changes; another page continues with the items.
        case .print, .sell: break
        }
        return change
    }

    func items(in context: ManagedObjectContext) throws -> [Item] {
        let request = FetchRequest<Item>(
            FetchExpression.key("itemKey").isIn(keys), sortBy: [SortDescriptor(\.orderingValue)],
            prefetching: action == .tag || action == .untag ? [\.tags] : [])
        let items = try context.fetch(request).filter { !$0.isTrashed }
        guard items.count == Set(keys).count else {
            throw SiteError.notFound("One of these items no longer exists")
        }
        return items
    }

    /// The target location, created if necessary; nil for no location.
    private func target(in context: ManagedObjectContext) throws -> Location? {
        guard let chosen = location.value else { return nil }
        var decoder = FormDecoder(FormData())
        let location = try decoder.record(of: chosen, in: context)
        try Self.check(decoder.faults)
        return location
    }

    private func record<Record>(
        _ posted: FieldUpdate<Int>, _ noun: String, _ label: String,
        _ find: (Int64) throws -> Record?
    ) throws -> Record? {
        guard let number = posted.value else { return nil }
        if let record = try find(Int64(number)) { return record }
        let field = noun == "type" ? "assetType" : noun
        throw ValidationErrors(
            faults: [.unknown(noun, String(number), field: field, label: label)])
    }
}

extension ItemSelection.Action {
    /// Whether another page continues with the items, which do not change here.
    var isElsewhere: Bool { self == .print || self == .sell }
}

extension ItemSelection {
    /// The page that continues with the items: their labels, or a sale with a line for each.
    ///
    /// - Parameter currency: that of the sale.
    /// - Throws: a 404 for an unknown item, ``ValidationErrors`` for too many.
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

    private func check(_ count: Int, _ most: Int, _ what: String) throws(ValidationErrors) {
        guard count > most else { return }
        throw Self.refusal("at most \(most, grouped: true) \(what)")
    }

    private static func refusal(_ message: String) -> ValidationErrors {
        ValidationErrors("key", "Items", message)
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
    var location = FormField(named: "location")
    var newLocation = NewLocationField()
    var assetType = FormField(named: "assetType")
    /// Without options if there are no tags.
    var tag = FormField(named: "tag")
    var value = FormField(named: "valueInDollars")
    var summary = FaultSummary()
    /// The ticked items that are not on the page of the list, and a text with their number.
    var others: [HiddenField] = []
    var othersText = ""

    init() {}

    init(_ query: ListQuery, _ names: ItemNames, _ links: SiteLinks) {
        path = links(.itemSelection)
        listPath = links(query.address(of: .items))
        view = QueryText.encode(query.parameters)
        location.options = names.locationOptionsWithNew(selected: "")
        newLocation.id = "selection-new-location"
        assetType.options = names.typeOptions(selected: "")
        tag.options =
            names.tags.isEmpty ? [] : names.tagOptions(selected: "", none: "Choose a tag")
    }

    /// Shows what was typed, with the faults.
    ///
    /// - Parameter others: the ticked items that are not on the page of the list.
    mutating func show(_ form: FormData, _ refusal: ValidationErrors, others: [UUID]) {
        location.show(form, refusal)
        newLocation.value = form[newLocation.name] ?? ""
        newLocation.fault = refusal.message(for: newLocation.name) ?? ""
        assetType.show(form, refusal)
        tag.show(form, refusal)
        value.show(form, refusal)
        self.others = others.map { HiddenField(name: "key", value: $0.uuidString) }
        othersText =
            others.isEmpty
            ? "" : "Also ticked: \(ItemCount.text(others.count)) that this page does not show."
        summary = FaultSummary(
            refusal.faults.map { fault in
                FaultLink(field: element(for: fault.field), text: fault.text)
            })
    }

    /// The `id` of the element of a field; empty if there is none.
    private func element(for field: String) -> String {
        switch field {
        case location.name: "selection-location"
        case newLocation.name: newLocation.id
        case assetType.name: "selection-type"
        case tag.name: tag.options.isEmpty ? "" : "selection-tag"
        case value.name: "selection-value"
        default: ""
        }
    }
}

/// A change of several items with their former state, so that it can be undone.
struct ItemSelectionChange: Sendable, Codable {
    /// The state of an item that such a change affects.
    struct State: Sendable, Equatable, Codable {
        let number: Int64
        var location: Int64?
        var container: Int64?
        var assetType: Int64?
        var valueInDollars: Int32
        /// Only set for changes of tags.
        var tags: Set<Int64> = []
        var isTrashed: Bool

        init(_ item: Item, _ action: ItemSelection.Action) {
            if action == .tag || action == .untag {
                tags = Set(item.tags.compactMap(\.objectID.recordNumber))
            }
            number = item.savedNumber
            location = item.location?.objectID.recordNumber
            container = item.container?.objectID.recordNumber
            assetType = item.assetType?.objectID.recordNumber
            valueInDollars = item.valueInDollars
            isTrashed = item.isTrashed
        }
    }

    let action: ItemSelection.Action
    /// The former state of the items.
    let former: [State]
    /// The state of the items after the change.
    private(set) var present: [Int64: State] = [:]
    /// `3 items were moved to “Attic”.`
    private(set) var text = ""

    init(_ action: ItemSelection.Action, former: [State]) {
        self.action = action
        self.former = former
    }

    /// Sets the text of the notice.
    ///
    /// - Parameter other: the text if nothing changed.
    mutating func note(_ done: String, none other: String? = nil) {
        let verb = former.count == 1 ? "was" : "were"
        text = "\(ItemCount.text(former.count)) \(verb) \(other ?? done)."
    }

    /// The change with the state of the items after it.
    ///
    /// - Throws: errors of the store.
    func withResult(in context: ManagedObjectContext) throws -> Self {
        var change = self
        for state in former {
            let item = try context.existingObject(Item.self, recordNumber: state.number)
            change.present[state.number] = item.map { State($0, action) }
        }
        return change
    }

    /// Restores the former state of the items, except for those that changed since.
    ///
    /// - Returns: the number of restored items.
    /// - Throws: errors of the store.
    func undo(in context: ManagedObjectContext) throws -> Int {
        var count = 0
        for state in former {
            guard let item = try context.existingObject(Item.self, recordNumber: state.number),
                State(item, action) == present[state.number]
            else { continue }
            switch action {
            case .move:
                item.location = try state.location.flatMap { try Location.find($0, in: context) }
                item.container = try state.container.flatMap {
                    try context.existingObject(Item.self, recordNumber: $0)
                }
            case .type:
                item.assetType = try state.assetType.flatMap { try AssetType.find($0, in: context) }
            case .tag, .untag:
                item.setTags(Set(try state.tags.compactMap { try Tag.find($0, in: context) }))
            case .value: item.valueInDollars = state.valueInDollars
            case .delete: item.trashedDate = nil
            case .print, .sell: break
            }
            count += 1
        }
        return count
    }
}
