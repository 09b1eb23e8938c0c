/// What people call the records of an entity, and their fields.
public struct RecordDescription: Sendable {
    public let entity: EntityName
    /// One of them: `product`.
    public let one: String
    /// Several of them: `products`.
    public let many: String
    /// The fields of the form, in their order.
    public let fields: [FieldDescription]
    /// The names of the texts that hold no number of a card.
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

    /// The lines and texts, apart from some.
    public func texts(except others: Set<String> = []) -> [FieldDescription] {
        fields.filter { $0.isText && !others.contains($0.name) }
    }

    /// All descriptions.
    public static let all = [
        Item.description, Product.description, Book.description, BookCategory.description,
        Page.description, GroceryItem.description, AssetType.description, Location.description,
        Tag.description, Loan.description, CareTask.description, Document.description,
        ItemField.description, ItemView.description, LabelSheet.description,
    ]

    /// The fields by their names, those of all descriptions. Where two have one name, the first goes.
    public static let fieldsByName = Dictionary(
        all.flatMap(\.fields).map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })

    private static let byEntity = Dictionary(
        all.map { ($0.entity.rawValue, $0) }, uniquingKeysWith: { first, _ in first })

    /// The field of a name, of the records of an entity; nil for none that is described.
    public static func field(_ name: String, of entity: String) -> FieldDescription? {
        byEntity[entity]?.fields.first { $0.name == name }
    }
}
