import Foundation
import ObjectModel
import Persistence
import Testing

@Suite("Fetch request templates")
struct FetchRequestTemplateTests {
    private static var model: ManagedObjectModel {
        var model = Library.model
        var cheap = FetchRequestTemplate(
            name: "CheaperThan", entityName: "Book",
            predicateFormat: "stock < $LIMIT AND title BEGINSWITH $START")
        cheap.options = [
            "fetchLimit": "2", "fetchBatchSize": "10", "includeSubentities": "NO",
            "returnObjectsAsFaults": "NO",
        ]
        var values = FetchRequestTemplate(
            name: "Values", entityName: "Tag", predicateFormat: "label BEGINSWITH $START")
        values.options = [
            "resultType": "2", "returnsDistinctResults": "YES", "fetchLimit": "5",
            "fetchBatchSize": "20",
        ]
        var number = FetchRequestTemplate(name: "Number", entityName: "Author")
        number.options = ["resultType": "4"]
        model.fetchRequestTemplates = [
            cheap, FetchRequestTemplate(name: "All", entityName: "Author"), values, number,
        ]
        return model
    }

    @Test("A template becomes a request, with its variables substituted")
    func substitution() throws {
        let request: FetchRequest<Book> = try Self.model.fetchRequestFromTemplate(
            withName: "CheaperThan", substitutionVariables: ["LIMIT": 5, "START": "T"])

        #expect(request.entityName == "Book")
        #expect(
            request.predicate
                == (try FetchPredicate(format: "stock < 5 AND title BEGINSWITH %@", "T")))
        #expect(request.fetchLimit == 2)
        #expect(request.fetchBatchSize == 10)
        #expect(!request.includesSubentities)
        #expect(!request.returnsObjectsAsFaults)
        #expect(request.includesPendingChanges)
    }

    @Test("A request from a template is fetched", arguments: StoreKind.allCases)
    func fetching(kind: StoreKind) throws {
        let library = try TestLibrary(kind, model: Self.model)
        let context = library.context()
        for title in ["One", "Two", "Three"] {
            let book = try ManagedObject(entityName: "Book", context: context)
            try book.setValue(title, forKey: "title")
        }
        try context.save()
        let request = try Self.model.fetchRequestFromTemplate(
            withName: "CheaperThan", substitutionVariables: ["LIMIT": 5, "START": "T"],
            as: ManagedObject.self)

        #expect(Set(try context.fetch(request).map { try $0.text("title") }) == ["Two", "Three"])
    }

    @Test("A template has a result type, and can return distinct results")
    func resultTypes() throws {
        let library = try TestLibrary(.usual, model: Self.model)
        let context = library.context()
        for label in ["red", "red", "blue"] {
            try ManagedObject(entityName: "Tag", context: context).setValue(label, forKey: "label")
        }
        try context.save()

        let request = try Self.model.dictionaryFetchRequestFromTemplate(
            withName: "Values", substitutionVariables: ["START": "r"])

        #expect(Self.model.fetchRequestTemplate(forName: "Values")?.resultType == .dictionary)
        #expect(Self.model.fetchRequestTemplate(forName: "Number")?.resultType == .count)
        #expect(Self.model.fetchRequestTemplate(forName: "All")?.resultType == .managedObject)
        #expect(request.fetchLimit == 5 && request.fetchBatchSize == 20)
        #expect(try context.fetchDictionaries(request) == [["label": .string("red")]])
        let error = #expect(throws: PersistenceError.self) {
            try Self.model.fetchRequestFromTemplate(
                withName: "Values", substitutionVariables: ["START": "r"], as: ManagedObject.self)
        }
        #expect("\(try #require(error))".contains("dictionaries"))
    }

    @Test("A missing variable and an unknown template are named in the error")
    func errors() throws {
        #expect(Self.model.fetchRequestTemplate(forName: "All")?.entityName == "Author")
        let message = #expect(throws: PersistenceError.self) {
            try Self.model.fetchRequestFromTemplate(
                withName: "CheaperThan", substitutionVariables: ["START": "T"],
                as: ManagedObject.self)
        }
        #expect("\(try #require(message))".contains("$LIMIT"))
        let unknown = #expect(throws: PersistenceError.self) {
            try Self.model.fetchRequestFromTemplate(withName: "Nothing", as: ManagedObject.self)
        }
        #expect("\(try #require(unknown))".contains("Nothing"))
    }
}
