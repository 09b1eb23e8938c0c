import Domain
import Foundation
import Hummingbird

/// The totals that an address asks for: by month, product or customer, of some days.
struct SalesTotalsRequest: Sendable {
    /// What totals are made for.
    enum Grouping: String, CaseIterable {
        case month
        case product
        case customer

        /// `Month`, as a heading.
        var label: String { rawValue.capitalized }
    }

    /// The view as the address says it.
    let query: ListQuery
    let grouping: Grouping
    let period: SalesPeriod
    let faults: [FormFault]
    /// The days as they were typed, with what is wrong with them.
    let days: SalePeriodForm

    /// What the list understands.
    static let parameters = ListParameters(
        sortKeys: ["month", "name", "saleCount", "quantity", "total"],
        filters: [
            .init(name: "by", label: "By", kind: .choice(Grouping.allCases.map(\.rawValue))),
            .init(name: "from", label: "From", kind: .day),
            .init(name: "to", label: "To", kind: .day),
        ])

    /// Reads the address of a request.
    ///
    /// - Throws: ``SiteError`` 400 if the query is no UTF-8 text.
    init(_ request: Request, _ links: SiteLinks) throws {
        let result = try ListQueryReader.readWithFaults(
            query: request.uri.query ?? "", Self.parameters)
        query = result.query
        grouping = query.filter("by").flatMap(Grouping.init) ?? .month
        period = SalesPeriod(from: query.day("from"), through: query.day("to"))
        var faults = result.faults
        if query.predicate != nil {
            faults.append(
                FormFault(
                    field: "predicate", label: "Predicate",
                    message: "totals take none; use it on the list of sales"))
        }
        self.faults = faults
        let query = query
        func field(_ name: String) -> FormField {
            let fault = faults.first { $0.field == name }
            let typed = request.uri.queryParameters.get(name)
            return FormField(
                query.filter(name) ?? typed ?? "",
                fault: fault.map { FormText.sentence($0.message) })
        }
        days = SalePeriodForm(
            path: links(.salesTotals),
            keeps: query.at(page: 1).parameters.filter { !["from", "to"].contains($0.name) }
                .map(HiddenField.init), from: field("from"), to: field("to"))
    }

    /// Refuses an address that cannot be read, for programs.
    ///
    /// - Throws: ``SiteError`` 422.
    func check() throws(SiteError) {
        guard !faults.isEmpty else { return }
        throw .unprocessable("These totals cannot be shown", faults: faults)
    }

    /// The address of the same totals by something else.
    func address(by grouping: Grouping) -> SitePath {
        query.sorted(by: nil).filtered("by", by: grouping == .month ? nil : grouping.rawValue)
            .address(of: .salesTotals)
    }
}
