/// The kinds of a shop's records.
extension ImportKind {
    /// New records of closed days and invoices count, and what changes in them does not.
    private static let shop: [EntityName: Set<String>?] = [
        .customer: ["name", "emailid", "contactno"], .product: ["name", "price", "retiredAt"],
        .sale: nil, .saleLine: nil, .creditCard: nil, .invoice: [], .closedDay: [],
    ]

    public static let customers = ImportKind(
        rawValue: "customers",
        columns: [.id, .name, .emailid, .contactno] + cardColumns
            + contactColumns, identifyingColumns: [.id, .name],
        synonyms: [.name: ["customer", "customername", "fullname"], .id: ["customerid"]],
        reads: shop, rank: 6,
        recognizes: {
            $0.has(.name, .id)
                && $0.has(
                    .emailid, .contactno, .cardBrand, .cardLastFour, .cardHolder,
                    .cardExpiry, .numbers, .addresses, .street, .postalCode, .city, .taxNumber,
                    .consentedAt, .consentNote, .paperLanguage)
        }, work: { try $0.forEachRowInParts($0.importCustomer) })

    public static let products = ImportKind(
        rawValue: "products",
        columns: [ImportColumn]([
            .id, .name, .price, .retiredAt, .sku, .barcode, .unit, .category, .taxRate, .cost,
            .stock, .lowStock,
        ]).including(Product.plainTexts), identifyingColumns: [.id, .name],
        synonyms: [.name: ["product", "productname", "article"], .id: ["productid"]],
        // A description is a name only if no column fits better.
        guesses: [.name: ["itemname", "item", "title", "description"]], reads: shop,
        rank: 7,
        recognizes: { $0.has(.name, .id) && $0.has(.price, .retiredAt) },
        work: { try $0.forEachRowInParts($0.importProduct) })

    public static let sales = ImportKind(
        rawValue: "sales",
        columns: [.number] + saleColumns, identifyingColumns: [.number],
        reads: shop, readsToo: [.item], saleColumn: .number, rank: 5,
        recognizes: { $0.has(.number) && $0.has(.date, .voidedAt, .voidReason) },
        work: { try $0.importSales() })

    public static let lines = ImportKind(
        rawValue: "lines",
        columns: [.number, .position] + saleColumns + [
            .product, .productName, .sku, .barcode, .quantity, .unitPrice, .discount, .taxRate,
            .saleDiscount, .itemKey, .cost,
        ], identifyingColumns: [.product, .productName, .sku, .barcode],
        // Lines can sell items.
        reads: shop, readsToo: [.item], saleColumn: .number,
        numbering: RowNumbering(
            number: { $0.number(in: .number) },
            raise: { try SaleNumbering.raise(to: $0, payment: 0, in: $1) }), rank: 3,
        recognizes: {
            $0.has(.product, .productName)
                && $0.has(.quantity, .unitPrice, .position)
                // A list of products has no quantities.
                || $0.has(.sku, .barcode) && $0.has(.quantity)
                    && $0.has(.unitPrice) && $0.has(.number, .date)
        }, work: { try $0.importLines() })

    public static let payments = ImportKind(
        rawValue: "payments",
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
        reads: shop, readsToo: [.payment, .paymentKind], saleColumn: .sale,
        numbering: RowNumbering(
            number: { $0.number(in: .number) },
            raise: { try SaleNumbering.raise(to: 0, payment: $0, in: $1) }), rank: 4,
        recognizes: { $0.has(.sale) && $0.has(.amount) },
        work: { try $0.importPayments() })

    public static let stock = ImportKind(
        rawValue: "stock",
        columns: [
            .date, .product, .productName, .sku, .barcode, .kind, .quantity, .change, .level, .sale,
            .note,
        ], identifyingColumns: [.product, .productName, .sku, .barcode],
        plural: "stock entries",
        synonyms: [
            .date: ["day", "when", "moment"], .kind: ["reason", "step", "why"],
            .productName: ["name"], .change: ["difference"], .level: ["stock", "instock"],
            .sale: ["salenumber", "saleno", "ofsale"],
        ], reads: shop, readsToo: [.stockEntry], rank: 2,
        recognizes: {
            $0.has(.product, .productName, .sku, .barcode) && $0.has(.kind)
                && $0.has(.change, .level, .quantity)
                // Lines of sales have prices.
                && !$0.has(in: .lines, .unitPrice)
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
