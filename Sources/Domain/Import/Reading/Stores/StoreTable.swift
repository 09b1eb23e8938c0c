import ObjectModel
import Persistence

/// The records of an entity of a foreign model as the rows of a table.
struct StoreTable: Sendable {
    struct Source: Sendable {
        /// The name that users choose it by.
        let name: String
        let place: ImportHeader.Place
        /// The relationships to the object with the attribute, and the attribute.
        let path: [String]
        var form = Form.value

        var column: ImportColumn { place.column }
    }

    /// The content of a cell.
    enum Form: Sendable {
        /// The value at the end of the path.
        case value
        /// A word for true, and an empty cell for false.
        case word(String)
        /// The value after those of its parents, through this relationship.
        case way(String)
        /// The values of all destinations of a to-many relationship.
        case list
        /// The value of this attribute for each destination of a to-many relationship, in separate
        /// columns.
        case fields(String)
        /// A text made from several values of a record in a store of this program.
        case own(@Sendable (ManagedObject) throws -> String)
    }

    let kind: ImportKind
    let entity: String
    let sources: [Source]
    /// The names that users can choose targets for, in the order of the model.
    let names: [String]
    /// The other properties of the records, which are not imported.
    var others: [String] = []
    /// The order of the records by keys, and then by their record numbers.
    var order: [String] = []
    /// The attribute with the time at which a record moved to the trash; nil if there is no trash.
    var trashing: String?

    /// Finds the importable records of a model; nil if there are none.
    init?(_ model: ManagedObjectModel, _ reading: ImportReading) {
        let table: StoreTable?
        switch reading.entity == nil ? reading.kind : .items {
        case .items?: table = StoreTable.inventory(of: model, reading)
        case .lines?: table = StoreTable.sales(of: model, reading.mapping)
        case nil:
            table =
                StoreTable.inventory(of: model, reading)
                ?? StoreTable.sales(of: model, reading.mapping)
        default: table = nil
        }
        guard let table else { return nil }
        self = table
    }

    init(
        _ kind: ImportKind, _ entity: String, _ sources: [Source], names: [String],
        others: [String] = []
    ) {
        self.kind = kind
        self.entity = entity
        self.sources = sources
        self.names = names
        self.others = others
    }

    /// The accepted columns, without duplicates.
    var columns: [ImportColumn] {
        sources.reduce(into: []) { if !$0.contains($1.column) { $0.append($1.column) } }
    }

    /// The names of all properties in a model: the choices for one entity may be about another.
    static func propertyNames(of model: ManagedObjectModel) -> [String] {
        model.entities.flatMap { entity in
            model.allAttributes(of: entity.name).map(\.name)
                + model.allRelationships(of: entity.name).map(\.name)
        }
    }

    /// The names of ignored properties.
    var ignored: [String] { names.filter { column(of: $0) == nil } + others }

    /// The target of a property; nil if it is ignored.
    func column(of name: String) -> ImportColumn? { sources.first { $0.name == name }?.column }
}

extension ManagedObjectModel {
    /// The attribute that names the records of an entity: one called label, name or title, or else
    /// the first text; nil if there is none.
    func label(of entity: String) -> String? {
        let texts = allAttributes(of: entity).filter {
            $0.attributeType == .string && !$0.isTransient
        }.map(\.name)
        let named = ["label", "name", "title"].lazy.compactMap { word in
            texts.first { ImportColumn.simplified($0).hasSuffix(word) }
        }
        return named.first ?? texts.first
    }

    /// The attribute at the end of a key path; nil if there is none.
    func attribute(at path: [String], from entity: String) -> AttributeDescription? {
        var entity = entity
        for name in path.dropLast() {
            guard let next = relationship(name, of: entity) else { return nil }
            entity = next.destinationEntity
        }
        return allAttributes(of: entity).first { $0.name == path.last }
    }

    func relationship(_ name: String, of entity: String) -> RelationshipDescription? {
        allRelationships(of: entity).first { $0.name == name }
    }
}
