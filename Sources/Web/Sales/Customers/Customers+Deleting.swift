import Domain
import Persistence

extension CustomerDeletion {
    /// Why the customer stays; nil if nothing is in the way.
    var fault: FormFault? {
        let message: String? =
            invoiceCount > 0
            ? "there is an invoice of them, and invoices are never deleted"
            : closedDay.map { "\($0) is closed, and its sales and payments stay" }
        return message.map { FormFault(field: "sales", label: "Sales", message: $0) }
    }
}

extension Customers {
    /// What the deletion of a customer takes along, and the other way: the person goes, the sales stay.
    ///
    /// - Throws: errors of the store.
    func deletion(
        of customer: Customer, _ values: CustomerValues, in context: ManagedObjectContext
    ) throws -> DeletionQuestion {
        let deletion = try customer.deletionCounts(in: context)
        let sales = ItemCount.text(deletion.saleCount, "sale", "sales")
        let removal = RecordWay(
            label: "Remove the person and keep the sales",
            path: links(.anonymizeCustomer(values.recordNumber)))
        if let fault = deletion.fault {
            let invoices = ItemCount.text(deletion.invoiceCount, "invoice", "invoices")
            let isOfInvoices = deletion.invoiceCount > 0
            return DeletionQuestion(
                consequences: [
                    isOfInvoices
                        ? "There \(deletion.invoiceCount == 1 ? "is" : "are") \(invoices) of their "
                            + "sales, and the numbers of invoices have no gaps."
                        : "The day sheet of a closed day stays as it was counted."
                ],
                refusal: .init(
                    heading: isOfInvoices
                        ? "has invoices and stays" : "has sales of a closed day and stays",
                    fault: fault),
                ways: [removal])
        }
        return DeletionQuestion(
            consequences: consequences(deletion, values.summary.totals),
            label: deletion.saleCount > 0 ? "Delete customer and \(sales)" : "Delete customer",
            ways: [removal])
    }

    private func consequences(
        _ deletion: CustomerDeletion, _ totals: SalesTotals
    ) -> [String] {
        let sales = ItemCount.text(deletion.saleCount, "sale", "sales")
        let lines = ItemCount.text(deletion.lineCount, "line", "lines")
        var sentences = ["The customer is deleted for good. This cannot be undone."]
        if deletion.saleCount > 0 {
            sentences.append(
                "\(sales) with \(lines) "
                    + "\(deletion.saleCount == 1 ? "goes" : "go") too: "
                    + "\(shop.money(totals.amount)) leave your totals, "
                    + "and there will be gaps in the numbers of sales.")
        }
        if !deletion.itemNames.isEmpty {
            sentences.append(Self.itemSentence(deletion.itemNames))
        }
        if deletion.hasCard { sentences.append("What is kept of the card goes too.") }
        return sentences
    }

    private static func itemSentence(_ names: [String]) -> String {
        let shown = names.prefix(5).map { "“\($0)”" }.joined(separator: ", ")
        let rest = names.count > 5 ? " and \(names.count - 5) more" : ""
        return names.count == 1
            ? "\(shown), which was sold to them from your inventory, counts as yours again."
            : "\(shown)\(rest), which were sold to them from your inventory, count as yours again."
    }
}
