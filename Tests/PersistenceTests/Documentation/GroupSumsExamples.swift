import ObjectModel
import Persistence
import Testing

@Suite("The examples of “Sums of groups”")
struct GroupSumsExamples {
    private static func model() -> ManagedObjectModel {
        var item = EntityDescription("Item")
        item.attributes = [
            AttributeDescription("hasPhoto", .boolean), AttributeDescription("cents", .integer64),
            AttributeDescription("trashedDate", .date),
        ]
        item.relationships = [
            RelationshipDescription(toOne: "assetType", "AssetType", inverse: "items")
        ]
        var index = FetchIndexDescription(
            "byType",
            elements: ["assetType", "hasPhoto", "cents"].map {
                FetchIndexElementDescription(propertyName: $0)
            })
        index.partialIndexPredicateFormat = "trashedDate == nil"
        item.indexes = [index]
        item.userInfo = ["sums": "byType"]
        var type = EntityDescription("AssetType")
        type.relationships = [
            RelationshipDescription(toMany: "items", "Item", inverse: "assetType")
        ]
        return ManagedObjectModel(entities: [item, type])
    }

    @Test("Counts and sums of a type’s items are read from the store’s group sums")
    func sums() throws {
        let directory = try TemporaryDirectory()
        var store = StoreDescription.sqlite(path: directory.path + "/Items.sqlite")
        let trace = SQLTrace()
        store.trace = trace
        let container = try PersistentContainer(model: Self.model(), store: store)
        let context = ManagedObjectContext(container)
        let type = try ManagedObject(entityName: "AssetType", context: context)
        for cents in [250, 300] {
            let item = try ManagedObject(entityName: "Item", context: context)
            try item.setValue(type, forKey: "assetType")
            try item.setValue(Int64(cents), forKey: "cents")
        }
        try context.save()
        trace.removeAll()

        var request = DictionaryFetchRequest(
            entityName: "Item",
            columns: [
                ("type", .key("assetType")), ("count", .function("count:", [.evaluatedObject])),
                ("cents", .function("sum:", [.key("cents")])),
            ])
        request.predicate = .key("trashedDate") == nil
        request.propertiesToGroupBy = [.key("assetType")]
        let rows = try context.fetchDictionaries(request)

        #expect(rows.map { $0["count"] } == [.integer(2)])
        #expect(rows.map { $0["cents"] } == [.integer(550)])
        #expect(trace.sql.contains { $0.contains("SUMS_Item_byType") })
        try container.close()
    }
}
