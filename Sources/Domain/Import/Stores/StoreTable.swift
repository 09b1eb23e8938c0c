import ObjectModel
import Persistence

/// The records of an entity of somebody's model, as the rows of a table.
struct StoreTable: Sendable {
    /// What stands in a column.
    struct Source: Sendable {
        /// What a person calls it who says where it goes.
        let name: String
        let place: ImportHeader.Place
        /// The relationships to the object that has it, and the attribute.
        let path: [String]
        /// What its cell is made of.
        var form = Form.value

        var column: ImportColumn { place.column }
    }

    /// What a cell is made of.
    enum Form: Sendable {
        /// The value at the end of the path.
        case value
        /// A word for what is true; nothing for what is not.
        case word(String)
        /// The value, behind those of what it is in: there this relationship leads.
        case way(String)
        /// The values of all that a relationship to many leads to.
        case list
        /// Of each that a relationship to many leads to, the value of this attribute, in a column of its own.
        case fields(String)
        /// What a record of this program's own says by more than one value.
        case own(@Sendable (ManagedObject) throws -> String)
    }

    let kind: ImportKind
    /// The entity whose records are the rows.
    let entity: String
    let sources: [Source]
    /// What a person can say of it where it goes, in the order of the model.
    let names: [String]
    /// What else the records have, which goes nowhere.
    var others: [String] = []
    /// By what the records are ordered, and beyond that as they were made.
    var order: [String] = []
    /// The attribute that says since when a record is in the trash; nil where there is no trash.
    var trashing: String?

    /// Finds what can be imported of a model; nil if there is nothing.
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

    /// The columns that are read, each once.
    var columns: [ImportColumn] {
        sources.reduce(into: []) { if !$0.contains($1.column) { $0.append($1.column) } }
    }

    /// The names of what is not read.
    var ignored: [String] { names.filter { column(of: $0) == nil } + others }

    /// The column where something goes; nil if it is not read.
    func column(of name: String) -> ImportColumn? { sources.first { $0.name == name }?.column }
}

extension ManagedObjectModel {
    /// The attribute by which people know the records of an entity: one that is called a label, a name or a
    /// title, or else the first text; nil if there is none.
    func label(of entity: String) -> String? {
        let texts = allAttributes(of: entity)
            .filter { $0.attributeType == .string && !$0.isTransient }.map(\.name)
        let named = ["label", "name", "title"].lazy.compactMap { word in
            texts.first { ImportColumn.simplified($0).hasSuffix(word) }
        }
        return named.first ?? texts.first
    }

    /// The attribute at the end of relationships; nil if they do not lead to one.
    func attribute(at path: [String], from entity: String) -> AttributeDescription? {
        var entity = entity
        for name in path.dropLast() {
            guard let next = relationship(name, of: entity) else { return nil }
            entity = next.destinationEntity
        }
        return allAttributes(of: entity).first { $0.name == path.last }
    }

    /// A relationship of an entity's records; nil for a name of none.
    func relationship(_ name: String, of entity: String) -> RelationshipDescription? {
        allRelationships(of: entity).first { $0.name == name }
    }
}
