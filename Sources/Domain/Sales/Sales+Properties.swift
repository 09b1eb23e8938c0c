// Generated from the model Sales. Changes to this file are lost when it is generated again.

// A missing class has to be written by hand; with codeGenerationType="class" in the model, it is generated here.

#if hasFeature(InternalImportsByDefault)
    public import Foundation
    public import Persistence
#else
    import Foundation
    import Persistence
#endif

nonisolated extension ClosedDay {
    public var closedAt: Date? {
        get { date(at: 0) }
        set { setDate(newValue, at: 0) }
    }

    public var countedCents: Int64 {
        get { int64(at: 1) }
        set { setInt64(newValue, at: 1) }
    }

    public var date: Date? {
        get { date(at: 2) }
        set { setDate(newValue, at: 2) }
    }

    public var expectedCents: Int64 {
        get { int64(at: 3) }
        set { setInt64(newValue, at: 3) }
    }

    public var note: String? {
        get { string(at: 4) }
        set { setString(newValue, at: 4) }
    }

    public var openingCents: Int64 {
        get { int64(at: 5) }
        set { setInt64(newValue, at: 5) }
    }

    public var reopenedAt: Date? {
        get { date(at: 6) }
        set { setDate(newValue, at: 6) }
    }

    public var reopenReason: String? {
        get { string(at: 7) }
        set { setString(newValue, at: 7) }
    }
}

nonisolated extension CreditCard {
    public var brand: String? {
        get { string(at: 0) }
        set { setString(newValue, at: 0) }
    }

    public var customer: Customer? {
        get { toOne(at: 1, as: Customer.self) }
        set { setToOne(newValue, at: 1) }
    }

    public var expiry: String? {
        get { string(at: 2) }
        set { setString(newValue, at: 2) }
    }

    public var holder: String? {
        get { string(at: 3) }
        set { setString(newValue, at: 3) }
    }

    public var lastFour: String? {
        get { string(at: 4) }
        set { setString(newValue, at: 4) }
    }
}

nonisolated extension Customer {
    public var addresses: Set<CustomerAddress> {
        get { toMany(at: 0, as: CustomerAddress.self) }
        set { setToMany(newValue, at: 0) }
    }

    public func addToAddresses(_ object: CustomerAddress) {
        addToMany(CollectionOfOne(object), at: 0)
    }

    public func addToAddresses(_ objects: some Sequence<CustomerAddress>) {
        addToMany(objects.map { $0 }, at: 0)
    }

    public func removeFromAddresses(_ object: CustomerAddress) {
        removeFromToMany(CollectionOfOne(object), at: 0)
    }

    public func removeFromAddresses(_ objects: some Sequence<CustomerAddress>) {
        removeFromToMany(objects.map { $0 }, at: 0)
    }

    public var consentedAt: Date? {
        get { date(at: 1) }
        set { setDate(newValue, at: 1) }
    }

    public var consentNote: String? {
        get { string(at: 2) }
        set { setString(newValue, at: 2) }
    }

    public var contactDigits: String? {
        get { string(at: 3) }
        set { setString(newValue, at: 3) }
    }

    public var contactno: String? {
        get { string(at: 4) }
        set { setString(newValue, at: 4) }
    }

    public var createdAt: Date? {
        get { date(at: 5) }
        set { setDate(newValue, at: 5) }
    }

    public var creditCard: CreditCard? {
        get { toOne(at: 6, as: CreditCard.self) }
        set { setToOne(newValue, at: 6) }
    }

    public var emailid: String? {
        get { string(at: 7) }
        set { setString(newValue, at: 7) }
    }

    public var emailKey: String? {
        get { string(at: 8) }
        set { setString(newValue, at: 8) }
    }

    public var firstSaleDate: Date? {
        get { date(at: 9) }
        set { setDate(newValue, at: 9) }
    }

    public var furtherDigits: String? {
        get { string(at: 10) }
        set { setString(newValue, at: 10) }
    }

    public var hasSale: Bool {
        get { bool(at: 11) }
        set { setBool(newValue, at: 11) }
    }

    public var lastSaleDate: Date? {
        get { date(at: 12) }
        set { setDate(newValue, at: 12) }
    }

    public var madeSaveCount: Int64 {
        get { int64(at: 13) }
        set { setInt64(newValue, at: 13) }
    }

    public var name: String? {
        get { string(at: 14) }
        set { setString(newValue, at: 14) }
    }

    public var nameSortKey: Data? {
        get { data(at: 15) }
        set { setData(newValue, at: 15) }
    }

    public var notes: String? {
        get { string(at: 16) }
        set { setString(newValue, at: 16) }
    }

    public var numbers: Set<CustomerNumber> {
        get { toMany(at: 17, as: CustomerNumber.self) }
        set { setToMany(newValue, at: 17) }
    }

    public func addToNumbers(_ object: CustomerNumber) {
        addToMany(CollectionOfOne(object), at: 17)
    }

    public func addToNumbers(_ objects: some Sequence<CustomerNumber>) {
        addToMany(objects.map { $0 }, at: 17)
    }

    public func removeFromNumbers(_ object: CustomerNumber) {
        removeFromToMany(CollectionOfOne(object), at: 17)
    }

    public func removeFromNumbers(_ objects: some Sequence<CustomerNumber>) {
        removeFromToMany(objects.map { $0 }, at: 17)
    }

    public var paperLanguage: String? {
        get { string(at: 18) }
        set { setString(newValue, at: 18) }
    }

    public var parkedSales: Set<ParkedSale> {
        get { toMany(at: 19, as: ParkedSale.self) }
        set { setToMany(newValue, at: 19) }
    }

    public func addToParkedSales(_ object: ParkedSale) {
        addToMany(CollectionOfOne(object), at: 19)
    }

    public func addToParkedSales(_ objects: some Sequence<ParkedSale>) {
        addToMany(objects.map { $0 }, at: 19)
    }

    public func removeFromParkedSales(_ object: ParkedSale) {
        removeFromToMany(CollectionOfOne(object), at: 19)
    }

    public func removeFromParkedSales(_ objects: some Sequence<ParkedSale>) {
        removeFromToMany(objects.map { $0 }, at: 19)
    }

    public var quotes: Set<Quote> {
        get { toMany(at: 20, as: Quote.self) }
        set { setToMany(newValue, at: 20) }
    }

    public func addToQuotes(_ object: Quote) {
        addToMany(CollectionOfOne(object), at: 20)
    }

    public func addToQuotes(_ objects: some Sequence<Quote>) {
        addToMany(objects.map { $0 }, at: 20)
    }

    public func removeFromQuotes(_ object: Quote) {
        removeFromToMany(CollectionOfOne(object), at: 20)
    }

    public func removeFromQuotes(_ objects: some Sequence<Quote>) {
        removeFromToMany(objects.map { $0 }, at: 20)
    }

    public var saleCount: Int64 {
        get { int64(at: 21) }
        set { setInt64(newValue, at: 21) }
    }

    public var sales: Set<Sale> {
        get { toMany(at: 22, as: Sale.self) }
        set { setToMany(newValue, at: 22) }
    }

    public func addToSales(_ object: Sale) {
        addToMany(CollectionOfOne(object), at: 22)
    }

    public func addToSales(_ objects: some Sequence<Sale>) {
        addToMany(objects.map { $0 }, at: 22)
    }

    public func removeFromSales(_ object: Sale) {
        removeFromToMany(CollectionOfOne(object), at: 22)
    }

    public func removeFromSales(_ objects: some Sequence<Sale>) {
        removeFromToMany(objects.map { $0 }, at: 22)
    }

    public var salesCents: Int64 {
        get { int64(at: 23) }
        set { setInt64(newValue, at: 23) }
    }

    public var tags: Set<CustomerTag> {
        get { toMany(at: 24, as: CustomerTag.self) }
        set { setToMany(newValue, at: 24) }
    }

    public func addToTags(_ object: CustomerTag) {
        addToMany(CollectionOfOne(object), at: 24)
    }

    public func addToTags(_ objects: some Sequence<CustomerTag>) {
        addToMany(objects.map { $0 }, at: 24)
    }

    public func removeFromTags(_ object: CustomerTag) {
        removeFromToMany(CollectionOfOne(object), at: 24)
    }

    public func removeFromTags(_ objects: some Sequence<CustomerTag>) {
        removeFromToMany(objects.map { $0 }, at: 24)
    }

    public var taxNumber: String? {
        get { string(at: 25) }
        set { setString(newValue, at: 25) }
    }
}

