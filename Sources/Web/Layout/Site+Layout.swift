extension Site {
    /// What surrounds a page.
    ///
    /// - Parameters:
    ///   - title: The title of the page, without the name of the program.
    ///   - section: The section whose tab is current.
    ///   - subsection: The list whose tab is current; nil for pages that have crumbs instead.
    ///   - crumbs: The way up, outermost first.
    ///   - notices: What the last request did.
    func layout(
        title: String, section: Section? = nil, subsection: Subsection? = nil,
        crumbs: [PathLink] = [], notices: [Notice] = []
    ) -> LayoutPage {
        var layout = surroundings
        layout.title = LayoutPage.title(title)
        if let index = section.flatMap(Section.allCases.firstIndex) {
            layout.sections[index].isCurrent = true
            layout.isFurtherCurrent = layout.sections[index].isFurther
        }
        if let section, let subsection, !section.subsections.isEmpty {
            layout.hasSubsections = true
            layout.subsections = section.subsections.map {
                SectionLink(
                    label: $0.label, path: links($0.root), isCurrent: $0 == subsection)
            }
        }
        let searched = subsection?.searched ?? section?.searched ?? .items
        layout.searchPath = links(searched.root)
        layout.searchLabel = "Search \(searched.label.lowercased())"
        layout.crumbs = crumbs
        layout.hasCrumbs = !crumbs.isEmpty
        layout.notices = notices
        return layout
    }

    /// How many sections stand beside “More” at the lower edge of a phone.
    private static let sectionsOnPhone = 4

    /// The part of the layout that stays the same while the server runs.
    static func surroundings(links: SiteLinks, files: PublicFiles) -> LayoutPage {
        var layout = LayoutPage(title: "Homeowner")
        let icons = files.link(LayoutAssets.icons, links)
        layout.stylesheetPath = files.link(LayoutAssets.stylesheet.path, links)
        layout.scriptPath = files.link(LayoutAssets.script.path, links)
        layout.iconsPath = icons
        layout.faviconPath = files.link(LayoutAssets.favicon, links)
        layout.touchIconPath = files.link(LayoutAssets.touchIcon, links)
        layout.manifestPath = files.link(LayoutAssets.manifest, links)
        layout.homePath = links(.overview)
        let sections = Section.allCases
        layout.hasFurtherSections = sections.count > Self.sectionsOnPhone + 1
        layout.sections = sections.enumerated().map { index, section in
            SectionLink(
                label: section.label, path: links(section.root),
                iconPath: "\(icons)#\(section.icon)",
                isFurther: layout.hasFurtherSections && index >= Self.sectionsOnPhone)
        }
        layout.hasSearch = true
        return layout
    }
}
