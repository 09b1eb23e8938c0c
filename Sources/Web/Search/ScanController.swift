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
        return try await answer(request, context, for: text, orRefuse: "Nothing can be scanned") {
            try site.renderer.response(ScanPage($0, site), context: context)
        }
    }

    private func create(_ request: Request, _ context: SiteContext) async throws -> Response {
        let form = try await site.form(of: request, fileField: ScanPage.field)
        return try await answer(request, context, for: form["for"], orRefuse: "No code was read") {
            purpose in
            let codes = try await codes(form, context)
            let viewer = context.viewer
            let found = try await site.household.container.read { records in
                try codes.map { try ScannedRecords($0, site, for: viewer, in: records) }
            }
            if request.wantsJSON {
                let documents = found.flatMap { $0.json(site.links) }
                return .json(.object([("codes", .array(documents))]))
            }
            if found.count == 1, let path = purpose.path(of: found[0], for: viewer) {
                let isLeftOut = purpose.addsRecords && path == found[0].only?.hit.path
                return site.redirect(
                    to: path, after: request, flash: isLeftOut ? .scannedOther : nil)
            }
            return try site.renderer.response(
                ScanPage(purpose, found, site, for: viewer), context: context)
        }
    }

    /// Answers for a purpose; one that is not possible is refused, and the page shows why.
    private func answer(
        _ request: Request, _ context: SiteContext, for text: String?, orRefuse title: String,
        _ body: (ScanPurpose) async throws -> Response
    ) async throws -> Response {
        let purpose = ScanPurpose(text)
        return try await site.answer(request, context, orRefuse: title) {
            guard let purpose else { throw ScanPurpose.refusal }
            try await check(purpose, context.viewer)
            return try await body(purpose)
        } showing: { refusal in
            var page = ScanPage(purpose ?? .items, site)
            page.refuse(refusal)
            return page
        }
    }

    /// Refuses to scan for a stocktake in which nothing can be noted.
    private func check(_ purpose: ScanPurpose, _ viewer: Viewer) async throws {
        guard case .stocktake(let number) = purpose else { return }
        try viewer.check(.editors(of: .inventory))
        try await site.household.container.read { records in
            let stocktake = try records.existingObject(Stocktake.self, recordNumber: number)
            guard let stocktake else {
                throw ValidationErrors(faults: [
                    .unknown("stocktake", String(number), field: "for", label: "Purpose")
                ])
            }
            guard stocktake.isOpen else {
                throw ValidationErrors("for", "Purpose", Stocktakes.closedFault)
            }
        }
    }

    /// The codes of the photo, or those that a scanner or a script has read, each once.
    private func codes(_ form: FormData, _ context: SiteContext) async throws -> [ReadCode] {
        let typed = form.values("code").filter { !$0.allSatisfy(\.isWhitespace) }.uniqued
        guard typed.isEmpty else {
            return typed.prefix(ScanPage.most).map { ReadCode(text: $0, format: nil) }
        }
        return try await ReadCode.inPhoto(of: form, site, context)
    }
}

extension ReadCode {
    /// The codes in the photo of a form.
    ///
    /// - Throws: ``ValidationErrors`` for a photo without codes, and one that cannot be read.
    static func inPhoto(
        of form: FormData, _ site: Site, _ context: SiteContext
    ) async throws -> [ReadCode] {
        let files = try form.files(
            ScanPage.field, label: ScanPage.label, atMost: 1,
            hint: "send it as a file (curl: -F photo=@code.jpg)")
        do {
            let codes = try await context.timing.measure(.image) {
                try await site.household.imageProcessor.codes(ofFileAt: files[0].path)
            }
            guard let codes else {
                throw ValidationErrors(
                    ScanPage.field, ScanPage.label,
                    "this machine lacks ZBar, which reads codes (on Debian: libzbar0)")
            }
            guard !codes.isEmpty else {
                throw ValidationErrors(
                    ScanPage.field, ScanPage.label,
                    "no code can be read in it; go closer, hold still, and turn on a light")
            }
            return codes.map { ReadCode(text: $0.text, format: $0.format) }
        } catch let error as ImagingError {
            throw try ValidationErrors(
                ofPicture: error, field: ScanPage.field, label: ScanPage.label)
        }
    }
}

/// The use of a scanned code.
enum ScanPurpose {
    /// The page of its record is shown.
    case items
    /// A sale begins with it.
    case sale
    /// It is put on the shopping list.
    case groceries
    /// It is noted as seen in the stocktake with a number.
    case stocktake(Int64)

    /// - Parameter text: the value of `for`; nil means items.
    init?(_ text: String?) {
        switch text ?? "" {
        case "", "items": self = .items
        case "sale": self = .sale
        case "groceries": self = .groceries
        case let text:
            guard let number = Int64(text), number > 0 else { return nil }
            self = .stocktake(number)
        }
    }

    /// The value of `for`.
    var text: String {
        switch self {
        case .items: "items"
        case .sale: "sale"
        case .groceries: "groceries"
        case .stocktake(let number): String(number)
        }
    }

    static let parameter = RouteParameter(
        "for", "Purpose: items, sale, groceries, or the number of a stocktake",
        .text.with("pattern", "^(items|sale|groceries|[1-9][0-9]*)$"))
    static let refusal = ValidationErrors(
        "for", "Purpose", "it is items, sale, groceries, or the number of a stocktake")

    /// The address that the only code leads to; nil if the user has to choose one.
    func path(of found: ScannedRecords, for viewer: Viewer) -> SitePath? {
        sightingPath(of: found) ?? found.only.map { path(of: $0, for: viewer) }
    }

    /// The stocktake with the code filled in; nil for another purpose.
    func sightingPath(of found: ScannedRecords) -> SitePath? {
        guard case .stocktake(let number) = self else { return nil }
        return ResourcePaths(.stocktakes).record(number).query([("code", found.code.text)])
    }

    /// Whether a code that it cannot take shows its record, and a notice.
    var addsRecords: Bool {
        switch self {
        case .sale, .groceries: true
        case .items, .stocktake: false
        }
    }

    /// The address for a record: its page, or a form that begins with it. Places, people and sales do not
    /// belong on a shopping list.
    func path(of record: ScannedRecords.Record, for viewer: Viewer) -> SitePath {
        switch self {
        case .sale where record.entity == .product && viewer.may(.editors(of: .sales)):
            .newWalkInSale.query([("lines[0][productName]", record.hit.label)])
        case .groceries
        where [.item, .product].contains(record.entity) && viewer.may(.editors(of: .groceries)):
            ResourcePaths(.groceries).new.query([("name", record.hit.label)])
        default: record.hit.path
        }
    }
}
