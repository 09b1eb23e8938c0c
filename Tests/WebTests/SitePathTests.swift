import Foundation
import HTTPTypes
import Hummingbird
import Testing

@testable import Web

struct SitePathTests {
    @Test("Links and routes are below the base path")
    func basePath() throws {
        let links = SiteLinks(basePath: try BasePath("/home/owner/"))
        var routes = SiteRoutes(basePath: links.basePath)
        routes.get(.editItem("{key}"), by: .owners) { _, _ in .init(status: .ok) }

        #expect(links(.item("K")) == "/home/owner/items/K")
        #expect(links(.overview) == "/home/owner/")
        #expect(routes.routes.map { "\($0.path)" } == ["/home/owner/items/{key}/edit"])
    }

    @Test("Addresses are built from keys, formats and queries")
    func addresses() throws {
        let key = try #require(UUID(uuidString: "4C4F1E2D-0000-4000-8000-000000000001"))

        #expect(SitePath.item(key).json.path == "/items/\(key.uuidString).json")
        #expect(SitePath.items.csv.path == "/items.csv")
        #expect(
            SitePath.itemThumbnail(key, version: "9f").path
                == "/items/\(key.uuidString)/thumbnail?v=9f")
        #expect(SitePath.mergeAssetType(3).path == "/asset-types/3/merge")
        #expect(
            SitePath.items.query([("q", "a&b=c é"), ("page", "2")]).path
                == "/items?q=a%26b%3Dc+%C3%A9&page=2")
        #expect(SitePath.items.query([]).path == "/items")
    }

    @Test(
        "A base path has plain segments", arguments: ["x", "/a b", "/a//b", "/a?b", "/é", "/{a}"])
    func badBasePaths(text: String) {
        #expect(throws: ConfigurationError.self) { try BasePath(text) }
    }

    @Test("An empty path, or slashes only, is not a base path", arguments: ["", "/", "//"])
    func rootBasePath(text: String) throws {
        #expect(try BasePath(text) == .root)
    }
}
