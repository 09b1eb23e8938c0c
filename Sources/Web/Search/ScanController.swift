import Domain
import Foundation
import Hummingbird
import Imaging
import Persistence

/// Reads the codes in a photo, and leads to their records. Nothing is changed, so viewers may use it.
struct ScanController: RouteProvider {
    let site: Site

    func addRoutes(to routes: inout SiteRoutes) {
        routes.get(.scan, by: .people, as: .query(ScanPurpose.parameter), use: new)
        routes.post(
            .scan, by: .people,
            as: .form(
                ScanPurpose.parameter, .several("code", "Codes that were read already"),
                .file(ScanPage.field), gives: ScannedRecords.schema), use: create)
    }

    private func new(_ request: Request, _ context: SiteContext) async throws -> Response {
        let text = try request.namedFields["for"]
        guard let purpose = ScanPurpose(text) else {
            throw ScanPurpose.refusal.error("There is no such purpose")
        }
        return try site.renderer.response(ScanPage(purpose, site), context: context)
    }

    private func create(_ request: Request, _ context: SiteContext) async throws -> Response {
        let form = try await site.form(of: request, fileField: ScanPage.field)
        return try await site.answer(request, context, orRefuse: "No code was read") {
            guard let purpose = ScanPurpose(form["for"]) else { throw ScanPurpose.refusal }
            let codes = try await codes(form, context)
            let viewer = context.viewer
            let found = try await site.household.container.read { records in
                try codes.map { try ScannedRecords($0, site, for: viewer, in: records) }
            }
            if request.wantsJSON {
                let documents = found.flatMap { $0.json(site.links) }
                return .json(.object([("codes", .array(documents))]))
            }
            if found.count == 1, let only = found[0].only {
                return site.redirect(to: purpose.path(of: only, for: viewer), after: request)
            }
            return try site.renderer.response(
                ScanPage(purpose, found, site, for: viewer), context: context)
        } showing: { refusal in
            var page = ScanPage(ScanPurpose(form["for"]) ?? .items, site)
            page.refuse(refusal)
            return page
        }
    }

    /// The codes of the photo, or those that a scanner or a script has read, each once.
    private func codes(_ form: FormData, _ context: SiteContext) async throws -> [ReadCode] {
        let typed = form.values("code").filter { !$0.allSatisfy(\.isWhitespace) }.uniqued
        guard typed.isEmpty else {
            return typed.prefix(ScanPage.most).map { ReadCode(text: $0, format: nil) }
        }
        let files = try form.files(
            ScanPage.field, label: ScanPage.label, atMost: 1,
            hint: "send it as a file (curl: -F photo=@code.jpg)")
        do {
            let codes = try await context.timing.measure(.image) {
                try await site.household.imageProcessor.codes(ofFileAt: files[0].path)
            }
            guard let codes else {
                throw FormRefusal(
                    ScanPage.field, ScanPage.label,
                    "this machine lacks ZBar, which reads codes (on Debian: libzbar0)")
            }
            guard !codes.isEmpty else {
                throw FormRefusal(
                    ScanPage.field, ScanPage.label,
                    "no code can be read in it; go closer, hold still, and turn on a light")
            }
            return codes.map { ReadCode(text: $0.text, format: $0.format) }
        } catch let error as ImagingError {
            throw try FormRefusal(ofPicture: error, field: ScanPage.field, label: ScanPage.label)
        }
    }
}

/// The use of a scanned record.
enum ScanPurpose: String, CaseIterable {
    /// Its page is shown.
    case items
    /// A sale begins with it.
    case sale
    /// It is put on the shopping list.
    case groceries

    /// - Parameter text: the value of `for`; nil means items.
    init?(_ text: String?) {
        guard let text, !text.isEmpty else {
            self = .items
            return
        }
        self.init(rawValue: text)
    }

    static let parameter = RouteParameter.choice("for", allCases.map(\.rawValue))
    static let refusal = FormRefusal("for", "Purpose", "it is items, sale or groceries")

    /// Where a record leads: to its page, or to a form that begins with it.
    func path(of record: ScannedRecords.Record, for viewer: Viewer) -> SitePath {
        switch self {
        case .sale where record.entity == .product && viewer.may(.editors(of: .sales)):
            .newWalkInSale.query([("lines[0][productName]", record.hit.label)])
        case .groceries
        where record.section != .groceries && viewer.may(.editors(of: .groceries)):
            ResourcePaths(.groceries).new.query([("name", record.hit.label)])
        default: record.hit.path
        }
    }
}
