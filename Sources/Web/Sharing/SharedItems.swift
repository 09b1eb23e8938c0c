import Domain
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Persistence

/// The list of items that a link shows.
enum SharedItems {
    /// What the address of a list asks for; nil for an address of anything else.
    ///
    /// - Parameter page: the page of it; nil for that of the address.
    static func request(_ address: String, page: Int?, _ site: Site) -> ItemListRequest? {
        let path = address.prefix { $0 != "?" && $0 != "#" }
        guard path == SitePath.items.path || path == site.links(.items) else { return nil }
        let head = HTTPRequest(
            method: .get, scheme: nil, authority: nil, path: address, headerFields: [:])
        let request = Request(head: head, body: .init(buffer: ByteBuffer()))
        let layout = site.household.container.coordinator.layout
        // An address that is no UTF-8 is no list either.
        guard let list = try? ItemListRequest(request, layout, in: site.currency) else {
            return nil
        }
        guard let page else { return list.forStrangers() }
        let paged = list.query.at(page: page).address(of: .items).path
        return self.request(paged, page: nil, site)
    }

    /// The thumbnail of an item that a link shows.
    static func thumbnail(_ item: ItemValues, _ link: SharedLink, _ secret: String) -> SitePath {
        .sharedThumbnail(secret, item.key).query([("mark", mark(link, item))])
    }

    /// What proves that a link has shown a thumbnail: whoever has the link cannot make it for others.
    static func mark(_ link: SharedLink, _ item: ItemValues) -> String {
        mark(link, item.key.uuidString, item.thumbnailVersion ?? "")
    }

    static func mark(_ link: SharedLink, _ key: String, _ version: String) -> String {
        var sum = FileChecksum.Sum()
        Array("\(link.id.uuidString) \(key) \(version)".utf8).withUnsafeBytes { sum.add($0) }
        return sum.checksum.description
    }
}
