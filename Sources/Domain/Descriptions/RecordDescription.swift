/// The words for the records of an entity, and their fields.
public struct RecordDescription: Sendable {
    public let entity: EntityName
    /// The noun for one record: `product`.
    public let one: String
    /// The noun for several records: `products`.
    public let many: String
    /// The fields of the form, in their order.
    public let fields: [FieldDescription]
    /// The names of the texts that must not contain card numbers.
    let guardedTexts: Set<String>

    public init(
        _ entity: EntityName, _ one: String, _ many: String, fields: [FieldDescription]
    ) {
        self.entity = entity
        self.one = one
        self.many = many
        self.fields = fields
        guardedTexts = Set(
            fields.filter { $0.isText && $0.cardGuard != .inForms }.map(\.name))
    }

    /// The fields for text of one or more lines, except for some.
    public func texts(except others: Set<String> = []) -> [FieldDescription] {
        fields.filter { $0.isText && !others.contains($0.name) }
    }

    /// All descriptions.
    public static let all = [
        Item.description, Product.description, Book.description, BookCategory.description,
        Page.description, GroceryItem.description, AssetType.description, Location.description,
        Tag.description, Loan.description, CareTask.description, Document.description,
        ItemField.description, ItemView.description, LabelSheet.description,
        Stocktake.description, Sighting.description,
    ]

    /// The fields of all descriptions by name. If two have the same name, the first one counts.
    public static let fieldsByName = Dictionary(
        all.flatMap(\.fields).map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })

    private static let byEntity = Dictionary(
        all.map { ($0.entity.rawValue, $0) }, uniquingKeysWith: { first, _ in first })

    /// The attribute that titles the records of an entity, the first text; nil if it is not described.
    public static func title(of entity: String) -> String? {
        // The name of an item is not among its described fields.
        entity == EntityName.item.rawValue
            ? "itemName" : byEntity[entity]?.fields.first(where: \.isText)?.name
    }

    /// The field of an entity with a name; nil if it is not described.
    public static func field(_ name: String, of entity: String) -> FieldDescription? {
        byEntity[entity]?.fields.first { $0.name == name }
    }
}
