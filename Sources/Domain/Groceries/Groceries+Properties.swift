// Generated from the model Groceries. Changes to this file are lost when it is generated again.

// A missing class has to be written by hand; with codeGenerationType="class" in the model, it is generated here.

#if hasFeature(InternalImportsByDefault)
    public import Foundation
    public import Persistence
#else
    import Foundation
    import Persistence
#endif

nonisolated extension GroceryItem {
    public var isTicked: Bool {
        get { bool(at: 0) }
        set { setBool(newValue, at: 0) }
    }

    public var key: UUID? {
        get { uuid(at: 1) }
        set { setUUID(newValue, at: 1) }
    }

    public var name: String? {
        get { string(at: 2) }
        set { setString(newValue, at: 2) }
    }

    public var nameSortKey: Data? {
        get { data(at: 3) }
        set { setData(newValue, at: 3) }
    }

    public var orderingValue: Double {
        get { double(at: 4) }
        set { setDouble(newValue, at: 4) }
    }

    public var quantity: Decimal? {
        get { decimal(at: 5) }
        set { setDecimal(newValue, at: 5) }
    }

    public var summary: String? {
        get { string(at: 6) }
        set { setString(newValue, at: 6) }
    }

    public var unit: String? {
        get { string(at: 7) }
        set { setString(newValue, at: 7) }
    }
}

nonisolated extension GroceryName {
    public var folded: String? {
        get { string(at: 0) }
        set { setString(newValue, at: 0) }
    }

    public var lastUsed: Date? {
        get { date(at: 1) }
        set { setDate(newValue, at: 1) }
    }

    public var name: String? {
        get { string(at: 2) }
        set { setString(newValue, at: 2) }
    }

    public var useCount: Int64 {
        get { int64(at: 3) }
        set { setInt64(newValue, at: 3) }
    }
}

/// The classes and key paths that are generated from the model Groceries.
nonisolated public let groceriesModelClasses: [ManagedObjectClass] = [
    ManagedObjectClass(
        entityName: "GroceryItem", objectClass: GroceryItem.self,
        properties: [
            ("isTicked", \GroceryItem.isTicked),
            ("key", \GroceryItem.key),
            ("name", \GroceryItem.name),
            ("nameSortKey", \GroceryItem.nameSortKey),
            ("orderingValue", \GroceryItem.orderingValue),
            ("quantity", \GroceryItem.quantity),
            ("summary", \GroceryItem.summary),
            ("unit", \GroceryItem.unit),
        ]),
    ManagedObjectClass(
        entityName: "GroceryName", objectClass: GroceryName.self,
        properties: [
            ("folded", \GroceryName.folded),
            ("lastUsed", \GroceryName.lastUsed),
            ("name", \GroceryName.name),
            ("useCount", \GroceryName.useCount),
        ]),
]
