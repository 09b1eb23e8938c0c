import Domain
import Foundation
import Hummingbird
import Persistence

/// Closes days, reopens them, and lists the closed ones.
struct DayClosingController: SalesRoutes {
    let shop: Shop

    func addRoutes(to routes: inout SiteRoutes) {
        routes.addExports(shop.closedDays)
        addChange(
            closing, at: .closedDay("{day}"), to: &routes,
            as: .form(
                "opening", "counted", "note", .flag("asks"), .flag("isConfirmed"),
                gives: ClosedDay.schema
            ).adding
        ) { try $0.day }
        addChange(
            reopening, at: .closedDay("{day}").deletion, to: &routes,
            as: .form("reason", gives: .members("date closing"))
        ) { try $0.day }
    }

    /// Closes a day with the counted cash.
    private var closing: ChangeForm<CalendarDay> {
        let (shop, household) = (shop, shop.household)
        return ChangeForm(
            refusal: "The day was not closed", flash: .dayClosed,
            page: { try shop.sheetPage(of: $0, in: $1) }
        ) { day, form, context in
            var decoder = FormDecoder(form)
            let opening = decoder.money("opening", label: "In the morning").value
            let counted = decoder.required(
                "counted", "Counted", missing: "enter what is in the drawer"
            ) { $0.money($1, label: $2) }
            let note = decoder.line("note", label: "Note", limit: 500).value
            var faults = FaultList(decoder.faults)
            if form.awaitsConfirmation, try DaySheet(day, household, in: context).hasOpenSales {
                faults.add([.openSales])
            }
            try faults.check()
            do {
                let morning = try ShopProfile.current(in: context)?.opening
                let closed = try ClosedDay.close(
                    day, opening: opening ?? morning ?? 0, counted: counted ?? 0, note: note,
                    in: context)
                try household.save(context)
                return (try closed.json, .salesDay(day))
            } catch let refusal as SaleRefusal {
                throw ValidationErrors(
                    faults: refusal.faults.map {
                        FieldError(
                            $0, $0.key == "opening" ? "In the morning" : "Counted",
                            at: $0.key == "date" ? "counted" : nil)
                    })
            }
        }
    }

    private var reopening: ChangeForm<CalendarDay> {
        let (shop, household) = (shop, shop.household)
        return ChangeForm(
            refusal: "The day stays closed", flash: .dayReopened,
            page: { day, context in
                var page = try shop.sheetPage(of: day, in: context)
                page.closing.isReopening = true
                return page
            }
        ) { day, form, context in
            var decoder = FormDecoder(form)
            let reason = decoder.reason()
            try FaultList(decoder.faults).check()
            guard let closed = try ClosedDay.find(day, in: context) else {
                throw SiteError.notFound("\(day) is not closed")
            }
            try ValidationErrors.asking("Reason") {
                try closed.reopen(reason: reason, at: household.now())
                try household.save(context)
            }
            return (
                .object([("date", .string(day.description)), ("closing", .null)]), .salesDay(day)
            )
        }
    }
}

extension FieldError {
    /// The fault of a day with unpaid sales, or with sales without a payment method.
    fileprivate static let openSales = FieldError(
        field: "isConfirmed", label: "Unpaid sales", message: "confirm that they stay as they are")
}

extension ClosedDay {
    /// `as it should be`, `$2.00 too much`, `$2.00 too little`.
    func differenceText(in currency: Currency) -> String {
        if difference == 0 { return "as it should be" }
        return "\(currency.text(abs(difference))) too \(difference > 0 ? "much" : "little")"
    }

    /// The schema of the closing as JSON.
    static let schema = members.schema()

    /// The closing as JSON.
    var json: JSONValue {
        get throws { try Self.members.object(of: DescribedValues(record: self)) }
    }

    fileprivate static let members: [RecordMember<DescribedValues<ClosedDay>>] = [
        .day("date") { $0.day ?? .first },
        .instant("closedAt") { $0.closedAt },
        .money("opening") { $0.opening },
        .money("expected") { $0.expected },
        .money("counted") { $0.counted },
        .money("difference") { $0.difference },
        .text("note") { $0.note },
        .text("reopenReason", isIn: .documents) { $0.reopenReason },
    ]
}

extension Shop {
    /// The closed days with the expected cash, the counted cash, and the difference.
    fileprivate var closedDays: ExportList<ClosedDay> {
        ExportList(
            "closed days", of: self, at: .closedDays, fileName: "closed-days",
            order: "date",
            columnPaths: [
                "opening": "openingCents", "expected": "expectedCents", "counted": "countedCents",
            ],
            searched: [["note"]], day: ["date"], where: ClosedDay.isStillClosed,
            members: ClosedDay.members)
    }
}
