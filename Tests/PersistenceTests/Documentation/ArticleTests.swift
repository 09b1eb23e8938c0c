import Foundation
import ObjectModel
import Testing

@Suite("Examples in the documentation")
struct ArticleTests {
    /// `Predicates.md` has predicates instead of statements; they are tested with the predicates.
    private static let articles = [
        "Sources/ObjectModel/Documentation.docc/ObjectModel.md",
        "Sources/Persistence/README.md",
        "Sources/Persistence/Documentation.docc/Architecture.md",
        "Sources/Persistence/Documentation.docc/AtomicStores.md",
        "Sources/Persistence/Documentation.docc/BatchRequests.md",
        "Sources/Persistence/Documentation.docc/Conflicts.md",
        "Sources/Persistence/Documentation.docc/ContextsAndTasks.md",
        "Sources/Persistence/Documentation.docc/DerivedAttributes.md",
        "Sources/Persistence/Documentation.docc/DifferencesFromCoreData.md",
        "Sources/Persistence/Documentation.docc/Faulting.md",
        "Sources/Persistence/Documentation.docc/FetchedResults.md",
        "Sources/Persistence/Documentation.docc/Fetching.md",
        "Sources/Persistence/Documentation.docc/FullTextSearch.md",
        "Sources/Persistence/Documentation.docc/GettingStarted.md",
        "Sources/Persistence/Documentation.docc/GroupSums.md",
        "Sources/Persistence/Documentation.docc/MappingModels.md",
        "Sources/Persistence/Documentation.docc/Migration.md",
        "Sources/Persistence/Documentation.docc/Nesting.md",
        "Sources/Persistence/Documentation.docc/History.md",
        "Sources/Persistence/Documentation.docc/Persistence.md",
        "Sources/Persistence/Documentation.docc/PropertiesByName.md",
        "Sources/Persistence/Documentation.docc/Relationships.md",
        "Sources/Persistence/Documentation.docc/Saving.md",
        "Sources/Persistence/Documentation.docc/Servers.md",
        "Sources/Persistence/Documentation.docc/SeveralProcesses.md",
        "Sources/Persistence/Documentation.docc/SortKeys.md",
        "Sources/Persistence/Documentation.docc/Stores.md",
        "Sources/Persistence/Documentation.docc/StoresOfOnesOwn.md",
        "Sources/Persistence/Documentation.docc/StoresFromAnIPhone.md",
        "Sources/Persistence/Documentation.docc/TheModelFile.md",
        "Sources/Persistence/Documentation.docc/TheStoreFile.md",
        "Sources/Persistence/Documentation.docc/Undo.md",
        "Sources/Persistence/Documentation.docc/ValuesAndSQL.md",
    ]

    @Test("Each Swift example is part of a test", arguments: articles)
    func examples(path: String) throws {
        let tested = try SourceTree.files(in: "Tests/PersistenceTests/Documentation")
            .filter { $0.hasSuffix(".swift") }
            .map { try source("Tests/PersistenceTests/Documentation/\($0)") }

        for block in try Article(path).codeBlocks(in: "swift") {
            let example = "\n" + unindented(block.lines) + "\n"
            #expect(tested.contains { $0.contains(example) }, "\(block) is in no test")
            #expect(
                !example.contains("#expect") && !example.contains("#require"),
                "\(block) needs more than a reader has")
        }
    }

    @Test("Each article of the catalogue is tested")
    func completeness() throws {
        let folder = "Sources/Persistence/Documentation.docc"
        let present = try SourceTree.files(in: folder).map { "\(folder)/\($0)" }

        let lookedAt = Self.articles.filter { $0.hasPrefix(folder) }
        #expect(present == (lookedAt + ["\(folder)/Predicates.md"]).sorted())
    }

    @Test("The generated properties of the article’s model are up to date")
    func generatedProperties() throws {
        let generator = try SwiftGenerator(try CookbookStore.model(), modelName: "Cookbook")
        let path = "Tests/PersistenceTests/Documentation/Cookbook+Properties.swift"

        let present = try SourceTree.text(path)

        #expect(generator.singleFile().text == present)
    }

    private func source(_ path: String) throws -> String {
        let text = try SourceTree.text(path)
        return "\n" + unindented(text.split(separator: "\n", omittingEmptySubsequences: false))
    }

    /// Examples are in functions, and therefore indented further than in an article.
    private func unindented(_ lines: [some StringProtocol]) -> String {
        lines.map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: "\n")
    }
}