nonisolated extension CustomerAddress {
    public var city: String? {
        get { string(at: 0) }
        set { setString(newValue, at: 0) }
    }

    public var countryCode: String? {
        get { string(at: 1) }
        set { setString(newValue, at: 1) }
    }

    public var customer: Customer? {
        get { toOne(at: 2, as: Customer.self) }
        set { setToOne(newValue, at: 2) }
    }

    public var label: String? {
        get { string(at: 3) }
        set { setString(newValue, at: 3) }
    }

    public var postalCode: String? {
        get { string(at: 4) }
        set { setString(newValue, at: 4) }
    }

    public var region: String? {
        get { string(at: 5) }
        set { setString(newValue, at: 5) }
    }

    public var street: String? {
        get { string(at: 6) }
        set { setString(newValue, at: 6) }
    }
}

nonisolated extension CustomerNumber {
    public var customer: Customer? {
        get { toOne(at: 0, as: Customer.self) }
        set { setToOne(newValue, at: 0) }
    }

    public var label: String? {
        get { string(at: 1) }
        set { setString(newValue, at: 1) }
    }

    public var number: String? {
        get { string(at: 2) }
        set { setString(newValue, at: 2) }
    }
}

nonisolated extension CustomerTag {
    public var customers: Set<Customer> {
        get { toMany(at: 0, as: Customer.self) }
        set { setToMany(newValue, at: 0) }
    }

    public func addToCustomers(_ object: Customer) {
        addToMany(CollectionOfOne(object), at: 0)
    }

    public func addToCustomers(_ objects: some Sequence<Customer>) {
        addToMany(objects.map { $0 }, at: 0)
    }

    public func removeFromCustomers(_ object: Customer) {
        removeFromToMany(CollectionOfOne(object), at: 0)
    }

    public func removeFromCustomers(_ objects: some Sequence<Customer>) {
        removeFromToMany(objects.map { $0 }, at: 0)
    }

    public var name: String? {
        get { string(at: 1) }
        set { setString(newValue, at: 1) }
    }
}

nonisolated extension Invoice {
    public var buyerAddress: String? {
        get { string(at: 0) }
        set { setString(newValue, at: 0) }
    }

    public var buyerName: String? {
        get { string(at: 1) }
        set { setString(newValue, at: 1) }
    }

    public var buyerReference: String? {
        get { string(at: 2) }
        set { setString(newValue, at: 2) }
    }

    public var buyerTaxNumber: String? {
        get { string(at: 3) }
        set { setString(newValue, at: 3) }
    }

    public var date: Date? {
        get { date(at: 4) }
        set { setDate(newValue, at: 4) }
    }

    public var dueDate: Date? {
        get { date(at: 5) }
        set { setDate(newValue, at: 5) }
    }

    public var issuedTexts: String? {
        get { string(at: 6) }
        set { setString(newValue, at: 6) }
    }

    public var note: String? {
        get { string(at: 7) }
        set { setString(newValue, at: 7) }
    }

    public var number: Int64 {
        get { int64(at: 8) }
        set { setInt64(newValue, at: 8) }
    }

    public var numberText: String? {
        get { string(at: 9) }
        set { setString(newValue, at: 9) }
    }

    public var sale: Sale? {
        get { toOne(at: 10, as: Sale.self) }
        set { setToOne(newValue, at: 10) }
    }
}

nonisolated extension NumberSeries {
    public var last: Int64 {
        get { int64(at: 0) }
        set { setInt64(newValue, at: 0) }
    }

    public var name: String? {
        get { string(at: 1) }
        set { setString(newValue, at: 1) }
    }
}

nonisolated extension ParkedSale {
    public var customer: Customer? {
        get { toOne(at: 0, as: Customer.self) }
        set { setToOne(newValue, at: 0) }
    }

    public var form: String? {
        get { string(at: 1) }
        set { setString(newValue, at: 1) }
    }

    public var label: String? {
        get { string(at: 2) }
        set { setString(newValue, at: 2) }
    }

    public var parkedAt: Date? {
        get { date(at: 3) }
        set { setDate(newValue, at: 3) }
    }
}

nonisolated extension Payment {
    public var amountCents: Int64 {
        get { int64(at: 0) }
        set { setInt64(newValue, at: 0) }
    }

    public var date: Date? {
        get { date(at: 1) }
        set { setDate(newValue, at: 1) }
    }

    public var kind: PaymentKind? {
        get { toOne(at: 2, as: PaymentKind.self) }
        set { setToOne(newValue, at: 2) }
    }

    public var minuteOfDay: Int16? {
        get { optionalInt16(at: 3) }
        set { setOptionalInt16(newValue, at: 3) }
    }

    public var number: Int64 {
        get { int64(at: 4) }
        set { setInt64(newValue, at: 4) }
    }

    public var reference: String? {
        get { string(at: 5) }
        set { setString(newValue, at: 5) }
    }

    public var sale: Sale? {
        get { toOne(at: 6, as: Sale.self) }
        set { setToOne(newValue, at: 6) }
    }

    public var tenderedCents: Int64 {
        get { int64(at: 7) }
        set { setInt64(newValue, at: 7) }
    }

    public var voidedAt: Date? {
        get { date(at: 8) }
        set { setDate(newValue, at: 8) }
    }

    public var voidReason: String? {
        get { string(at: 9) }
        set { setString(newValue, at: 9) }
    }
}

