import Domain
import Foundation
import HTTPTypes
import Hummingbird
import Persistence

/// The shopping list with its actions: ticking off, moving, clearing, undoing.
struct GroceriesController: RouteProvider {
    private let groceries: Groceries

    private var site: Site { groceries.site }

    init(site: Site) {
        groceries = Groceries(site: site)
    }

    func addRoutes(to routes: inout SiteRoutes) {
        ResourceActions(groceries).addRoutes(
            to: &routes, adding: ["entry", .key, .session], create: create)
        routes.post(
            .tickGrocery("{id}"), by: .editors(of: .groceries),
            as: .form(.flag("ticked"), .itemKey, .version, .session, gives: groceries.schema),
            use: tick)
        routes.addMoves(of: groceries)
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
                    groceries.entry(&decoder), under: key, in: records)
                guard let item = addition.item else { throw SiteError.deletedSince }
                try site.household.save(records)
                return (
                    item: try groceries.summary(of: item, in: records), isNew: addition.isNew
                )
            }
            return site.changed(
                added.item.document, status: added.isNew ? .created : .ok, at: added.item.path,
                then: posted.text("entry") == nil ? nil : groceries.paths.list, after: request,
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
            let form = RecordForm(new: groceries, options: [:], posted, refusal)
            return RecordFormPage(new: form, groceries)
        }
        let list = try groceries.view(request)
        var page = try await site.household.container.read {
            try groceries.indexPage(list, in: $0)
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
            let item = try groceries.existing(number, in: records)
            guard key == nil || key == item.key else { throw SiteError.deletedSince }
            if let version, version != item.rowVersion {
                throw SiteError.stale(item.rowVersion, try groceries.json(of: item, in: records))
            }
            item.isTicked = isTicked ?? !item.isTicked
            try site.household.save(records)
            return try groceries.json(of: item, in: records)
        }
        guard !request.wantsJSON else { return .json(document, status: .ok) }
        return site.redirect(to: groceries.paths.list, after: request)
    }

    /// Removes the items that are ticked off.
    private func clear(_ request: Request, _ context: SiteContext) async throws -> Response {
        let count = try await site.change { records in
            let count = try GroceryItem.clearTicked(in: records)
            try site.household.save(records)
            return count
        }
        return site.changed(
            .object([("cleared", .int(count))]), at: groceries.paths.list, after: request,
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
            at: groceries.paths.list, after: request, flash: told)
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
