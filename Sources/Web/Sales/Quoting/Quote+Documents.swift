import Domain
import Foundation
import Persistence

extension Quote: ShopPaper {
    /// The state of a quote.
    enum State: String, Sendable, CaseIterable {
        case open, expired, sold, withdrawn
    }

    /// The relationships to prefetch for its values.
    static let relationships = ["customer", "lines", "lines.product", "lines.taxRate", "sale"]

    /// `Quote 3`.
    var title: String { "Quote \(writtenNumber)" }

    /// The name of the customer or another buyer; empty for none.
    var buyer: String { customer?.name ?? buyerName ?? "" }

    /// The state on a day.
    func state(on today: CalendarDay = .today()) -> State {
        if countingSale != nil { return .sold }
        if isWithdrawn { return .withdrawn }
        return lastDay.map { $0 < today } == true ? .expired : .open
    }
}

// MARK: - JSON and CSV

extension Quote {
    /// The schema of a quote as JSON.
    static let schema = JSONSchema.members(
        "id number numberText date validThrough state customer buyerName buyerAddress lines total "
            + "discount discountPercent tax taxes note sale withdrawnAt path version")

    func json(_ links: SiteLinks) -> JSONValue {
        let head: [(name: String, value: JSONValue)] = [
            ("id", .int(savedNumber)), ("number", .int(number)),
            ("numberText", .string(numberText)), ("date", .string(dayOrFirst.description)),
            ("validThrough", .string(lastDay?.description)), ("state", .string(state().rawValue)),
            ("customer", customer?.reference ?? .null), ("buyerName", .string(buyer)),
            ("buyerAddress", .text(buyerAddress)),
        ]
        return .object(
            head + pricedMembers() + [
                ("note", .text(note)), ("sale", countingSale?.reference ?? .null),
                ("withdrawnAt", .date(voidedAt)), ("path", .string(links(.quote(savedNumber)))),
                ("version", .int(rowVersion)),
            ])
    }

    static let csvColumns = [
        "id", "number", "date", "validThrough", "state", "customer", "products", "net", "tax",
        "total", "sale", "numberText",
    ]

    /// The cells of the quote in the order of the columns; the sale by its number.
    var csvCells: [CSVDocument.Cell] {
        let (total, tax) = (total, tax)
        return [
            .int(savedNumber), .int(number), .plain(dayOrFirst.description),
            .plain(lastDay?.description), .plain(state().rawValue), .text(buyer),
            .text(productsText), .plain(Money.plainText(total - tax)),
            .plain(Money.plainText(tax)), .plain(Money.plainText(total)),
            .int(countingSale?.number), .text(numberText),
        ]
    }
}