nonisolated extension PaymentKind {
    public var isCash: Bool {
        get { bool(at: 0) }
        set { setBool(newValue, at: 0) }
    }

    public var name: String? {
        get { string(at: 1) }
        set { setString(newValue, at: 1) }
    }

    public var payments: Set<Payment> {
        get { toMany(at: 2, as: Payment.self) }
        set { setToMany(newValue, at: 2) }
    }

    public func addToPayments(_ object: Payment) {
        addToMany(CollectionOfOne(object), at: 2)
    }

    public func addToPayments(_ objects: some Sequence<Payment>) {
        addToMany(objects.map { $0 }, at: 2)
    }

    public func removeFromPayments(_ object: Payment) {
        removeFromToMany(CollectionOfOne(object), at: 2)
    }

    public func removeFromPayments(_ objects: some Sequence<Payment>) {
        removeFromToMany(objects.map { $0 }, at: 2)
    }

    public var retiredAt: Date? {
        get { date(at: 3) }
        set { setDate(newValue, at: 3) }
    }
}

nonisolated extension Product {
    public var barcode: String? {
        get { string(at: 0) }
        set { setString(newValue, at: 0) }
    }

    public var barcodeKey: String? {
        get { string(at: 1) }
        set { setString(newValue, at: 1) }
    }

    public var category: ProductCategory? {
        get { toOne(at: 2, as: ProductCategory.self) }
        set { setToOne(newValue, at: 2) }
    }

    public var codeDigits: String? {
        get { string(at: 3) }
        set { setString(newValue, at: 3) }
    }

    public var cost: Decimal? {
        get { decimal(at: 4) }
        set { setDecimal(newValue, at: 4) }
    }

    public var isStocked: Bool {
        get { bool(at: 5) }
        set { setBool(newValue, at: 5) }
    }

    public var lines: Set<SaleLine> {
        get { toMany(at: 6, as: SaleLine.self) }
        set { setToMany(newValue, at: 6) }
    }

    public func addToLines(_ object: SaleLine) {
        addToMany(CollectionOfOne(object), at: 6)
    }

    public func addToLines(_ objects: some Sequence<SaleLine>) {
        addToMany(objects.map { $0 }, at: 6)
    }

    public func removeFromLines(_ object: SaleLine) {
        removeFromToMany(CollectionOfOne(object), at: 6)
    }

    public func removeFromLines(_ objects: some Sequence<SaleLine>) {
        removeFromToMany(objects.map { $0 }, at: 6)
    }

    public var lowStock: Decimal? {
        get { decimal(at: 7) }
        set { setDecimal(newValue, at: 7) }
    }

    public var name: String? {
        get { string(at: 8) }
        set { setString(newValue, at: 8) }
    }

    public var nameSortKey: Data? {
        get { data(at: 9) }
        set { setData(newValue, at: 9) }
    }

    public var price: Decimal? {
        get { decimal(at: 10) }
        set { setDecimal(newValue, at: 10) }
    }

    public var quoteLines: Set<QuoteLine> {
        get { toMany(at: 11, as: QuoteLine.self) }
        set { setToMany(newValue, at: 11) }
    }

    public func addToQuoteLines(_ object: QuoteLine) {
        addToMany(CollectionOfOne(object), at: 11)
    }

    public func addToQuoteLines(_ objects: some Sequence<QuoteLine>) {
        addToMany(objects.map { $0 }, at: 11)
    }

    public func removeFromQuoteLines(_ object: QuoteLine) {
        removeFromToMany(CollectionOfOne(object), at: 11)
    }

    public func removeFromQuoteLines(_ objects: some Sequence<QuoteLine>) {
        removeFromToMany(objects.map { $0 }, at: 11)
    }

    public var retiredAt: Date? {
        get { date(at: 12) }
        set { setDate(newValue, at: 12) }
    }

    public var sku: String? {
        get { string(at: 13) }
        set { setString(newValue, at: 13) }
    }

    public var skuKey: String? {
        get { string(at: 14) }
        set { setString(newValue, at: 14) }
    }

    public var skuSortKey: Data? {
        get { data(at: 15) }
        set { setData(newValue, at: 15) }
    }

    public var stock: Decimal? {
        get { decimal(at: 16) }
        set { setDecimal(newValue, at: 16) }
    }

    public var stockEntries: Set<StockEntry> {
        get { toMany(at: 17, as: StockEntry.self) }
        set { setToMany(newValue, at: 17) }
    }

    public func addToStockEntries(_ object: StockEntry) {
        addToMany(CollectionOfOne(object), at: 17)
    }

    public func addToStockEntries(_ objects: some Sequence<StockEntry>) {
        addToMany(objects.map { $0 }, at: 17)
    }

    public func removeFromStockEntries(_ object: StockEntry) {
        removeFromToMany(CollectionOfOne(object), at: 17)
    }

    public func removeFromStockEntries(_ objects: some Sequence<StockEntry>) {
        removeFromToMany(objects.map { $0 }, at: 17)
    }

    public var taxRate: TaxRate? {
        get { toOne(at: 18, as: TaxRate.self) }
        set { setToOne(newValue, at: 18) }
    }

    public var unit: String? {
        get { string(at: 19) }
        set { setString(newValue, at: 19) }
    }
}

nonisolated extension ProductCategory {
    public var name: String? {
        get { string(at: 0) }
        set { setString(newValue, at: 0) }
    }

    public var products: Set<Product> {
        get { toMany(at: 1, as: Product.self) }
        set { setToMany(newValue, at: 1) }
    }

    public func addToProducts(_ object: Product) {
        addToMany(CollectionOfOne(object), at: 1)
    }

    public func addToProducts(_ objects: some Sequence<Product>) {
        addToMany(objects.map { $0 }, at: 1)
    }

    public func removeFromProducts(_ object: Product) {
        removeFromToMany(CollectionOfOne(object), at: 1)
    }

    public func removeFromProducts(_ objects: some Sequence<Product>) {
        removeFromToMany(objects.map { $0 }, at: 1)
    }
}

