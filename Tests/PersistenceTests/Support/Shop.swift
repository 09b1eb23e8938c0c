import ObjectModel
import Persistence

/// A model with every kind of derived attribute.
enum Shop {
    static let model = ManagedObjectModel(entities: [customer, order, rush, line, label, node])

    private static let customer: EntityDescription = {
        var entity = EntityDescription("Customer")
        entity.attributes = [optional("name", .string)]
        entity.relationships = [relationship(.init(toMany: "orders", "Order", inverse: "customer"))]
        return entity
    }()

    private static let order: EntityDescription = {
        var entity = EntityDescription("Order")
        entity.attributes = [
            optional("title", .string), derived("searchTitle", .string, "canonical:(title)"),
            derived("loudTitle", .string, "uppercase:(title)"),
            derived("customerName", .string, "customer.name"),
            derived("quietCustomer", .string, "lowercase:(customer.name)"),
            derived("lineCount", .integer32, "lines.@count"),
            derived("total", .decimal, "lines.amount.@sum"),
            derived("labelCount", .integer16, "labels.@count"),
            derived("labelWeight", .integer64, "labels.weight.@sum"),
            derived("changed", .date, "now()"),
        ]
        entity.relationships = [
            relationship(.init(toOne: "customer", "Customer", inverse: "orders")),
            relationship(
                .init(toMany: "lines", "Line", inverse: "order", deleteRule: .cascade)),
            relationship(.init(toMany: "labels", "Label", inverse: "orders")),
        ]
        return entity
    }()

    private static let rush: EntityDescription = {
        var entity = EntityDescription("RushOrder", superentityName: "Order")
        entity.attributes = [
            optional("courier", .string), derived("loudCourier", .string, "uppercase:(courier)"),
        ]
        return entity
    }()

    private static let line: EntityDescription = {
        var entity = EntityDescription("Line")
        entity.attributes = [optional("amount", .decimal)]
        entity.relationships = [relationship(.init(toOne: "order", "Order", inverse: "lines"))]
        return entity
    }()

    private static let label: EntityDescription = {
        var entity = EntityDescription("Label")
        entity.attributes = [optional("weight", .integer16)]
        entity.relationships = [relationship(.init(toMany: "orders", "Order", inverse: "labels"))]
        return entity
    }()

    private static let node: EntityDescription = {
        var entity = EntityDescription("Node")
        entity.attributes = [derived("childCount", .integer16, "children.@count")]
        entity.relationships = [
            relationship(.init(toMany: "children", "Node", inverse: "parent")),
            relationship(.init(toOne: "parent", "Node", inverse: "children")),
        ]
        return entity
    }()

    private static func optional(
        _ name: String, _ type: AttributeType
    ) -> AttributeDescription {
        let attribute = AttributeDescription(name, type)
        return attribute
    }

    private static func derived(
        _ name: String, _ type: AttributeType, _ expression: String
    ) -> AttributeDescription {
        var attribute = AttributeDescription(name, type, isOptional: false)
        attribute.derivationExpression = expression
        return attribute
    }

    private static func relationship(
        _ description: RelationshipDescription
    ) -> RelationshipDescription {
        var description = description
        description.isOptional = true
        return description
    }
}
