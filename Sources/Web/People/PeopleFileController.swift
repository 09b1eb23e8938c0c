import Domain
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// The people as an encrypted file, which is not part of backups.
struct PeopleFileController: PeopleRoutes {
    let people: People

    private var accounts: Accounts { people.accounts }

    func addRoutes(to routes: inout SiteRoutes) {
        routes.get(.peopleFile, by: .owners.askingAgain, use: show)
        routes.post(
            .peopleFile, by: .owners.askingAgain,
            as: RouteDescription(
                fields: ["passphrase", "passphraseAgain"], mediaTypes: ["application/octet-stream"]),
            use: export)
        routes.post(
            .importPeople, by: .owners.askingAgain,
            as: .form(.file("file"), "filePassphrase", "existing"), use: take)
    }

    private func show(_ request: Request, _ context: SiteContext) async throws -> Response {
        try people.checkPlace(context)
        let page = PeopleFilePage(people, isFirst: try await accounts.isEmpty)
        return try people.answer(page, at: .peopleFile, context)
    }

    private func export(_ request: Request, _ context: SiteContext) async throws -> Response {
        try people.checkPlace(context)
        let form = try await people.form(of: request)
        let passphrase = form["passphrase"] ?? ""
        do {
            if let again = form["passphraseAgain"], again != passphrase {
                throw Self.refusal(
                    "passphraseAgain", "Repeat the passphrase", "the two passphrases differ")
            }
            let file = try await accounts.file(passphrase: passphrase)
            return Response(
                status: .ok,
                headers: [
                    .contentType: "application/octet-stream",
                    .contentDisposition: "attachment; filename=\"\(Self.fileName)\"",
                    .cacheControl: "no-store",
                ], body: ResponseBody(byteBuffer: ByteBuffer(bytes: file)))
        } catch {
            return try await refuse(
                error, "No file was made", field: "passphrase", nil, request, context)
        }
    }

    private static let fileName = "homeowner-people.encrypted"

    private func take(_ request: Request, _ context: SiteContext) async throws -> Response {
        try people.checkPlace(context)
        let form = try await people.form(of: request)
        var decoder = FormDecoder(form)
        let existing = decoder.choice(
            "existing", label: "Names that are here", of: Accounts.Existing.self
        ).value
        do {
            guard decoder.faults.isEmpty else { throw ValidationErrors(faults: decoder.faults) }
            let file = try await Self.file(of: form)
            let taken = try await Submission.changing {
                try await accounts.take(
                    file, passphrase: form["filePassphrase"] ?? "", existing: existing)
            }
            return site.changed(
                taken.json, at: .people, after: request, flash: .peopleTaken)
        } catch {
            return try await refuse(
                error, "No people were added", field: "filePassphrase", existing, request, context)
        }
    }

    /// The bytes of the file in a form.
    private static func file(of form: FormData) async throws -> Data {
        guard let upload = form.file("file") else {
            throw refusal(
                "file", "File", "choose the file (curl: -F file=@\(fileName))")
        }
        guard upload.byteCount <= Accounts.mostFileBytes else {
            throw refusal("file", "File", PeopleFileError.foreign)
        }
        try await upload.waitUntilWritten()
        return try Data(contentsOf: URL(fileURLWithPath: upload.path))
    }

    /// The rejection for an error; nil if the form is not the cause.
    ///
    /// - Parameter field: the field of the passphrase.
    private static func refusal(of error: any Error, _ field: String) -> ValidationErrors? {
        switch error {
        case let refusal as ValidationErrors: refusal
        case let error as AccountError: refusal(field, "Passphrase", error.description)
        case let error as SignInError: People.refusal(error, field: field)
        case let error as PeopleFileError:
            switch error {
            case .wrongPassphrase, .outOfMemory: refusal(field, "Passphrase", error)
            case .taken: refusal("existing", "Names that are here", error)
            default: refusal("file", "File", error)
            }
        default: nil
        }
    }

    private static func refusal(
        _ field: String, _ label: String, _ error: PeopleFileError
    ) -> ValidationErrors {
        refusal(field, label, FormText.clause(error.description))
    }

    private static func refusal(
        _ field: String, _ label: String, _ message: String
    ) -> ValidationErrors {
        ValidationErrors(field, label, message)
    }

    private func refuse(
        _ error: any Error, _ title: String, field: String, _ existing: Accounts.Existing?,
        _ request: Request, _ context: SiteContext
    ) async throws -> Response {
        guard let refusal = Self.refusal(of: error, field) else { throw error }
        guard !request.wantsJSON else { throw refusal.error(title) }
        let page = PeopleFilePage(
            people, isFirst: try await accounts.isEmpty, existing: existing, refusal)
        return try people.answer(page, refusal, at: .peopleFile, context)
    }
}

extension Accounts.PeopleFileResult {
    /// The outcome as JSON.
    fileprivate var json: JSONValue {
        .object([
            ("added", .array(added.map { .string($0) })),
            ("replaced", .array(replaced.map { .string($0) })),
            ("kept", .array(kept.map { .string($0) })),
        ])
    }
}

/// The page for exporting and importing the people as an encrypted file.
struct PeopleFilePage: TemplatePage {
    static let template = "people/file"

    var layout: LayoutPage
    var path: String
    var importPath: String
    /// Whether there are no people yet.
    var isFirst: Bool
    var summary: FaultSummary
    /// The passphrase of a new file.
    var passphrase: FormField
    var passphraseAgain: FormField
    /// A generated passphrase.
    var offered: String
    var file: FormField
    /// The passphrase of the imported file.
    var filePassphrase: FormField
    var existing: FormField
    var keeps: Bool
    var replaces: Bool
}

extension PeopleFilePage {
    init(
        _ people: People, isFirst: Bool, existing: Accounts.Existing? = nil,
        _ refusal: ValidationErrors? = nil
    ) {
        let links = people.links
        func field(_ name: String) -> FormField { FormField(fault: refusal?.message(for: name)) }
        self.init(
            layout: people.site.layout(
                title: "People as a file", topic: .people,
                crumbs: [
                    people.site.settingsCrumb, PathLink(label: "People", path: links(.people)),
                ]),
            path: links(.peopleFile), importPath: links(.importPeople), isFirst: isFirst,
            summary: refusal?.summary ?? FaultSummary(), passphrase: field("passphrase"),
            passphraseAgain: field("passphraseAgain"), offered: Passphrase.make(),
            file: field("file"), filePassphrase: field("filePassphrase"),
            existing: field("existing"), keeps: existing == .keep, replaces: existing == .replace)
    }
}