nonisolated extension Quote {
    public var buyerAddress: String? {
        get { string(at: 0) }
        set { setString(newValue, at: 0) }
    }

    public var buyerName: String? {
        get { string(at: 1) }
        set { setString(newValue, at: 1) }
    }

    public var customer: Customer? {
        get { toOne(at: 2, as: Customer.self) }
        set { setToOne(newValue, at: 2) }
    }

    public var date: Date? {
        get { date(at: 3) }
        set { setDate(newValue, at: 3) }
    }

    public var discountCents: Int64 {
        get { int64(at: 4) }
        set { setInt64(newValue, at: 4) }
    }

    public var discountPercent: Decimal? {
        get { decimal(at: 5) }
        set { setDecimal(newValue, at: 5) }
    }

    public var lines: [QuoteLine] {
        get { orderedToMany(at: 6, as: QuoteLine.self) }
        set { setOrderedToMany(newValue, at: 6) }
    }

    public func addToLines(_ object: QuoteLine) {
        addToMany(CollectionOfOne(object), at: 6)
    }

    public func addToLines(_ objects: some Sequence<QuoteLine>) {
        addToMany(objects.map { $0 }, at: 6)
    }

    public func removeFromLines(_ object: QuoteLine) {
        removeFromToMany(CollectionOfOne(object), at: 6)
    }

    public func removeFromLines(_ objects: some Sequence<QuoteLine>) {
        removeFromToMany(objects.map { $0 }, at: 6)
    }

    public func insertIntoLines(_ object: QuoteLine, at index: Int) {
        insertIntoOrdered(object, at: index, slot: 6)
    }

    public func removeFromLines(at index: Int) {
        removeFromOrdered(at: index, slot: 6)
    }

    public func moveLines(from source: Int, to destination: Int) {
        moveInOrdered(from: source, to: destination, slot: 6)
    }

    public func replaceLines(at index: Int, with object: QuoteLine) {
        replaceInOrdered(at: index, with: object, slot: 6)
    }

    public var note: String? {
        get { string(at: 7) }
        set { setString(newValue, at: 7) }
    }

    public var number: Int64 {
        get { int64(at: 8) }
        set { setInt64(newValue, at: 8) }
    }

    public var numberText: String? {
        get { string(at: 9) }
        set { setString(newValue, at: 9) }
    }

    public var sale: Sale? {
        get { toOne(at: 10, as: Sale.self) }
        set { setToOne(newValue, at: 10) }
    }

    public var validThrough: Date? {
        get { date(at: 11) }
        set { setDate(newValue, at: 11) }
    }

    public var voidedAt: Date? {
        get { date(at: 12) }
        set { setDate(newValue, at: 12) }
    }
}

nonisolated extension QuoteLine {
    public var adjustmentCents: Int64 {
        get { int64(at: 0) }
        set { setInt64(newValue, at: 0) }
    }

    public var discountCents: Int64 {
        get { int64(at: 1) }
        set { setInt64(newValue, at: 1) }
    }

    public var discountPercent: Decimal? {
        get { decimal(at: 2) }
        set { setDecimal(newValue, at: 2) }
    }

    public var product: Product? {
        get { toOne(at: 3, as: Product.self) }
        set { setToOne(newValue, at: 3) }
    }

    public var quantity: Decimal? {
        get { decimal(at: 4) }
        set { setDecimal(newValue, at: 4) }
    }

    public var quote: Quote? {
        get { toOne(at: 5, as: Quote.self) }
        set { setToOne(newValue, at: 5) }
    }

    public var shareCents: Int64 {
        get { int64(at: 6) }
        set { setInt64(newValue, at: 6) }
    }

    public var taxCents: Int64 {
        get { int64(at: 7) }
        set { setInt64(newValue, at: 7) }
    }

    public var taxRate: TaxRate? {
        get { toOne(at: 8, as: TaxRate.self) }
        set { setToOne(newValue, at: 8) }
    }

    public var unitPrice: Decimal? {
        get { decimal(at: 9) }
        set { setDecimal(newValue, at: 9) }
    }
}

nonisolated extension Sale {
    public var countedCents: Int64 {
        get { int64(at: 0) }
        set { setInt64(newValue, at: 0) }
    }

    public var countedCostCents: Int64 {
        get { int64(at: 1) }
        set { setInt64(newValue, at: 1) }
    }

    public var countedCostThousandths: Int64 {
        get { int64(at: 2) }
        set { setInt64(newValue, at: 2) }
    }

    public var countedNetCents: Int64 {
        get { int64(at: 3) }
        set { setInt64(newValue, at: 3) }
    }

    public var countedReturns: Int16 {
        get { int16(at: 4) }
        set { setInt16(newValue, at: 4) }
    }

    public var countedSales: Int16 {
        get { int16(at: 5) }
        set { setInt16(newValue, at: 5) }
    }

    public var countedTaxCents: Int64 {
        get { int64(at: 6) }
        set { setInt64(newValue, at: 6) }
    }

    public var countedThousandths: Int64 {
        get { int64(at: 7) }
        set { setInt64(newValue, at: 7) }
    }

    public var customer: Customer? {
        get { toOne(at: 8, as: Customer.self) }
        set { setToOne(newValue, at: 8) }
    }

    public var date: Date? {
        get { date(at: 9) }
        set { setDate(newValue, at: 9) }
    }

    public var discountCents: Int64 {
        get { int64(at: 10) }
        set { setInt64(newValue, at: 10) }
    }

    public var discountPercent: Decimal? {
        get { decimal(at: 11) }
        set { setDecimal(newValue, at: 11) }
    }

    public var invoice: Invoice? {
        get { toOne(at: 12, as: Invoice.self) }
        set { setToOne(newValue, at: 12) }
    }

    public var isCounted: Bool {
        get { bool(at: 13) }
        set { setBool(newValue, at: 13) }
    }

    public var isHuge: Bool {
        get { bool(at: 14) }
        set { setBool(newValue, at: 14) }
    }

    public var isOnAccount: Bool {
        get { bool(at: 15) }
        set { setBool(newValue, at: 15) }
    }

    public var isWalkIn: Bool {
        get { bool(at: 16) }
        set { setBool(newValue, at: 16) }
    }

    public var lines: [SaleLine] {
        get { orderedToMany(at: 17, as: SaleLine.self) }
        set { setOrderedToMany(newValue, at: 17) }
    }

    public func addToLines(_ object: SaleLine) {
        addToMany(CollectionOfOne(object), at: 17)
    }

    public func addToLines(_ objects: some Sequence<SaleLine>) {
        addToMany(objects.map { $0 }, at: 17)
    }

    public func removeFromLines(_ object: SaleLine) {
        removeFromToMany(CollectionOfOne(object), at: 17)
    }

    public func removeFromLines(_ objects: some Sequence<SaleLine>) {
        removeFromToMany(objects.map { $0 }, at: 17)
    }

    public func insertIntoLines(_ object: SaleLine, at index: Int) {
        insertIntoOrdered(object, at: index, slot: 17)
    }

    public func removeFromLines(at index: Int) {
        removeFromOrdered(at: index, slot: 17)
    }

    public func moveLines(from source: Int, to destination: Int) {
        moveInOrdered(from: source, to: destination, slot: 17)
    }

    public func replaceLines(at index: Int, with object: SaleLine) {
        replaceInOrdered(at: index, with: object, slot: 17)
    }

    public var minuteOfDay: Int16? {
        get { optionalInt16(at: 18) }
        set { setOptionalInt16(newValue, at: 18) }
    }

    public var note: String? {
        get { string(at: 19) }
        set { setString(newValue, at: 19) }
    }

    public var number: Int64 {
        get { int64(at: 20) }
        set { setInt64(newValue, at: 20) }
    }

    public var numberText: String? {
        get { string(at: 21) }
        set { setString(newValue, at: 21) }
    }

    public var owedCents: Int64 {
        get { int64(at: 22) }
        set { setInt64(newValue, at: 22) }
    }

    public var payments: Set<Payment> {
        get { toMany(at: 23, as: Payment.self) }
        set { setToMany(newValue, at: 23) }
    }

    public func addToPayments(_ object: Payment) {
        addToMany(CollectionOfOne(object), at: 23)
    }

    public func addToPayments(_ objects: some Sequence<Payment>) {
        addToMany(objects.map { $0 }, at: 23)
    }

    public func removeFromPayments(_ object: Payment) {
        removeFromToMany(CollectionOfOne(object), at: 23)
    }

    public func removeFromPayments(_ objects: some Sequence<Payment>) {
        removeFromToMany(objects.map { $0 }, at: 23)
    }

    public var quote: Quote? {
        get { toOne(at: 24, as: Quote.self) }
        set { setToOne(newValue, at: 24) }
    }

    public var returnOf: Sale? {
        get { toOne(at: 25, as: Sale.self) }
        set { setToOne(newValue, at: 25) }
    }

    public var returns: Set<Sale> {
        get { toMany(at: 26, as: Sale.self) }
        set { setToMany(newValue, at: 26) }
    }

    public func addToReturns(_ object: Sale) {
        addToMany(CollectionOfOne(object), at: 26)
    }

    public func addToReturns(_ objects: some Sequence<Sale>) {
        addToMany(objects.map { $0 }, at: 26)
    }

    public func removeFromReturns(_ object: Sale) {
        removeFromToMany(CollectionOfOne(object), at: 26)
    }

    public func removeFromReturns(_ objects: some Sequence<Sale>) {
        removeFromToMany(objects.map { $0 }, at: 26)
    }

    public var totalCents: Int64 {
        get { int64(at: 27) }
        set { setInt64(newValue, at: 27) }
    }

    public var voidedAt: Date? {
        get { date(at: 28) }
        set { setDate(newValue, at: 28) }
    }

    public var voidReason: String? {
        get { string(at: 29) }
        set { setString(newValue, at: 29) }
    }
}

