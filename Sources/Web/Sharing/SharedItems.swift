import Domain
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Persistence

/// The list of items as a shared link.
enum SharedItems {
    /// The request in the address of a list; nil for another address.
    ///
    /// - Parameter page: the page; nil for that of the address.
    static func request(_ address: String, page: Int?, _ site: Site) -> ItemListRequest? {
        let path = address.prefix { $0 != "?" && $0 != "#" }
        guard path == SitePath.items.path || path == site.links(.items) else { return nil }
        let head = HTTPRequest(
            method: .get, scheme: nil, authority: nil, path: address, headerFields: [:])
        let request = Request(head: head, body: .init(buffer: ByteBuffer()))
        let layout = site.household.container.coordinator.layout
        // An address that is not UTF-8 is not a list.
        guard let list = try? ItemListRequest(request, layout, in: site.currency) else {
            return nil
        }
        guard let page else { return list.forStrangers() }
        let paged = list.query.at(page: page).address(of: .items).path
        return self.request(paged, page: nil, site)
    }

    /// The address of an item's thumbnail for a link.
    static func thumbnail(_ item: ItemValues, _ link: SharedLink, _ secret: String) -> SitePath {
        .sharedThumbnail(secret, item.key).query([("mark", mark(link, item))])
    }

    /// A signature that proves that a link contains a thumbnail: the recipient cannot make it for
    /// others.
    static func mark(_ link: SharedLink, _ item: ItemValues) -> String {
        mark(link, item.key.uuidString, item.thumbnailVersion ?? "")
    }

    static func mark(_ link: SharedLink, _ key: String, _ version: String) -> String {
        var sum = FileChecksum.Sum()
        Array("\(link.id.uuidString) \(key) \(version)".utf8).withUnsafeBytes { sum.add($0) }
        return sum.checksum.description
    }
}
