import Foundation
import Mustache
import Testing

@testable import Web

@Suite("Page snapshots")
struct PageSnapshotTests {
    /// The pages as they were looked at. `RECORD_SNAPSHOTS=1 swift test --filter PageSnapshotTests`
    /// writes them anew; the difference is then read like any other change.
    @Test("A page renders as it was recorded", arguments: PageMocks.named.keys.sorted())
    func pageRendersAsRecorded(name: String) async throws {
        let page = try #require(PageMocks.named[name])
        let file = Self.folder.appending(path: "\(name).html")
        let library = try await ViewsFolder.library()

        let html = try #require(library.render(page, withTemplate: type(of: page).template))

        if ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] == "1" {
            try html.write(to: file, atomically: true, encoding: .utf8)
        }
        let recorded = try String(contentsOf: file, encoding: .utf8)
        #expect(Self.firstDifference(html, recorded) == nil)
    }

    @Test("There is no snapshot without a page")
    func noSnapshotIsLeftOver() throws {
        let files = try ViewsFolder.paths(below: Self.folder).filter { $0.hasSuffix(".html") }

        #expect(files == PageMocks.named.keys.map { "\($0).html" }.sorted())
    }

    private static let folder = ViewsFolder.root.appending(path: "Tests/WebTests/Snapshots")

    /// The first line in which two texts differ, as both have it.
    private static func firstDifference(_ left: String, _ right: String) -> String? {
        let left = left.split(separator: "\n", omittingEmptySubsequences: false)
        let right = right.split(separator: "\n", omittingEmptySubsequences: false)
        for (number, pair) in zip(left, right).enumerated() where pair.0 != pair.1 {
            return "line \(number + 1): “\(pair.0)” instead of “\(pair.1)”"
        }
        return left.count == right.count ? nil : "\(left.count) lines instead of \(right.count)"
    }
}
