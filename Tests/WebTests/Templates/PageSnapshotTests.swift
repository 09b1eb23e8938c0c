import Foundation
import Mustache
import Testing

@testable import Web

@Suite("Page snapshots")
struct PageSnapshotTests {
    /// The recorded pages, without their layout.
    ///
    /// `RECORD_SNAPSHOTS=1 swift test --filter PageSnapshotTests` records them again; the
    /// difference is then read like any other change.
    @Test(
        "The content of a page equals its snapshot", arguments: PageMocks.named.keys.sorted()
    )
    func pageRendersAsRecorded(name: String) async throws {
        let page = try #require(PageMocks.named[name])
        var library = try await ViewsFolder.library()
        try library.register("{{$content}}{{/content}}", named: "layout")

        try Self.compare(page, with: name, Renderer(library, templateHash: 0))
    }

    @Test("The layout equals its snapshot", arguments: PageMocks.layouts.keys.sorted())
    func layoutRendersAsRecorded(name: String) async throws {
        let page = try #require(PageMocks.layouts[name])

        try Self.compare(page, with: name, ViewsFolder.renderer())
    }

    private static func compare(
        _ page: some TemplatePage, with name: String, _ renderer: Renderer
    ) throws {
        let file = folder.appending(path: "\(name).html")

        let html = try renderer.html(page)

        if ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] == "1" {
            try html.write(to: file, atomically: true, encoding: .utf8)
        }
        let recorded = try String(contentsOf: file, encoding: .utf8)
        #expect(firstDifference(html, recorded) == nil, "\(name)")
    }

    @Test("Every snapshot has a page")
    func noSnapshotIsLeftOver() throws {
        let files = try ViewsFolder.paths(below: Self.folder).filter { $0.hasSuffix(".html") }

        let names = Array(PageMocks.named.keys) + Array(PageMocks.layouts.keys)
        #expect(files == names.map { "\($0).html" }.sorted())
    }

    private static let folder = ViewsFolder.root.appending(path: "Tests/WebTests/Snapshots")

    /// The first line in which two texts differ, in both versions.
    private static func firstDifference(_ left: String, _ right: String) -> String? {
        let left = left.split(separator: "\n", omittingEmptySubsequences: false)
        let right = right.split(separator: "\n", omittingEmptySubsequences: false)
        for (number, pair) in zip(left, right).enumerated() where pair.0 != pair.1 {
            return "line \(number + 1): “\(pair.0)” instead of “\(pair.1)”"
        }
        return left.count == right.count ? nil : "\(left.count) lines instead of \(right.count)"
    }
}
