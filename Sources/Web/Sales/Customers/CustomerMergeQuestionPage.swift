import Domain
import Persistence

/// The question before a customer is merged into another: who stays, what they get, what is lost.
struct CustomerMergeQuestionPage: TemplatePage {
    static let template = "sales/customers/merge-question"

    var layout: LayoutPage
    /// The one who goes.
    var name: String
    /// The one who stays.
    var otherName: String
    /// The record number of the one who stays.
    var into: String
    /// What is known of the one who stays afterwards, a sentence each.
    var kept: [String]
    /// What is lost, a sentence each.
    var lost: [String]
    var isAnythingLost: Bool
    /// Where the form is posted.
    var mergePath: String
    /// Where somebody else is chosen.
    var choicePath: String
}

extension CustomerMergeQuestionPage {
    /// The question about two customers.
    ///
    /// - Throws: errors of the store.
    init(
        _ customer: Customer, into other: Customer, _ shop: Shop, in context: ManagedObjectContext
    ) throws {
        let values = try CustomerValues(customer, in: context)
        let (number, name) = (values.recordNumber, other.name ?? "")
        let merge = CustomerMerge(customer, into: other)
        let lost = merge.lost.map { value in
            "\(value.field.label) \(value.text), because “\(name)” has another one."
        }
        let sales = ItemCount.text(customer.sales.count, "sale", "sales")
        self.init(
            layout: shop.layout("Merge \(values.name) into \(name)?", values), name: values.name,
            otherName: name, into: String(other.objectID.recordNumber ?? 0),
            kept: ["“\(name)” gets the \(sales) of “\(values.name)”."]
                + merge.kept.map { "“\(name)” gets the \($0.field.noun) \($0.text)." },
            lost: lost, isAnythingLost: !lost.isEmpty,
            mergePath: shop.links(.mergeCustomer(number)),
            choicePath: shop.links(.mergeCustomer(number)))
    }
}

extension CustomerMerge.Field {
    fileprivate var noun: String {
        switch self {
        case .name: "name"
        case .emailid: "e-mail"
        case .contactno: "number"
        case .card: "card"
        }
    }

    fileprivate var label: String { "The \(noun)" }
}
