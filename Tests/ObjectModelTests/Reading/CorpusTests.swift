import Foundation
import ObjectModel
import Testing

/// The models of this repository, and models written by Xcode in `CORE_DATA_CORPUS` if that is set.
struct CorpusTests {
    @Test("Every model of the corpus is read without errors", arguments: Corpus.versionPaths)
    func everyModelLoads(path: String) throws {
        let reading = try ModelReading(contentsOf: path)

        let errors = reading.faults.filter { $0.severity == .error }
        #expect(errors == [])
        #expect(!reading.faults.contains { $0.message.contains("is not known here") })
        #expect(!reading.model.entities.isEmpty)
    }

    @Test("Every model of the corpus survives a round trip", arguments: Corpus.versionPaths)
    func everyModelIsWritten(path: String) throws {
        var model = try ModelReading(contentsOf: path).model
        model.source = nil

        let again = try ManagedObjectModel(xml: model.xmlText.bytes)

        #expect(again == model)
    }

    @Test("Every model of the corpus is written like Xcode’s file", arguments: Corpus.versionPaths)
    func everyModelHasXcodesText(path: String) throws {
        let text = try String(contentsOfFile: "\(path)/contents", encoding: .utf8)

        let written = try ModelReading(contentsOf: path).model.xmlText

        let lines = zip(written.lines, text.lines).filter { $0 != $1 }
        #expect(lines.first.map { [$0.0, $0.1] } == nil)
        #expect(written.lines.count == text.lines.count)
    }

    @Test("Every bundle of the corpus has a current version", arguments: Corpus.bundlePaths)
    func everyBundleLoads(path: String) throws {
        let versions = try ManagedObjectModel.versions(of: path)
        let current = try ManagedObjectModel.currentVersion(of: path)
        let model = try ManagedObjectModel(contentsOf: path)

        #expect(versions.contains(current))
        #expect(try model == ManagedObjectModel(contentsOf: path, version: current))
    }

    @Test(
        "Each entity has a number, a parent’s before its children’s",
        arguments: Corpus.versionPaths)
    func numberOrder(path: String) throws {
        let model = try ManagedObjectModel(contentsOf: path)

        let names = model.entityNamesInNumberOrder

        #expect(names.sorted() == model.entities.map(\.name).sorted())
        for entity in model.entities {
            guard let parent = entity.superentityName else { continue }
            let numbers = (names.firstIndex(of: parent), names.firstIndex(of: entity.name))
            #expect(try #require(numbers.0) < #require(numbers.1))
        }
    }
}

enum Corpus {
    private static let directories =
        ["Sources/Domain", "Tests/Goldens"].map { "\(sourceTree)/\($0)" }
        + [ProcessInfo.processInfo.environment["CORE_DATA_CORPUS"]].compactMap(\.self)

    /// The folder of the package.
    private static let sourceTree = #filePath.components(separatedBy: "/Tests/").dropLast()
        .joined(separator: "/Tests/")

    static var versionPaths: [String] { paths(withSuffix: ".xcdatamodel") }
    static var bundlePaths: [String] { paths(withSuffix: ".xcdatamodeld") }

    private static func paths(withSuffix suffix: String) -> [String] {
        directories.flatMap { directory in
            let all = FileManager.default.enumerator(atPath: directory)?.allObjects ?? []
            return all.compactMap { $0 as? String }.filter { $0.hasSuffix(suffix) }.sorted()
                .map { "\(directory)/\($0)" }
        }
    }
}

extension String {
    /// The lines; an editor may have added the end of the last one.
    fileprivate var lines: [Substring] {
        var lines = split(separator: "\n", omittingEmptySubsequences: false)
        if lines.last == "" { lines.removeLast() }
        return lines
    }
}
