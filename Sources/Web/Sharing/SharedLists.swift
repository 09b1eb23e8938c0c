import Domain

/// The lists that a link can show besides that of the items: those that name no customer.
struct SharedLists: Sendable {
    private let resources: [any ListedResource]

    init(_ inventory: Inventory, _ album: PhotoAlbum) {
        resources = [
            Groceries(site: inventory.site), Books(site: inventory.site),
            BookCategories(site: inventory.site), album.places(.all), Locations(inventory),
            AssetTypes(inventory), Tags(inventory),
        ]
    }

    /// The addresses of these lists.
    static let paths: Set<String> = Set(
        [
            .groceries, .books, .bookCategories, .places, .locations, .assetTypes, .tags,
        ].map { (path: SitePath) in path.path })

    /// The list of an address; nil if it is none of these.
    func resource(at address: String) -> (any ListedResource)? {
        let path = address.prefix { $0 != "?" && $0 != "#" }
        return resources.first {
            path == $0.paths.list.path || path == $0.links($0.paths.list)
        }
    }

    /// What a list is of, as people say it: `book categories`.
    static func words(_ address: String) -> String {
        let path = address.prefix { $0 != "?" && $0 != "#" }
        return (path.split(separator: "/").last.map(String.init) ?? "items")
            .replacing("-", with: " ")
    }
}
