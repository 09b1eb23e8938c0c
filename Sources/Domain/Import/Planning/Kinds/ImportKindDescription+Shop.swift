/// The kinds of a shop's records.
extension ImportKindDescription {
    private static let shopEntities: Set<EntityName> = [
        .customer, .creditCard, .product, .sale, .saleLine, .invoice, .closedDay,
    ]

    static let customers = ImportKindDescription(
        columns: [.id, .name, .emailid, .contactno] + ImportKind.cardColumns
            + ImportKind.contactColumns, identifyingColumns: [.id, .name],
        synonyms: [.name: ["customer", "customername", "fullname"], .id: ["customerid"]],
        entities: shopEntities,
        recognizes: {
            $0.has(.customers, .name, .id)
                && $0.has(
                    .customers, .emailid, .contactno, .cardBrand, .cardLastFour, .cardHolder,
                    .cardExpiry, .numbers, .addresses, .street, .postalCode, .city, .taxNumber,
                    .consentedAt, .consentNote, .paperLanguage)
        }, work: { try $0.forEachRowInParts($0.importCustomer) })

    static let products = ImportKindDescription(
        columns: [ImportColumn]([
            .id, .name, .price, .retiredAt, .sku, .barcode, .unit, .category, .taxRate, .cost,
            .stock, .lowStock,
        ]).including(Product.plainTexts), identifyingColumns: [.id, .name],
        synonyms: [.name: ["product", "productname", "article"], .id: ["productid"]],
        // A description is a name only if no column fits better.
        guesses: [.name: ["itemname", "item", "title", "description"]], entities: shopEntities,
        recognizes: { $0.has(.products, .name, .id) && $0.has(.products, .price, .retiredAt) },
        work: { try $0.forEachRowInParts($0.importProduct) })

    static let sales = ImportKindDescription(
        columns: [.number] + ImportKind.saleColumns, identifyingColumns: [.number],
        entities: shopEntities.union([.item]),
        recognizes: { $0.has(.sales, .number) && $0.has(.sales, .date, .voidedAt, .voidReason) },
        work: { try $0.importSales() })

    static let lines = ImportKindDescription(
        columns: [.number, .position] + ImportKind.saleColumns + [
            .product, .productName, .sku, .barcode, .quantity, .unitPrice, .discount, .taxRate,
            .saleDiscount, .itemKey, .cost,
        ], identifyingColumns: [.product, .productName, .sku, .barcode],
        // Lines can sell items.
        entities: shopEntities.union([.item]),
        recognizes: {
            $0.has(.lines, .product, .productName)
                && $0.has(.lines, .quantity, .unitPrice, .position)
                // A list of products has no quantities.
                || $0.has(.lines, .sku, .barcode) && $0.has(.lines, .quantity)
                    && $0.has(.lines, .unitPrice) && $0.has(.lines, .number, .date)
        }, work: { try $0.importLines() })

    static let payments = ImportKindDescription(
        columns: [
            .number, .date, .time, .kind, .isCash, .amount, .tendered, .reference, .sale, .voidedAt,
            .voidReason,
        ], identifyingColumns: [.sale],
        synonyms: [
            .number: ["payment", "paymentnumber", "paymentno", "receipt", "receiptnumber"],
            .date: ["day", "paidon", "paymentdate"],
            .kind: ["method", "paymentmethod", "paymentkind", "paidby", "way"],
            .amount: ["paid", "sum"], .tendered: ["given", "handedover"],
            .reference: ["note", "slip"], .sale: ["salenumber", "saleno", "ofsale"],
        ], labels: [.number: "Payment number"],
        entities: shopEntities.union([.payment, .paymentKind]),
        recognizes: { $0.has(.payments, .sale) && $0.has(.payments, .amount) },
        work: { try $0.importPayments() })

    static let stock = ImportKindDescription(
        columns: [
            .date, .product, .productName, .sku, .barcode, .kind, .quantity, .change, .level, .sale,
            .note,
        ], identifyingColumns: [.product, .productName, .sku, .barcode],
        words: "stock entries",
        synonyms: [
            .date: ["day", "when", "moment"], .kind: ["reason", "step", "why"],
            .productName: ["name"], .change: ["difference"], .level: ["stock", "instock"],
            .sale: ["salenumber", "saleno", "ofsale"],
        ], entities: shopEntities.union([.stockEntry]),
        recognizes: {
            $0.has(.stock, .product, .productName, .sku, .barcode) && $0.has(.stock, .kind)
                && $0.has(.stock, .change, .level, .quantity)
                // Lines of sales have prices.
                && !$0.has(.lines, .unitPrice)
        }, work: { try $0.importStock() })
}

extension ImportKind {
    static let cardColumns: [ImportColumn] = [.cardBrand, .cardLastFour, .cardHolder, .cardExpiry]

    /// The columns of further contact details and notes.
    static let contactColumns: [ImportColumn] = [
        .numbers, .addresses, .street, .postalCode, .city, .region, .countryCode, .tags, .taxNumber,
        .notes, .consentedAt, .consentNote, .paperLanguage,
    ]

    /// The columns of a sale besides its number.
    static let saleColumns: [ImportColumn] = [
        .date, .customer, .customerName, .emailid, .contactno, .returnOf, .voidedAt, .voidReason,
        .time, .note, .isWalkIn, .isOnAccount, .numberText,
    ]
}
