/// The words for the records of an entity, and their fields.
public struct RecordDescription: Sendable {
    public let entity: EntityName
    /// The noun for one record: `product`.
    public let one: String
    /// The noun for several records: `products`.
    public let many: String
    /// The fields of the form, in their order.
    public let fields: [FieldDescription]
    /// The heading of the collapsed part of the form.
    public let detailsLabel: String
    /// The names of the texts that must not contain card numbers.
    let guardedTexts: Set<String>

    /// - Parameters:
    ///   - details: the fields in the collapsed part of the form, after the others. Default: none.
    ///   - detailsLabel: the heading of that part.
    public init(
        _ entity: EntityName, _ one: String, _ many: String, fields: [FieldDescription],
        detailsLabel: String = "More", details: [FieldDescription] = []
    ) {
        var fields = fields + details
        for index in fields.indices.suffix(details.count) { fields[index].isDetail = true }
        self.entity = entity
        self.one = one
        self.many = many
        self.fields = fields
        self.detailsLabel = detailsLabel
        guardedTexts = Set(
            fields.filter { $0.isText && ![.inForms, .never].contains($0.cardGuard) }.map(\.name))
    }

    /// The attribute that titles the records, the first text.
    public var title: String? { fields.first(where: \.isText)?.name }

    /// The value of a field in a copy of a record.
    public func copying(_ name: String) -> FieldDescription.Copying {
        fields.first { $0.name == name }?.copying ?? .same
    }

    /// The fields for text of one or more lines, except for some.
    public func texts(except others: Set<String> = []) -> [FieldDescription] {
        fields.filter { $0.isText && !others.contains($0.name) }
    }

    /// The fields that an import sets by their kind.
    var importedFields: [FieldDescription] {
        fields.filter { field in
            field.spelling == nil
                && field.reference.map { !$0.isByNumber && !$0.takesNewLocation } ?? true
        }
    }

    /// The descriptions of all sections' records.
    public static let all = SectionModel.described(Household.modelClasses).map { $0.description }

    /// The fields of all descriptions by name. If two have the same name, the first one counts.
    public static let fieldsByName = Dictionary(
        all.flatMap(\.fields).map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })

    private static let byEntity = Dictionary(
        all.map { ($0.entity.rawValue, $0) }, uniquingKeysWith: { first, _ in first })

    /// The attribute that titles the records of an entity, the first text; nil if it is not described.
    public static func title(of entity: String) -> String? {
        byEntity[entity]?.title
    }

    /// The field of an entity with a name; nil if it is not described.
    public static func field(_ name: String, of entity: String) -> FieldDescription? {
        byEntity[entity]?.fields.first { $0.name == name }
    }
}
