import Domain

extension Site {
    /// The layout of a page.
    ///
    /// - Parameters:
    ///   - title: the title of the page, without the name of the program.
    ///   - section: the section whose tab is current.
    ///   - subsection: the list whose tab is current; nil for pages that have breadcrumbs instead.
    ///   - topic: the topic in the guide; nil for that of the list or section.
    ///   - crumbs: the breadcrumbs, outermost first.
    ///   - notices: the results of the last request.
    func layout(
        title: String, section: Section? = nil, subsection: Subsection? = nil,
        topic: GuideTopic? = nil, crumbs: [PathLink] = [], notices: [Notice] = []
    ) -> LayoutPage {
        var layout = baseLayout
        layout.title = LayoutPage.title(title)
        layout.hasSettings = true
        if !settings.name.isEmpty { layout.householdName = settings.name }
        addSections(to: &layout, current: section)
        if let section, let subsection, !section.subsections.isEmpty {
            layout.subsections = section.subsections.map {
                TabLink(label: $0.label, path: links($0.root), isCurrent: $0 == subsection)
            }
        }
        layout.currency = currency.symbol
        layout.hasWideCurrency = layout.currency.count > 1
        layout.crumbs = crumbs
        layout.notices = notices
        let ownTopic = topic ?? subsection?.topic ?? section?.topic ?? .start
        layout.helpPath = links(ownTopic.path)
        return layout
    }

    /// The currency of the household, set by the command line or else by the page of the shop. All
    /// amounts are in it, both of sales and of items.
    var currency: Currency { household.shopCurrency.current }

    /// The format in which the household writes days and numbers.
    var region: Region { household.shopCurrency.region }

    /// The worth of items as a clause: `worth €1,540.50`, `not valued`.
    func worthClause(_ totals: ItemTotals) -> String {
        totals.worth.map { "worth \(currency.shortText($0))" } ?? "not valued"
    }

    /// The number of items and their worth.
    func cells(_ totals: ItemTotals, path: String? = nil) -> [ListCell] {
        let unit = totals.count == 1 ? " item" : " items"
        return [
            ListCell("\(totals.count, grouped: true)", unit: unit, path: path),
            ListCell(worth(totals)),
        ]
    }

    /// The worth of items in a cell: `€1,540.50`; empty if not valued.
    func worth(_ totals: ItemTotals) -> String { totals.worth.map(currency.shortText) ?? "" }

    /// Adds the tabs of the sections that are in use.
    private func addSections(to layout: inout LayoutPage, current: Section?) {
        let shown = sections.shown
        let onPhone =
            shown.count > Self.sectionsOnPhone + 1 ? Self.sectionsOnPhone : shown.count
        layout.show(
            shown.enumerated().map { index, section in
                SectionLink(
                    label: section.label, path: links(section.root),
                    iconPath: "\(layout.iconsPath)#\(section.icon)", isCurrent: section == current,
                    isFurther: index >= onPhone, access: .readers(of: section))
            })
    }

    /// The number of sections beside “More” on a phone.
    private static let sectionsOnPhone = 4

    /// The part of the layout that stays the same while the server runs.
    static func baseLayout(links: SiteLinks, files: PublicFiles) -> LayoutPage {
        var layout = LayoutPage(title: "Homeowner")
        layout.stylesheetPath = files.link(LayoutAssets.stylesheet.path, links)
        layout.scriptPath = files.link(LayoutAssets.script.path, links)
        layout.iconsPath = files.link(LayoutAssets.icons, links)
        layout.faviconPath = files.link(LayoutAssets.favicon, links)
        layout.touchIconPath = files.link(LayoutAssets.touchIcon, links)
        layout.manifestPath = files.link(LayoutAssets.manifest, links)
        layout.homePath = links(.overview)
        layout.searchPath = links(.search)
        layout.scanPath = links(.scan)
        layout.helpPath = links(.guide)
        layout.accountPath = links(.account)
        layout.settingsPath = links(.settings)
        return layout
    }
}