nonisolated extension SaleLine {
    public var adjustmentCents: Int64 {
        get { int64(at: 0) }
        set { setInt64(newValue, at: 0) }
    }

    public var costRoundingCents: Int64 {
        get { int64(at: 1) }
        set { setInt64(newValue, at: 1) }
    }

    public var countedCents: Int64 {
        get { int64(at: 2) }
        set { setInt64(newValue, at: 2) }
    }

    public var countedCostCents: Int64 {
        get { int64(at: 3) }
        set { setInt64(newValue, at: 3) }
    }

    public var countedCostThousandths: Int64 {
        get { int64(at: 4) }
        set { setInt64(newValue, at: 4) }
    }

    public var countedNetCents: Int64 {
        get { int64(at: 5) }
        set { setInt64(newValue, at: 5) }
    }

    public var countedReturns: Int16 {
        get { int16(at: 6) }
        set { setInt16(newValue, at: 6) }
    }

    public var countedSales: Int16 {
        get { int16(at: 7) }
        set { setInt16(newValue, at: 7) }
    }

    public var countedTaxCents: Int64 {
        get { int64(at: 8) }
        set { setInt64(newValue, at: 8) }
    }

    public var countedThousandths: Int64 {
        get { int64(at: 9) }
        set { setInt64(newValue, at: 9) }
    }

    public var discountCents: Int64 {
        get { int64(at: 10) }
        set { setInt64(newValue, at: 10) }
    }

    public var discountPercent: Decimal? {
        get { decimal(at: 11) }
        set { setDecimal(newValue, at: 11) }
    }

    public var itemKey: UUID? {
        get { uuid(at: 12) }
        set { setUUID(newValue, at: 12) }
    }

    public var origin: SaleLine? {
        get { toOne(at: 13, as: SaleLine.self) }
        set { setToOne(newValue, at: 13) }
    }

    public var product: Product? {
        get { toOne(at: 14, as: Product.self) }
        set { setToOne(newValue, at: 14) }
    }

    public var quantity: Decimal? {
        get { decimal(at: 15) }
        set { setDecimal(newValue, at: 15) }
    }

    public var returnedLines: Set<SaleLine> {
        get { toMany(at: 16, as: SaleLine.self) }
        set { setToMany(newValue, at: 16) }
    }

    public func addToReturnedLines(_ object: SaleLine) {
        addToMany(CollectionOfOne(object), at: 16)
    }

    public func addToReturnedLines(_ objects: some Sequence<SaleLine>) {
        addToMany(objects.map { $0 }, at: 16)
    }

    public func removeFromReturnedLines(_ object: SaleLine) {
        removeFromToMany(CollectionOfOne(object), at: 16)
    }

    public func removeFromReturnedLines(_ objects: some Sequence<SaleLine>) {
        removeFromToMany(objects.map { $0 }, at: 16)
    }

    public var sale: Sale? {
        get { toOne(at: 17, as: Sale.self) }
        set { setToOne(newValue, at: 17) }
    }

    public var saleDate: Date? {
        get { date(at: 18) }
        set { setDate(newValue, at: 18) }
    }

    public var serialNumber: String? {
        get { string(at: 19) }
        set { setString(newValue, at: 19) }
    }

    public var shareCents: Int64 {
        get { int64(at: 20) }
        set { setInt64(newValue, at: 20) }
    }

    public var stockEntries: Set<StockEntry> {
        get { toMany(at: 21, as: StockEntry.self) }
        set { setToMany(newValue, at: 21) }
    }

    public func addToStockEntries(_ object: StockEntry) {
        addToMany(CollectionOfOne(object), at: 21)
    }

    public func addToStockEntries(_ objects: some Sequence<StockEntry>) {
        addToMany(objects.map { $0 }, at: 21)
    }

    public func removeFromStockEntries(_ object: StockEntry) {
        removeFromToMany(CollectionOfOne(object), at: 21)
    }

    public func removeFromStockEntries(_ objects: some Sequence<StockEntry>) {
        removeFromToMany(objects.map { $0 }, at: 21)
    }

    public var taxCents: Int64 {
        get { int64(at: 22) }
        set { setInt64(newValue, at: 22) }
    }

    public var taxRate: TaxRate? {
        get { toOne(at: 23, as: TaxRate.self) }
        set { setToOne(newValue, at: 23) }
    }

    public var unitCost: Decimal? {
        get { decimal(at: 24) }
        set { setDecimal(newValue, at: 24) }
    }

    public var unitPrice: Decimal? {
        get { decimal(at: 25) }
        set { setDecimal(newValue, at: 25) }
    }
}

