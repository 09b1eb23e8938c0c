import Domain

/// An import that is under way, or taken back. The page is asked for again every second.
struct ImportProgressPage: TemplatePage {
    static let template = "sales/import/progress"

    var layout: LayoutPage
    /// `things.csv`.
    var name: String
    /// `Checking each row: 40 %`.
    var words: String
    var percent: String
    /// Whether it can still be called off.
    var canCancel: Bool
    var cancelPath: String
    /// The page itself.
    var path: String
}

extension ImportProgressPage {
    /// - Parameter path: the page itself.
    init(
        _ state: ImportProgress.State, named name: String, token: String, at path: SitePath,
        _ site: Site, _ place: ImportPlace
    ) {
        let percent = Int(state.fraction * 100)
        let verb =
            switch state.phase {
            case .reading: "Reading the file: \(percent) %"
            case .trying: "Checking each row: \(percent) %"
            case .importing: "Importing: \(percent) %"
            case .saving: "Saving"
            case .checking: "Checking whether it can be undone: \(percent) %"
            case .takingBack: "Undoing: \(percent) %"
            }
        self.init(
            layout: site.layout(
                title: "Import \(name)", section: place.section, topic: .importing,
                crumbs: place.crumbs(site.links)),
            name: name.isEmpty ? "Import" : name, words: verb, percent: String(percent),
            canCancel: state.phase.canBeCancelled, cancelPath: site.links(place.cancel(token)),
            path: site.links(path))
    }
}
