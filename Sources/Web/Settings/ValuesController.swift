import Domain
import Foundation
import Hummingbird
import Persistence

/// Converts values that an earlier version stored in dollars, in a household with another currency:
/// the numbers are kept, or multiplied by a rate. Both can be undone.
struct ValuesController: InventoryRoutes {
    let inventory: Inventory

    /// The maximum rate, above which it must be a typing error.
    private static let maximumRate: Decimal = 1_000_000

    func addRoutes(to routes: inout SiteRoutes) {
        routes.get(.values, by: .readers(of: .inventory), use: show)
        routes.post(.values, by: .editors(of: .inventory), as: .form("rate"), use: convert)
        routes.post(.keepValues, by: .editors(of: .inventory), use: keep)
        routes.addUndo(ofItems: inventory.conversions, of: site) { try $0.undo(in: $1) }
    }

    private func show(_ request: Request, _ context: SiteContext) async throws -> Response {
        try site.renderer.response(ValuesPage(site), context: context)
    }

    private func convert(_ request: Request, _ context: SiteContext) async throws -> Response {
        let form = try await site.form(of: request)
        return try await site.answer(request, context, orRefuse: "The values were not changed") {
            let rate = try Self.rate(form)
            return try await answer(request, context) { records in
                guard try ValueNotice.question(in: site.currency, records) == .currency else {
                    throw SiteError.stale("The values are in \(site.currency.code) already.")
                }
                do {
                    return try ValueConversion.convert(by: rate, in: records)
                } catch let fault as ValueConversionFault {
                    let value = Currency.dollar.wholeText(Int64(fault.value))
                    throw Self.refusal("\(value) would be more than an item can be worth")
                }
            }
        } showing: { refusal in
            var page = ValuesPage(site)
            page.show(form, refusal)
            return page
        }
    }

    /// The value of a dollar in the household's currency.
    private static func rate(_ form: FormData) throws(ValidationErrors) -> Decimal {
        let text = (form["rate"] ?? "").trimmingCharacters(in: .whitespaces)
        guard !text.isEmpty else { throw refusal("enter a rate") }
        let rate: Decimal
        do { rate = try DecimalNumber.parse(text, by: form.region) } catch {
            let example = form.region.fieldText(plain: "0.92")
            throw refusal(error.message(isNot: "a rate, as \(example)"))
        }
        guard rate > 0, rate <= maximumRate else {
            throw refusal("a rate is above 0, and at most \(maximumRate, grouped: true)")
        }
        return rate
    }

    private static func refusal(_ message: String) -> ValidationErrors {
        ValidationErrors("rate", "Rate", message)
    }

    private func keep(_ request: Request, _ context: SiteContext) async throws -> Response {
        try await answer(request, context) { try ValueConversion.keep(in: $0) }
    }

    private func answer(
        _ request: Request, _ context: SiteContext,
        _ change: @escaping @Sendable (ManagedObjectContext) throws -> ValueConversion
    ) async throws -> Response {
        let (conversion, token) = try await site.change { records in
            let conversion = try change(records)
            let token = try inventory.conversions.log.keep(in: records) { conversion }
            try site.household.save(records)
            return (conversion, token)
        }
        let answer = JSONValue.object([
            ("items", .int(conversion.count)),
            ("undo", .string(site.links(inventory.conversions.path(token)))),
        ])
        return site.changed(
            answer, at: .items, after: request, flash: inventory.conversions.done, token: token)
    }
}

extension ValueConversion {
    /// The summary: `12 values were converted.`
    var text: String {
        switch count {
        case 0: "The values stay as they are."
        case 1: "1 value was converted."
        default: "\(count, grouped: true) values were converted."
        }
    }
}

/// Asks how to convert values that an earlier version stored in dollars.
struct ValuesPage: TemplatePage {
    static let template = "settings/values"

    var layout: LayoutPage
    var summary = FaultSummary()
    var values: ValueQuestionForm
}

/// The question and its answers.
struct ValueQuestionForm: Sendable {
    /// The currency's code: `EUR`.
    var code: String
    /// The address for the rate.
    var path: String
    /// The address for keeping the numbers.
    var keepPath: String
    var rate = FormField()
}

extension ValuesPage {
    init(_ site: Site) {
        self.init(
            layout: site.layout(title: "Values in dollars", crumbs: [site.settingsCrumb]),
            values: ValueQuestionForm(site))
    }

    /// Shows the input with its faults.
    mutating func show(_ form: FormData, _ refusal: ValidationErrors) {
        values.rate = FormField(form["rate"] ?? "", fault: refusal.message(for: "rate"))
        summary = refusal.summary
    }
}

extension ValueQuestionForm {
    init(_ site: Site) {
        self.init(
            code: site.currency.code, path: site.links(.values), keepPath: site.links(.keepValues))
    }
}

extension StandingNotice {
    /// The notice that totals have changed.
    static func newTotals(_ links: SiteLinks) -> StandingNotice {
        StandingNotice(
            text:
                "Sums of what things are worth now count the price of a new one where it is known. "
                + "Until now they counted what you say a thing is worth.",
            actions: [.init(label: "OK", path: links(.keepValues))])
    }
}