nonisolated extension SaleNumbering {
    public var last: Int64 {
        get { int64(at: 0) }
        set { setInt64(newValue, at: 0) }
    }

    public var lastInvoice: Int64 {
        get { int64(at: 1) }
        set { setInt64(newValue, at: 1) }
    }

    public var lastPayment: Int64 {
        get { int64(at: 2) }
        set { setInt64(newValue, at: 2) }
    }

    public var lastQuote: Int64 {
        get { int64(at: 3) }
        set { setInt64(newValue, at: 3) }
    }
}

nonisolated extension ShopProfile {
    public var address: String? {
        get { string(at: 0) }
        set { setString(newValue, at: 0) }
    }

    public var contactno: String? {
        get { string(at: 1) }
        set { setString(newValue, at: 1) }
    }

    public var countryCode: String? {
        get { string(at: 2) }
        set { setString(newValue, at: 2) }
    }

    public var currency: String? {
        get { string(at: 3) }
        set { setString(newValue, at: 3) }
    }

    public var emailid: String? {
        get { string(at: 4) }
        set { setString(newValue, at: 4) }
    }

    public var footer: String? {
        get { string(at: 5) }
        set { setString(newValue, at: 5) }
    }

    public var iban: String? {
        get { string(at: 6) }
        set { setString(newValue, at: 6) }
    }

    public var invoiceDays: Int16 {
        get { int16(at: 7) }
        set { setInt16(newValue, at: 7) }
    }

    public var invoiceNote: String? {
        get { string(at: 8) }
        set { setString(newValue, at: 8) }
    }

    public var invoicePattern: String? {
        get { string(at: 9) }
        set { setString(newValue, at: 9) }
    }

    public var name: String? {
        get { string(at: 10) }
        set { setString(newValue, at: 10) }
    }

    public var openingCents: Int64 {
        get { int64(at: 11) }
        set { setInt64(newValue, at: 11) }
    }

    public var paperLanguage: String? {
        get { string(at: 12) }
        set { setString(newValue, at: 12) }
    }

    public var quotePattern: String? {
        get { string(at: 13) }
        set { setString(newValue, at: 13) }
    }

    public var receiptPattern: String? {
        get { string(at: 14) }
        set { setString(newValue, at: 14) }
    }

    public var region: String? {
        get { string(at: 15) }
        set { setString(newValue, at: 15) }
    }

    public var taxNumber: String? {
        get { string(at: 16) }
        set { setString(newValue, at: 16) }
    }

    public var taxRate: TaxRate? {
        get { toOne(at: 17, as: TaxRate.self) }
        set { setToOne(newValue, at: 17) }
    }
}

nonisolated extension StockEntry {
    public var change: Decimal? {
        get { decimal(at: 0) }
        set { setDecimal(newValue, at: 0) }
    }

    public var date: Date? {
        get { date(at: 1) }
        set { setDate(newValue, at: 1) }
    }

    public var kind: String? {
        get { string(at: 2) }
        set { setString(newValue, at: 2) }
    }

    public var level: Decimal? {
        get { decimal(at: 3) }
        set { setDecimal(newValue, at: 3) }
    }

    public var line: SaleLine? {
        get { toOne(at: 4, as: SaleLine.self) }
        set { setToOne(newValue, at: 4) }
    }

    public var note: String? {
        get { string(at: 5) }
        set { setString(newValue, at: 5) }
    }

    public var product: Product? {
        get { toOne(at: 6, as: Product.self) }
        set { setToOne(newValue, at: 6) }
    }
}

nonisolated extension TaxRate {
    public var categoryCode: String? {
        get { string(at: 0) }
        set { setString(newValue, at: 0) }
    }

    public var exemptionReason: String? {
        get { string(at: 1) }
        set { setString(newValue, at: 1) }
    }

    public var isAdded: Bool {
        get { bool(at: 2) }
        set { setBool(newValue, at: 2) }
    }

    public var lines: Set<SaleLine> {
        get { toMany(at: 3, as: SaleLine.self) }
        set { setToMany(newValue, at: 3) }
    }

    public func addToLines(_ object: SaleLine) {
        addToMany(CollectionOfOne(object), at: 3)
    }

    public func addToLines(_ objects: some Sequence<SaleLine>) {
        addToMany(objects.map { $0 }, at: 3)
    }

    public func removeFromLines(_ object: SaleLine) {
        removeFromToMany(CollectionOfOne(object), at: 3)
    }

    public func removeFromLines(_ objects: some Sequence<SaleLine>) {
        removeFromToMany(objects.map { $0 }, at: 3)
    }

    public var name: String? {
        get { string(at: 4) }
        set { setString(newValue, at: 4) }
    }

    public var percent: Decimal? {
        get { decimal(at: 5) }
        set { setDecimal(newValue, at: 5) }
    }

    public var products: Set<Product> {
        get { toMany(at: 6, as: Product.self) }
        set { setToMany(newValue, at: 6) }
    }

    public func addToProducts(_ object: Product) {
        addToMany(CollectionOfOne(object), at: 6)
    }

    public func addToProducts(_ objects: some Sequence<Product>) {
        addToMany(objects.map { $0 }, at: 6)
    }

    public func removeFromProducts(_ object: Product) {
        removeFromToMany(CollectionOfOne(object), at: 6)
    }

    public func removeFromProducts(_ objects: some Sequence<Product>) {
        removeFromToMany(objects.map { $0 }, at: 6)
    }

    public var profiles: Set<ShopProfile> {
        get { toMany(at: 7, as: ShopProfile.self) }
        set { setToMany(newValue, at: 7) }
    }

    public func addToProfiles(_ object: ShopProfile) {
        addToMany(CollectionOfOne(object), at: 7)
    }

    public func addToProfiles(_ objects: some Sequence<ShopProfile>) {
        addToMany(objects.map { $0 }, at: 7)
    }

    public func removeFromProfiles(_ object: ShopProfile) {
        removeFromToMany(CollectionOfOne(object), at: 7)
    }

    public func removeFromProfiles(_ objects: some Sequence<ShopProfile>) {
        removeFromToMany(objects.map { $0 }, at: 7)
    }

    public var quoteLines: Set<QuoteLine> {
        get { toMany(at: 8, as: QuoteLine.self) }
        set { setToMany(newValue, at: 8) }
    }

    public func addToQuoteLines(_ object: QuoteLine) {
        addToMany(CollectionOfOne(object), at: 8)
    }

    public func addToQuoteLines(_ objects: some Sequence<QuoteLine>) {
        addToMany(objects.map { $0 }, at: 8)
    }

    public func removeFromQuoteLines(_ object: QuoteLine) {
        removeFromToMany(CollectionOfOne(object), at: 8)
    }

    public func removeFromQuoteLines(_ objects: some Sequence<QuoteLine>) {
        removeFromToMany(objects.map { $0 }, at: 8)
    }

    public var retiredAt: Date? {
        get { date(at: 9) }
        set { setDate(newValue, at: 9) }
    }
}

