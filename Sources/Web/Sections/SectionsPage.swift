/// The sections, to put away and to take back.
struct SectionsPage: TemplatePage {
    static let template = "sections/index"

    var layout: LayoutPage
    var rows: [Row]
    var jsonPath: String

    /// A section.
    struct Row: Sendable {
        var label: String
        var path: String
        var isShown: Bool
        /// Where it is put away or taken back.
        var updatePath: String
    }
}

extension SectionsPage {
    init(_ site: Site, notices: [Notice]) {
        let links = site.links
        self.init(
            layout: site.layout(
                title: "Sections", crumbs: [site.settingsCrumb], notices: notices),
            rows: site.catalog.choices.map { section in
                Row(
                    label: section.label, path: links(section.root),
                    isShown: site.sections.isShown(section),
                    updatePath: links(.section(section.rawValue)))
            }, jsonPath: links(SitePath.sections.json))
    }
}
