package import Domain

extension ImportColumn {
    /// What forms call the field of the column's values.
    var label: String {
        switch self {
        case .id: "Record number"
        case .number: "Sale number"
        case .numberText: "Number on paper"
        case .position: "Line"
        case .customer: "Customer"
        case .customerName: "Customer name"
        case .productName: "Product name"
        case .returnOf: "Return of sale"
        case .voidedAt: "Void since"
        case .voidReason: "Reason"
        case .retiredAt: "Retired"
        case .isWalkIn: "Walk-in"
        case .isOnAccount: "On account"
        case .isCash: "Cash"
        case .tendered: "Handed over"
        case .sale: "Of sale"
        case .change: "Change"
        case .level: "Pieces then"
        case .dueDate: "Due"
        case .buyerTaxNumber: "Tax number of the buyer"
        case .buyerReference: "Reference of the buyer"
        case .tax: "Tax in it"
        case .total: "Total"
        case .issuedTexts: "What it was issued with"
        case .itemKey: "Item"
        case .dateCreated: "Added on"
        case .soldDate: "Sold on"
        case .valueInDollars: "What you say it is worth"
        case .addresses: "Addresses"
        case .care: "Maintenance"
        case .author: "Author"
        case .key: "Record key"
        case .orderingValue: "Position in the list"
        case .saleDiscount: "Discount of the sale"
        case .isTicked: "Ticked"
        case .title: "Title"
        case .source: "Source"
        case .numbers: "Further numbers"
        case .street: "Street"
        case .postalCode: "Postal code"
        case .city: "City"
        case .region: "Region"
        case .countryCode: "Country"
        case .cardBrand: "Card"
        case .cardLastFour: "Last four digits of the card"
        case .cardHolder: FormText.label(of: "holder")
        case .cardExpiry: FormText.label(of: "expiry")
        case .fields: "A field of your own"
        case .files: "Photos and documents"
        case .lentTo: "Lent to"
        case .lentSince: "Lent since"
        case .lentUntil: "Lent until"
        case .lentNotes: "Notes of the loan"
        case .formerLoans: "Loans before"
        case .formerValues: "Values before"
        default: FormText.label(of: rawValue)
        }
    }

    /// What forms call the field in a table of a kind.
    func label(in kind: ImportKind) -> String {
        switch (kind, self) {
        case (.payments, .number): "Payment number"
        case (.invoices, .number): "Invoice number"
        case (.quotes, .number): "Quote number"
        case (.quotes, .sale): "Became sale"
        case (.quotes, .saleDiscount): "Discount of the quote"
        case (.quotes, .voidedAt): "Withdrawn"
        default: label
        }
    }

    /// The title of a column on pages and in the terminal; names of columns that are not read stay as they are.
    package static func label(of name: String, in kind: ImportKind) -> String {
        ImportColumn(rawValue: name)?.label(in: kind) ?? name
    }
}

extension ImportFault {
    /// The fault in a sentence, with the titles of its columns.
    package var sentence: String {
        switch self {
        case .missingColumn(let kind):
            let titles = kind.identifyingColumns.map { "“\($0.label(in: kind))”" }
            return "A file of \(kind.words) needs a column \(titles.choiceText)."
        case .repeatedColumn(let column, let names):
            return names.map { "“\($0)”" }.listText + " both mean “\(column.label)”. "
                + "Choose where one of them goes, or rename it."
        default: return description
        }
    }
}

extension RowFault {
    /// The fault as a sentence with the title of its column: `Name: a value is missing.`
    package func sentence(in kind: ImportKind) -> String {
        let title = column.map { ImportColumn.label(of: $0, in: kind) }
        return FormText.sentence((title.map { "\($0): " } ?? "") + message)
    }
}
