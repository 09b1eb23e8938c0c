import Foundation
import Hummingbird

/// Hides sections that the owner does not use, and shows them again.
struct SectionsController: RouteProvider {
    let site: Site

    func addRoutes(to routes: inout SiteRoutes) {
        routes.get(
            .sections, by: .readers(of: .overview),
            as: .document(.records(SectionsController.schema)), use: index, json: indexJSON)
        routes.post(
            .section("{section}"), by: .editors(of: .overview),
            as: .form(.flag("shown"), gives: SectionsController.schema), use: update)
    }

    /// The schema of a section as JSON.
    static let schema = JSONSchema.members("id label shown path")

    private func index(_ request: Request, _ context: SiteContext) async throws -> Response {
        try await site.pages.page(for: request, context, dependingOn: []) { _ in
            SectionsPage(site, notices: site.notices(for: request))
        }
    }

    private func indexJSON(_ request: Request, _ context: SiteContext) async throws -> Response {
        try await site.pages.json(for: request, context, dependingOn: []) { _ in
            .object([("records", .array(site.catalog.choices.map { $0.json(site) }))])
        }
    }

    private func update(_ request: Request, _ context: SiteContext) async throws -> Response {
        let name = try context.parameter("section", as: String.self)
        guard let section = site.catalog.choices.first(where: { $0.rawValue == name }) else {
            throw SiteError.notFound("There is no such section")
        }
        var decoder = FormDecoder(try await site.form(of: request))
        let isShown = decoder.flag("shown", label: "Shown")
        if isShown == nil, decoder.faults.isEmpty {
            decoder.fail("shown", "Shown", "choose yes or no")
        }
        guard decoder.faults.isEmpty, let isShown else {
            throw SiteError.unprocessable("The section was not changed", faults: decoder.faults)
        }
        try site.sections.set(section, isShown: isShown)
        return site.changed(
            section.json(site), at: .sections, after: request,
            flash: isShown ? .sectionTakenBack : .sectionPutAway)
    }
}

extension Section {
    /// The section as JSON, whose names stay the same.
    fileprivate func json(_ site: Site) -> JSONValue {
        .object([
            ("id", .string(rawValue)), ("label", .string(rawValue.capitalized)),
            ("shown", .bool(site.sections.isShown(self))), ("path", .string(site.links(root))),
        ])
    }
}

/// The sections, to hide and to show.
struct SectionsPage: TemplatePage {
    static let template = "sections/index"

    var layout: LayoutPage
    var rows: [Row]
    var jsonPath: String

    struct Row: Sendable {
        var label: String
        var path: String
        var isShown: Bool
        /// The action that hides or shows it.
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