/// The classes and key paths that are generated from the model Sales.
nonisolated public let salesModelClasses: [ManagedObjectClass] = [
    ManagedObjectClass(
        entityName: "ClosedDay", objectClass: ClosedDay.self,
        properties: [
            ("closedAt", \ClosedDay.closedAt),
            ("countedCents", \ClosedDay.countedCents),
            ("date", \ClosedDay.date),
            ("expectedCents", \ClosedDay.expectedCents),
            ("note", \ClosedDay.note),
            ("openingCents", \ClosedDay.openingCents),
            ("reopenedAt", \ClosedDay.reopenedAt),
            ("reopenReason", \ClosedDay.reopenReason),
        ]),
    ManagedObjectClass(
        entityName: "CreditCard", objectClass: CreditCard.self,
        properties: [
            ("brand", \CreditCard.brand),
            ("customer", \CreditCard.customer),
            ("expiry", \CreditCard.expiry),
            ("holder", \CreditCard.holder),
            ("lastFour", \CreditCard.lastFour),
        ]),
    ManagedObjectClass(
        entityName: "Customer", objectClass: Customer.self,
        properties: [
            ("addresses", \Customer.addresses),
            ("consentedAt", \Customer.consentedAt),
            ("consentNote", \Customer.consentNote),
            ("contactDigits", \Customer.contactDigits),
            ("contactno", \Customer.contactno),
            ("createdAt", \Customer.createdAt),
            ("creditCard", \Customer.creditCard),
            ("emailid", \Customer.emailid),
            ("emailKey", \Customer.emailKey),
            ("firstSaleDate", \Customer.firstSaleDate),
            ("furtherDigits", \Customer.furtherDigits),
            ("hasSale", \Customer.hasSale),
            ("lastSaleDate", \Customer.lastSaleDate),
            ("madeSaveCount", \Customer.madeSaveCount),
            ("name", \Customer.name),
            ("nameSortKey", \Customer.nameSortKey),
            ("notes", \Customer.notes),
            ("numbers", \Customer.numbers),
            ("paperLanguage", \Customer.paperLanguage),
            ("parkedSales", \Customer.parkedSales),
            ("quotes", \Customer.quotes),
            ("saleCount", \Customer.saleCount),
            ("sales", \Customer.sales),
            ("salesCents", \Customer.salesCents),
            ("tags", \Customer.tags),
            ("taxNumber", \Customer.taxNumber),
        ]),
    ManagedObjectClass(
        entityName: "CustomerAddress", objectClass: CustomerAddress.self,
        properties: [
            ("city", \CustomerAddress.city),
            ("countryCode", \CustomerAddress.countryCode),
            ("customer", \CustomerAddress.customer),
            ("label", \CustomerAddress.label),
            ("postalCode", \CustomerAddress.postalCode),
            ("region", \CustomerAddress.region),
            ("street", \CustomerAddress.street),
        ]),
    ManagedObjectClass(
        entityName: "CustomerNumber", objectClass: CustomerNumber.self,
        properties: [
            ("customer", \CustomerNumber.customer),
            ("label", \CustomerNumber.label),
            ("number", \CustomerNumber.number),
        ]),
    ManagedObjectClass(
        entityName: "CustomerTag", objectClass: CustomerTag.self,
        properties: [
            ("customers", \CustomerTag.customers),
            ("name", \CustomerTag.name),
        ]),
    ManagedObjectClass(
        entityName: "Invoice", objectClass: Invoice.self,
        properties: [
            ("buyerAddress", \Invoice.buyerAddress),
            ("buyerName", \Invoice.buyerName),
            ("buyerReference", \Invoice.buyerReference),
            ("buyerTaxNumber", \Invoice.buyerTaxNumber),
            ("date", \Invoice.date),
            ("dueDate", \Invoice.dueDate),
            ("issuedTexts", \Invoice.issuedTexts),
            ("note", \Invoice.note),
            ("number", \Invoice.number),
            ("numberText", \Invoice.numberText),
            ("sale", \Invoice.sale),
        ]),
    ManagedObjectClass(
        entityName: "NumberSeries", objectClass: NumberSeries.self,
        properties: [
            ("last", \NumberSeries.last),
            ("name", \NumberSeries.name),
        ]),
    ManagedObjectClass(
        entityName: "ParkedSale", objectClass: ParkedSale.self,
        properties: [
            ("customer", \ParkedSale.customer),
            ("form", \ParkedSale.form),
            ("label", \ParkedSale.label),
            ("parkedAt", \ParkedSale.parkedAt),
        ]),
    ManagedObjectClass(
        entityName: "Payment", objectClass: Payment.self,
        properties: [
            ("amountCents", \Payment.amountCents),
            ("date", \Payment.date),
            ("kind", \Payment.kind),
            ("minuteOfDay", \Payment.minuteOfDay),
            ("number", \Payment.number),
            ("reference", \Payment.reference),
            ("sale", \Payment.sale),
            ("tenderedCents", \Payment.tenderedCents),
            ("voidedAt", \Payment.voidedAt),
            ("voidReason", \Payment.voidReason),
        ]),
    ManagedObjectClass(
        entityName: "PaymentKind", objectClass: PaymentKind.self,
        properties: [
            ("isCash", \PaymentKind.isCash),
            ("name", \PaymentKind.name),
            ("payments", \PaymentKind.payments),
            ("retiredAt", \PaymentKind.retiredAt),
        ]),
    ManagedObjectClass(
        entityName: "Product", objectClass: Product.self,
        properties: [
            ("barcode", \Product.barcode),
            ("barcodeKey", \Product.barcodeKey),
            ("category", \Product.category),
            ("codeDigits", \Product.codeDigits),
            ("cost", \Product.cost),
            ("isStocked", \Product.isStocked),
            ("lines", \Product.lines),
            ("lowStock", \Product.lowStock),
            ("name", \Product.name),
            ("nameSortKey", \Product.nameSortKey),
            ("price", \Product.price),
            ("quoteLines", \Product.quoteLines),
            ("retiredAt", \Product.retiredAt),
            ("sku", \Product.sku),
            ("skuKey", \Product.skuKey),
            ("skuSortKey", \Product.skuSortKey),
            ("stock", \Product.stock),
            ("stockEntries", \Product.stockEntries),
            ("taxRate", \Product.taxRate),
            ("unit", \Product.unit),
        ]),
    ManagedObjectClass(
        entityName: "ProductCategory", objectClass: ProductCategory.self,
        properties: [
            ("name", \ProductCategory.name),
            ("products", \ProductCategory.products),
        ]),
    ManagedObjectClass(
        entityName: "Quote", objectClass: Quote.self,
        properties: [
            ("buyerAddress", \Quote.buyerAddress),
            ("buyerName", \Quote.buyerName),
            ("customer", \Quote.customer),
            ("date", \Quote.date),
            ("discountCents", \Quote.discountCents),
            ("discountPercent", \Quote.discountPercent),
            ("lines", \Quote.lines),
            ("note", \Quote.note),
            ("number", \Quote.number),
            ("numberText", \Quote.numberText),
            ("sale", \Quote.sale),
            ("validThrough", \Quote.validThrough),
            ("voidedAt", \Quote.voidedAt),
        ]),
    ManagedObjectClass(
        entityName: "QuoteLine", objectClass: QuoteLine.self,
        properties: [
            ("adjustmentCents", \QuoteLine.adjustmentCents),
            ("discountCents", \QuoteLine.discountCents),
            ("discountPercent", \QuoteLine.discountPercent),
            ("product", \QuoteLine.product),
            ("quantity", \QuoteLine.quantity),
            ("quote", \QuoteLine.quote),
            ("shareCents", \QuoteLine.shareCents),
            ("taxCents", \QuoteLine.taxCents),
            ("taxRate", \QuoteLine.taxRate),
            ("unitPrice", \QuoteLine.unitPrice),
        ]),
    ManagedObjectClass(
        entityName: "Sale", objectClass: Sale.self,
        properties: [
            ("countedCents", \Sale.countedCents),
            ("countedCostCents", \Sale.countedCostCents),
            ("countedCostThousandths", \Sale.countedCostThousandths),
            ("countedNetCents", \Sale.countedNetCents),
            ("countedReturns", \Sale.countedReturns),
            ("countedSales", \Sale.countedSales),
            ("countedTaxCents", \Sale.countedTaxCents),
            ("countedThousandths", \Sale.countedThousandths),
            ("customer", \Sale.customer),
            ("date", \Sale.date),
            ("discountCents", \Sale.discountCents),
            ("discountPercent", \Sale.discountPercent),
            ("invoice", \Sale.invoice),
            ("isCounted", \Sale.isCounted),
            ("isHuge", \Sale.isHuge),
            ("isOnAccount", \Sale.isOnAccount),
            ("isWalkIn", \Sale.isWalkIn),
            ("lines", \Sale.lines),
            ("minuteOfDay", \Sale.minuteOfDay),
            ("note", \Sale.note),
            ("number", \Sale.number),
            ("numberText", \Sale.numberText),
            ("owedCents", \Sale.owedCents),
            ("payments", \Sale.payments),
            ("quote", \Sale.quote),
            ("returnOf", \Sale.returnOf),
            ("returns", \Sale.returns),
            ("totalCents", \Sale.totalCents),
            ("voidedAt", \Sale.voidedAt),
            ("voidReason", \Sale.voidReason),
        ]),
    ManagedObjectClass(
        entityName: "SaleLine", objectClass: SaleLine.self,
        properties: [
            ("adjustmentCents", \SaleLine.adjustmentCents),
            ("costRoundingCents", \SaleLine.costRoundingCents),
            ("countedCents", \SaleLine.countedCents),
            ("countedCostCents", \SaleLine.countedCostCents),
            ("countedCostThousandths", \SaleLine.countedCostThousandths),
            ("countedNetCents", \SaleLine.countedNetCents),
            ("countedReturns", \SaleLine.countedReturns),
            ("countedSales", \SaleLine.countedSales),
            ("countedTaxCents", \SaleLine.countedTaxCents),
            ("countedThousandths", \SaleLine.countedThousandths),
            ("discountCents", \SaleLine.discountCents),
            ("discountPercent", \SaleLine.discountPercent),
            ("itemKey", \SaleLine.itemKey),
            ("origin", \SaleLine.origin),
            ("product", \SaleLine.product),
            ("quantity", \SaleLine.quantity),
            ("returnedLines", \SaleLine.returnedLines),
            ("sale", \SaleLine.sale),
            ("saleDate", \SaleLine.saleDate),
            ("serialNumber", \SaleLine.serialNumber),
            ("shareCents", \SaleLine.shareCents),
            ("stockEntries", \SaleLine.stockEntries),
            ("taxCents", \SaleLine.taxCents),
            ("taxRate", \SaleLine.taxRate),
            ("unitCost", \SaleLine.unitCost),
            ("unitPrice", \SaleLine.unitPrice),
        ]),
    ManagedObjectClass(
        entityName: "SaleNumbering", objectClass: SaleNumbering.self,
        properties: [
            ("last", \SaleNumbering.last),
            ("lastInvoice", \SaleNumbering.lastInvoice),
            ("lastPayment", \SaleNumbering.lastPayment),
            ("lastQuote", \SaleNumbering.lastQuote),
        ]),
    ManagedObjectClass(
        entityName: "ShopProfile", objectClass: ShopProfile.self,
        properties: [
            ("address", \ShopProfile.address),
            ("contactno", \ShopProfile.contactno),
            ("countryCode", \ShopProfile.countryCode),
            ("currency", \ShopProfile.currency),
            ("emailid", \ShopProfile.emailid),
            ("footer", \ShopProfile.footer),
            ("iban", \ShopProfile.iban),
            ("invoiceDays", \ShopProfile.invoiceDays),
            ("invoiceNote", \ShopProfile.invoiceNote),
            ("invoicePattern", \ShopProfile.invoicePattern),
            ("name", \ShopProfile.name),
            ("openingCents", \ShopProfile.openingCents),
            ("paperLanguage", \ShopProfile.paperLanguage),
            ("quotePattern", \ShopProfile.quotePattern),
            ("receiptPattern", \ShopProfile.receiptPattern),
            ("region", \ShopProfile.region),
            ("taxNumber", \ShopProfile.taxNumber),
            ("taxRate", \ShopProfile.taxRate),
        ]),
    ManagedObjectClass(
        entityName: "StockEntry", objectClass: StockEntry.self,
        properties: [
            ("change", \StockEntry.change),
            ("date", \StockEntry.date),
            ("kind", \StockEntry.kind),
            ("level", \StockEntry.level),
            ("line", \StockEntry.line),
            ("note", \StockEntry.note),
            ("product", \StockEntry.product),
        ]),
    ManagedObjectClass(
        entityName: "TaxRate", objectClass: TaxRate.self,
        properties: [
            ("categoryCode", \TaxRate.categoryCode),
            ("exemptionReason", \TaxRate.exemptionReason),
            ("isAdded", \TaxRate.isAdded),
            ("lines", \TaxRate.lines),
            ("name", \TaxRate.name),
            ("percent", \TaxRate.percent),
            ("products", \TaxRate.products),
            ("profiles", \TaxRate.profiles),
            ("quoteLines", \TaxRate.quoteLines),
            ("retiredAt", \TaxRate.retiredAt),
        ]),
]
