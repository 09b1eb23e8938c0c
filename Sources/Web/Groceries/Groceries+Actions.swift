import Domain
import Foundation
import HTTPTypes
import Hummingbird
import Persistence

extension Groceries {
    func addRoutes(to routes: inout SiteRoutes) {
        ResourceActions(self).addRoutes(
            to: &routes, adding: ["entry", .key, .session], create: create)
        routes.post(
            .tickGrocery("{id}"), by: .editors(of: .groceries),
            as: .form(.flag("ticked"), .itemKey, .version, .session, gives: schema),
            use: tick)
        routes.post(.clearGroceries, by: .editors(of: .groceries), use: clear)
        routes.post(.undoGroceries, by: .editors(of: .groceries), use: undo)
        routes.post(.redoGroceries, by: .editors(of: .groceries), use: redo)
    }

    /// Adds to the list. An item that is already there gets a larger quantity, and the answer is
    /// 200. With a key that was posted before, the answer is the same, and nothing is added.
    private func create(_ request: Request, _ context: SiteContext) async throws -> Response {
        let posted = PostedForm(try await site.form(of: request))
        try site.checkSession(of: posted.typed, context.viewer)
        return try await site.answer(request, context, orRefuse: "The grocery was not added") {
            let added = try await site.change { records in
                var decoder = posted.decoder
                let key = decoder.uuid("key", label: "Key")
                let addition = try GroceryItem.add(
                    entry(&decoder), under: key, in: records)
                guard let item = addition.item else { throw SiteError.deletedSince }
                try site.household.save(records)
                return (
                    item: try summary(of: item, in: records), isNew: addition.isNew
                )
            }
            return site.changed(
                added.item.document, status: added.isNew ? .created : .ok, at: added.item.path,
                then: posted.text("entry") == nil ? nil : paths.list, after: request,
                flash: .groceryAdded)
        } showing: { refusal in
            try await page(request, posted, refusal)
        }
    }

    /// The page for a rejected form: the form of a new grocery, or the list if its entry field was
    /// posted.
    private func page(
        _ request: Request, _ posted: PostedForm, _ refusal: ValidationErrors
    ) async throws -> any TemplatePage {
        guard let entry = posted.text("entry") else {
            let form = RecordForm(new: self, options: [:], posted, refusal)
            return RecordFormPage(new: form, self)
        }
        let list = try view(request)
        var page = try await site.household.container.read {
            try indexPage(list, in: $0)
        }
        page.refuse(entry, refusal)
        return page
    }

    /// Ticks items off; without `ticked` it toggles them.
    private func tick(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        let form = try await site.form(of: request)
        try site.checkSession(of: form, context.viewer)
        var decoder = FormDecoder(form)
        let isTicked = decoder.flag("ticked", label: "Ticked off")
        let version = PostedForm(form).version(&decoder)
        let key = decoder.uuid("key", label: "Key")
        guard decoder.faults.isEmpty else {
            throw SiteError.unprocessable("Nothing was ticked off", faults: decoder.faults)
        }
        let document = try await site.change { records in
            let item = try existing(number, in: records)
            guard key == nil || key == item.key else { throw SiteError.deletedSince }
            if let version, version != item.rowVersion {
                throw SiteError.stale(item.rowVersion, try json(of: item, in: records))
            }
            item.isTicked = isTicked ?? !item.isTicked
            try site.household.save(records)
            return try json(of: item, in: records)
        }
        guard !request.wantsJSON else { return .json(document, status: .ok) }
        return site.redirect(to: paths.list, after: request)
    }

    /// Removes the items that are ticked off.
    private func clear(_ request: Request, _ context: SiteContext) async throws -> Response {
        let count = try await site.change { records in
            let count = try GroceryItem.clearTicked(in: records)
            try site.household.save(records)
            return count
        }
        return site.changed(
            .object([("cleared", .int(count))]), at: paths.list, after: request,
            flash: .groceriesCleared)
    }

    private func undo(_ request: Request, _ context: SiteContext) async throws -> Response {
        try await perform(request, flash: .groceryUndone) { try $0.undo() }
    }

    private func redo(_ request: Request, _ context: SiteContext) async throws -> Response {
        try await perform(request, flash: .groceryRedone) { try $0.redo() }
    }

    private func perform(
        _ request: Request, flash: FlashMessage,
        _ step: @escaping @Sendable (GroceryUndo) throws -> GroceryUndo.Outcome
    ) async throws -> Response {
        let outcome = try await site.change { records in
            let outcome = try step(GroceryUndo(records))
            try site.household.save(records)
            return outcome
        }
        let (word, title, told): (String, String?, FlashMessage) =
            switch outcome {
            case .done(let title): ("done", title, flash)
            case .impossible(let title): ("impossible", title, .groceryStepSkipped)
            case .none: ("none", nil, .groceryStepMissing)
            }
        return site.changed(
            .object([("outcome", .string(word)), ("title", .string(title))]),
            at: paths.list, after: request, flash: told)
    }
}

extension RouteParameter {
    fileprivate static let key = RouteParameter(
        "key", "A UUID of the client’s: posted again, it adds nothing",
        .text.with("format", .string("uuid")))
    fileprivate static let itemKey = RouteParameter(
        "key", "The key of the grocery: 409 if the number has another one",
        .text.with("format", .string("uuid")))
}

extension SiteError {
    /// A form that has waited, for a grocery that is no longer there.
    fileprivate static var deletedSince: SiteError {
        SiteError(
            status: .conflict, title: "This grocery was deleted meanwhile",
            detail: "Nothing was changed.")
    }
}

extension Groceries {
    static let entryLabel = "What to buy"

    /// The grocery of a form, which has either the one field `entry` or a field for each part.
    ///
    /// - Throws: ``ValidationErrors``.
    func entry(_ decoder: inout FormDecoder) throws -> GroceryEntry {
        let typed = decoder.line("entry", label: Self.entryLabel)
        let name = decoder.line("name", label: "Name", limit: GroceryItem.longestName)
        if decoder.form["entry"] == nil || (typed == .cleared && name.value != nil) {
            return try entry(name, &decoder)
        }
        try FaultList(decoder.faults).check()
        do {
            let entry = try GroceryEntry(
                parsing: typed.value ?? "", by: decoder.form.region)
            try check(entry)
            return entry
        } catch let fault as GroceryEntryFault {
            throw ValidationErrors("entry", Self.entryLabel, fault.description)
        }
    }

    private func check(_ entry: GroceryEntry) throws(ValidationErrors) {
        let (count, limit) = (entry.name.count, GroceryItem.longestName)
        if count > limit {
            throw ValidationErrors(
                "entry", Self.entryLabel,
                "the name has \(count) characters; at most \(limit) are allowed")
        }
        if !GroceryItem.quantities.contains(entry.quantity) {
            throw ValidationErrors(
                "quantity", "Quantity", FormText.quantityFault(GroceryItem.quantities))
        }
    }

    private func entry(
        _ name: FieldUpdate<String>, _ decoder: inout FormDecoder
    ) throws -> GroceryEntry {
        let quantity = decoder.quantity(
            "quantity", label: "Quantity", in: GroceryItem.quantities)
        let unit = decoder.line("unit", label: "Unit", limit: GroceryItem.longestUnit)
        if name.value == nil, decoder.message(for: "name") == nil {
            decoder.fail("name", "Name", "enter a value")
        }
        try FaultList(decoder.faults).check()
        return GroceryEntry(
            name: name.value ?? "", quantity: quantity.value ?? 1, unit: unit.value)
    }
}
