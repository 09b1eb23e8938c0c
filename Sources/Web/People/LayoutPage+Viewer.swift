import Domain
import HTTPTypes

extension LayoutPage {
    /// Removes controls that would be denied, and applies the appearance chosen in the browser.
    mutating func adapt(to client: Client) {
        adapt(to: client.viewer)
        if let links = client.offeredLinks {
            subsections.removeAll { !links.offers(.get, $0.path) }
        }
        guard client.appearance != .auto else { return }
        appearance = client.appearance.rawValue
    }

    private mutating func adapt(to viewer: Viewer) {
        switch viewer {
        case .unrestricted: return
        case .unauthenticated:
            isOwner = false
            show([])
            subsections = []
            crumbs = []
            searchPath = ""
            hasSettings = false
        case .person, .script:
            hasAccount = viewer.may(.browsers)
            accountName = viewer.account?.name ?? ""
            isOwner = viewer.may(.owners)
            curlOption = CurlCommand.tokenOption
            show(sections.filter { viewer.may($0.access) })
        }
    }
}
