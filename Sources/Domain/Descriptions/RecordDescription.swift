/// What people call the records of an entity, and their fields.
public struct RecordDescription: Sendable {
    public let entity: EntityName
    /// One of them: `product`.
    public let one: String
    /// Several of them: `products`.
    public let many: String
    /// The fields of the form, in their order.
    public let fields: [FieldDescription]

    public init(
        _ entity: EntityName, _ one: String, _ many: String, fields: [FieldDescription]
    ) {
        self.entity = entity
        self.one = one
        self.many = many
        self.fields = fields
    }

    /// The lines and texts, apart from some.
    public func texts(except others: Set<String> = []) -> [FieldDescription] {
        fields.filter { $0.isText && !others.contains($0.name) }
    }

    /// All descriptions.
    public static let all = [Item.description, Product.description]

    /// The fields by their names, those of all descriptions.
    public static let fieldsByName = Dictionary(
        all.flatMap(\.fields).map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
}
