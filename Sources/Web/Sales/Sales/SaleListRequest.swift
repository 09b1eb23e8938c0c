import Domain
import Foundation
import Hummingbird
import Persistence

/// The view of the list of sales that an address asks for.
struct SaleListRequest: ViewRequest {
    /// The view as the address says it.
    let list: ListRequest
    /// The sales of the view.
    let sales: SaleQuery
    /// The list that is viewed: all sales, or those of a customer.
    let address: SitePath
    /// The customer whose sales alone are viewed; nil for all.
    let customer: Int64?

    var query: ListQuery { list.query }
    var faults: [FormFault] { list.faults }

    /// Which sales a list shows by their state.
    enum State: String, CaseIterable {
        /// Sales that count.
        case sold
        /// Returns that count.
        case returned
        /// Sales and returns that count nowhere.
        case void
        /// Sales of which something is still to be paid.
        case owed
    }

    /// What the list understands.
    static let parameters = ListParameters(
        sortKeys: ["number", "date", "customer", "customer.name", "total"],
        filters: [
            .init(name: "from", label: "From", kind: .day),
            .init(name: "to", label: "To", kind: .day),
            .init(
                name: "customer", label: "Customer", kind: .idOrNone, namedEntity: .customer),
            .init(name: "product", label: "Product", kind: .id, namedEntity: .product),
            .init(name: "state", label: "State", kind: .choice(State.allCases.map(\.rawValue))),
        ])

    /// Reads the address of a request.
    ///
    /// - Parameter customer: the customer in the path, whose sales alone are listed.
    /// - Throws: ``SiteError`` 400 if the query is no UTF-8 text.
    init(_ request: Request, _ layout: ModelLayout, customer: Int64? = nil) throws {
        var parameters = Self.parameters
        if customer != nil { parameters.filters.removeAll { $0.name == "customer" } }
        list = try ListRequest(request, parameters, entity: "Sale", layout)
        self.customer = customer
        address = customer.map { .customerSales($0) } ?? .sales
        sales = Self.sales(list, customer: customer)
    }

    private init(_ list: ListRequest, like other: SaleListRequest) {
        self.list = list
        customer = other.customer
        address = other.address
        sales = other.sales
    }

    /// The same view with a fault that its predicate showed when the records were read.
    func refused(_ fault: FormFault) -> SaleListRequest {
        SaleListRequest(list.refused(fault), like: self)
    }

    private static func sales(_ list: ListRequest, customer: Int64?) -> SaleQuery {
        let query = list.query
        var sales = SaleQuery()
        sales.search = query.search
        sales.from = query.day("from")
        sales.through = query.day("to")
        sales.product = query.number("product").map(Int64.init)
        sales.customer = customer
        sales.predicate = list.predicate
        switch query.reference("customer") {
        case .id(let number): sales.customer = Int64(number)
        case .some(.none): sales.hasCustomer = false
        case nil: break
        }
        switch query.filter("state").flatMap(State.init) {
        case .sold: (sales.isVoid, sales.isReturn) = (false, false)
        case .returned: (sales.isVoid, sales.isReturn) = (false, true)
        case .void: sales.isVoid = true
        case .owed: sales.isOwed = true
        case nil: break
        }
        if let sort = query.sort, sort.attribute == "total" {
            sales.isTotalAscending = sort.isAscending
        } else {
            sales.sortDescriptors = query.sort.map { [descriptor($0)] } ?? []
        }
        return sales
    }

    private static func descriptor(_ sort: SortOrder) -> FetchSortDescriptor {
        switch sort.attribute {
        case "customer", "customer.name":
            FetchSortDescriptor(
                "customer.name", ascending: sort.isAscending, comparison: .localizedStandard)
        default: FetchSortDescriptor(sort.attribute, ascending: sort.isAscending)
        }
    }
}
