import Persistence

/// The name of an entity, by which is said what something is made of.
///
/// ```swift
/// changes.version(of: [.item, .assetType])
/// ```
public struct EntityName: Hashable, Sendable {
    /// The name in the model.
    public let rawValue: String

    /// - Parameter rawValue: the name in the model.
    public init(_ rawValue: String) {
        self.rawValue = rawValue
    }

    init(_ id: ManagedObjectID) {
        self.init(id.entityName)
    }
}

extension EntityName {
    public static let item = EntityName("Item")
    public static let assetType = EntityName("AssetType")
    public static let location = EntityName("Location")
    public static let tag = EntityName("Tag")
    public static let customer = EntityName("Customer")
    public static let creditCard = EntityName("CreditCard")
    public static let product = EntityName("Product")
    public static let sale = EntityName("Sale")
    public static let saleLine = EntityName("SaleLine")
    public static let groceryItem = EntityName("GroceryItem")
    public static let groceryName = EntityName("GroceryName")
    public static let groceryStep = EntityName("GroceryStep")
    public static let book = EntityName("Book")
    public static let bookCategory = EntityName("BookCategory")
    public static let bookChange = EntityName("BookChange")
    public static let page = EntityName("Page")
    public static let place = EntityName("Place")
    public static let photo = EntityName("Photo")

    /// What a condition on items can be about: a predicate leads from each of them to all others.
    public static let inventory: Set<EntityName> = [
        .item, .assetType, .location, .tag, EntityName("CareRecord"), EntityName("CareTask"),
        EntityName("Document"), EntityName("ItemField"), EntityName("ItemFieldValue"),
        EntityName("ItemPhoto"), EntityName("Loan"), EntityName("ValueRecord"),
    ]
}
