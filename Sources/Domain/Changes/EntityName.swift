import Persistence

/// The name of an entity, for stating which entities data depends on.
///
/// ```swift
/// changes.version(of: [.item, .assetType])
/// ```
public struct EntityName: Hashable, Sendable, ExpressibleByStringLiteral {
    /// The name in the model.
    public let rawValue: String

    /// - Parameter rawValue: the name in the model.
    public init(_ rawValue: String) {
        self.rawValue = rawValue
    }

    /// - Parameter name: the name in the model.
    public init(stringLiteral name: String) { self.init(name) }

    init(_ id: ManagedObjectID) {
        self.init(id.entityName)
    }
}

extension EntityName {
    public static let item = EntityName("Item")
    public static let assetType = EntityName("AssetType")
    public static let location = EntityName("Location")
    public static let tag = EntityName("Tag")
    public static let inboxPhoto = EntityName("InboxPhoto")
    public static let itemView = EntityName("ItemView")
    public static let itemField = EntityName("ItemField")
    public static let itemFieldValue = EntityName("ItemFieldValue")
    public static let itemPhoto = EntityName("ItemPhoto")
    public static let document = EntityName("Document")
    public static let loan = EntityName("Loan")
    public static let careTask = EntityName("CareTask")
    public static let labelSheet = EntityName("LabelSheet")
    public static let stocktake = EntityName("Stocktake")
    public static let sighting = EntityName("Sighting")
    public static let customer = EntityName("Customer")
    public static let creditCard = EntityName("CreditCard")
    public static let product = EntityName("Product")
    public static let sale = EntityName("Sale")
    public static let saleLine = EntityName("SaleLine")
    public static let taxRate = EntityName("TaxRate")
    public static let payment = EntityName("Payment")
    public static let paymentKind = EntityName("PaymentKind")
    public static let closedDay = EntityName("ClosedDay")
    public static let productCategory = EntityName("ProductCategory")
    public static let stockEntry = EntityName("StockEntry")
    public static let parkedSale = EntityName("ParkedSale")
    public static let quote = EntityName("Quote")
    public static let quoteLine = EntityName("QuoteLine")
    public static let invoice = EntityName("Invoice")
    public static let shopProfile = EntityName("ShopProfile")
    public static let customerNumber = EntityName("CustomerNumber")
    public static let customerAddress = EntityName("CustomerAddress")
    public static let customerTag = EntityName("CustomerTag")
    public static let groceryItem = EntityName("GroceryItem")
    public static let groceryName = EntityName("GroceryName")
    public static let book = EntityName("Book")
    public static let bookCategory = EntityName("BookCategory")
    public static let bookChange = EntityName("BookChange")
    public static let page = EntityName("Page")
    public static let place = EntityName("Place")
    public static let photo = EntityName("Photo")
    public static let undoStep = EntityName("UndoStep")

    /// The entities that a condition on items can involve: a predicate leads from each of them to
    /// all others.
    public static let inventory: Set<EntityName> = [
        .item, .assetType, .location, .tag, .itemView,
        .careTask, .document, .itemField, .itemFieldValue, .itemPhoto, .loan,
        EntityName("CareRecord"), EntityName("ValueRecord"),
    ]
}

extension EntityName {
    /// The entities of the sales: a user's condition leads from each of them to all others.
    public static let sales: Set<EntityName> = [
        .sale, .saleLine, .product, .customer, .creditCard, .taxRate, .payment, .paymentKind,
        .closedDay, .productCategory, .stockEntry, .parkedSale, .quote, .quoteLine, .invoice,
        .shopProfile, .customerNumber, .customerAddress, .customerTag,
    ]
}
