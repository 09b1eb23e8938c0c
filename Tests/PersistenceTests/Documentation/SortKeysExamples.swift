import Foundation
import ObjectModel
import Persistence
import Testing

@Suite("The examples of “Sort keys”")
struct SortKeysExamples {
    private let cookbook: CookbookStore
    private let container: PersistentContainer

    init() throws {
        cookbook = try CookbookStore()
        var model = try CookbookStore.model()
        try model.change("Recipe") { recipe in
            for attribute in recipe.attributes.indices
            where recipe.attributes[attribute].name == "title" {
                recipe.attributes[attribute].userInfo["sortKey"] = "titleSortKey"
            }
            let key = AttributeDescription("titleSortKey", .binaryData)
            recipe.attributes.append(key)
        }
        container = try PersistentContainer(
            model: model, classes: [],
            store: .sqlite(path: cookbook.directory + "/Sorted.sqlite"))
        let context = ManagedObjectContext(container)
        for title in ["Soup 10", "leek soup", "Soup 9", "Äpfel"] {
            try context.add("Recipe", ["title": title, "dateAdded": Date()])
        }
        try context.save()
    }

    private func titles(_ request: FetchRequest<ManagedObject>) throws -> [String?] {
        try ManagedObjectContext(container).fetch(request).map {
            try $0.value(forKey: "title") as? String
        }
    }

    @Test("Recipes are sorted like in the Finder")
    func order() throws {
        var request = FetchRequest<ManagedObject>(entityName: "Recipe")

        request.sortDescriptors = [FetchSortDescriptor("title", comparison: .localizedStandard)]

        #expect(try titles(request) == ["Äpfel", "leek soup", "Soup 9", "Soup 10"])
        try container.close()
    }

    @Test("Recipes that sort before a title are counted")
    func place() throws {
        var request = FetchRequest<ManagedObject>(entityName: "Recipe")

        // The number of records before "Leek soup".
        let key = Data(FetchSortDescriptor.Comparison.localizedStandard.sortKey("Leek soup"))
        request.predicate = .comparison(
            FetchComparison(.key("titleSortKey"), .less, .constant(.data(key))))

        #expect(try Set(titles(request)) == ["Äpfel", "leek soup"])
        try container.close()
    }
}
