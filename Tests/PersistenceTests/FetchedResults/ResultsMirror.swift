import Foundation
import Persistence
import Testing

/// A copy of the results that is kept up to date only by a controller's reports.
final class ResultsMirror: FetchedResultsControllerDelegate {
    private struct Section: Equatable {
        var name: String
        var books: [Book]
    }

    private struct Report {
        let book: Book
        let from: IndexPath?
        let type: FetchedResultsChangeType
        let to: IndexPath?
    }

    private var sections: [Section] = []
    private var values: [ObjectIdentifier: String] = [:]
    private var sectionReports: [FetchedResultsSectionChange] = []
    private var reports: [Report] = []
    private(set) var counts: [FetchedResultsChangeType: Int] = [:]
    private(set) var rounds = 0
    private var isChanging = false

    init(_ controller: FetchedResultsController<Book>) {
        sections = controller.sections.map { Section(name: $0.name, books: $0.objects) }
        keepValues()
    }

    // MARK: - Receiving

    func controllerWillChangeContent(_ controller: FetchedResultsController<Book>) {
        #expect(!isChanging)
        isChanging = true
        let before = controller.sections.map { Section(name: $0.name, books: $0.objects) }
        #expect(before == sections)
    }

    func controller(
        _ controller: FetchedResultsController<Book>,
        didChange section: FetchedResultsSectionChange
    ) {
        #expect(isChanging && reports.isEmpty)
        sectionReports.append(section)
    }

    func controller(
        _ controller: FetchedResultsController<Book>, didChange object: Book,
        at indexPath: IndexPath?, for type: FetchedResultsChangeType, newIndexPath: IndexPath?
    ) {
        counts[type, default: 0] += 1
        reports.append(Report(book: object, from: indexPath, type: type, to: newIndexPath))
    }

    func controllerDidChangeContent(_ controller: FetchedResultsController<Book>) {
        apply()
        checkUpdates()
        isChanging = false
        rounds += 1
        sectionReports = []
        reports = []
        keepValues()
    }

    // MARK: - Applying

    private func apply() {
        let leaving = reports.filter { $0.type == .delete || $0.type == .move }
        for report in leaving.sorted(by: { ($0.from ?? []) > ($1.from ?? []) }) {
            guard let from = report.from else { continue }
            #expect(sections[from.section].books[from.item] === report.book)
            sections[from.section].books.remove(at: from.item)
        }
        for change in sectionReports.reversed() where change.type == .delete {
            let section = sections.remove(at: change.index)
            #expect(section == Section(name: change.name, books: []))
        }
        for change in sectionReports where change.type == .insert {
            sections.insert(Section(name: change.name, books: []), at: change.index)
        }
        let arriving = reports.filter { $0.type == .insert || $0.type == .move }
        for report in arriving.sorted(by: { ($0.to ?? []) < ($1.to ?? []) }) {
            guard let to = report.to else { continue }
            sections[to.section].books.insert(report.book, at: to.item)
        }
    }

    /// Checks that each object that stayed and has other values was reported, at its place.
    private func checkUpdates() {
        for report in reports where report.type == .update {
            guard let to = report.to else { continue }
            #expect(sections[to.section].books[to.item] === report.book)
        }
        let reported = Set(reports.map(\.book))
        for book in sections.flatMap(\.books) where !reported.contains(book) {
            let unchanged = values[ObjectIdentifier(book)] == Self.text(of: book)
            #expect(unchanged, "\(book.title ?? "") was not reported")
        }
    }

    private func keepValues() {
        values = [:]
        for book in sections.flatMap(\.books) {
            values[ObjectIdentifier(book)] = Self.text(of: book)
        }
    }

    private static func text(of book: Book) -> String { "\(book.title ?? ""), \(book.stock)" }

    // MARK: - Comparing

    /// Compares with the current results of a fetch.
    func check(
        _ controller: FetchedResultsController<Book>, sectionName: (Book) -> String
    ) throws {
        var expected: [Section] = []
        for book in try controller.managedObjectContext.fetch(controller.fetchRequest) {
            let name = sectionName(book)
            if expected.last?.name == name {
                expected[expected.count - 1].books.append(book)
            } else {
                expected.append(Section(name: name, books: [book]))
            }
        }
        let shown = controller.sections.map { Section(name: $0.name, books: $0.objects) }
        try #require(Self.text(of: shown) == Self.text(of: expected))
        try #require(Self.text(of: sections) == Self.text(of: expected))
        try #require(shown == expected)
        try #require(sections == expected)
    }

    private static func text(of sections: [Section]) -> String {
        sections.map { "\($0.name): \($0.books.map { $0.title ?? "" })" }.joined(separator: "; ")
    }
}
