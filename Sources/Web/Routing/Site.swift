import Domain
import Hummingbird
import NIOCore

/// The dependencies of all controllers.
///
/// It is a class: a struct would be copied into each controller and closure.
final class Site: Sendable {
    let configuration: AppConfiguration
    let links: SiteLinks
    let files: PublicFiles
    let renderer: Renderer
    /// The languages of documents for customers.
    let papers: PaperLanguages
    /// The household's records and pictures.
    let household: Household
    /// The part of the layout that stays the same while the server runs.
    let baseLayout: LayoutPage
    /// The cached bodies of pages.
    let pageCache: ChangeCache<String, ByteBuffer>
    /// The idempotency keys of forms for new records.
    let idempotencyKeys: IdempotencyKeys
    /// The deletions of records that can be undone.
    let deletions: UndoLog<DeletedRecords>
    /// The copies of records that can be undone.
    let copies: UndoLog<CopiedRecords>
    /// The undos in progress.
    let undos = RunningUndos()
    /// The people who can sign in.
    let accounts: Accounts
    /// All sections, with what they add to the site.
    let catalog: SectionCatalog
    /// The sections in use.
    let sections: SectionSettings
    /// The household's settings.
    let settings: HouseholdSettings
    /// The access for phones of the local network.
    let network: NetworkAccess
    /// The servers that send reminders.
    let reminders: SettingsFile<ReminderServers>
    /// Sends changes to open windows.
    let live: LiveFeed
    /// Identifies this run of the server in entity tags.
    let runNumber = UInt64.random(in: 0...UInt64.max)

    /// Makes a site, reading templates and public files.
    ///
    /// - Throws: ``ConfigurationError`` that names the folder or template with the fault.
    convenience init(_ configuration: AppConfiguration, household: Household) throws {
        try self.init(
            configuration, household: household, resources: SiteResources(configuration))
    }

    /// Makes a site from templates and public files.
    ///
    /// - Throws: ``ConfigurationError`` for settings that cannot be read.
    init(
        _ configuration: AppConfiguration, household: Household, resources: SiteResources
    ) throws {
        self.configuration = configuration
        self.household = household
        deletions = UndoLog(household, kind: "deletion")
        copies = UndoLog(household, kind: "copies")
        accounts = Accounts(
            directory: household.directory, passwordCost: configuration.passwordCost,
            refusalPause: configuration.refusalPause,
            longestRead: .seconds(configuration.limits.queryTimeoutSeconds),
            now: configuration.now)
        catalog = .standard.adding(configuration.furtherSections)
        sections = try SectionSettings(
            path: household.directory.sections, isShared: household.directory.isShared, catalog)
        settings = try HouseholdSettings(
            path: household.directory.settings, isShared: household.directory.isShared)
        network = try NetworkAccess(configuration, household.directory)
        reminders = try ReminderServers.file(in: household.directory)
        idempotencyKeys = IdempotencyKeys(
            sharedIn: household.directory.isShared ? household.directory.forms : nil)
        live = LiveFeed(household, limits: configuration.limits)
        links = SiteLinks(basePath: configuration.basePath)
        files = resources.files
        renderer = resources.renderer
        papers = resources.papers
        baseLayout = Self.baseLayout(links: links, files: files)
        pageCache = ChangeCache(limit: configuration.limits.pageCacheBytes) { $0.readableBytes }
    }

    /// Reads the form of a request, with amounts in the household's currency, and dates and numbers
    /// in its region if a page sends it. As for all forms, card numbers are removed, and a card's
    /// security code is refused.
    ///
    /// - Parameters:
    ///   - fileField: the field for a file. The controller refuses a file that is too large
    /// together with the form's other faults (``FormData/oversizedFile(_:)``).
    ///   - mostBytes: a higher limit for the bytes of the form.
    ///   - mostFields: a higher limit for its fields.
    ///   - fileHasCome: called for each file as soon as it has arrived. The form may still be
    /// refused after that.
    /// - Throws: ``SiteError`` 400, 413 or 415 if it cannot be read, and 422 if it has the security
    ///   code of a card.
    func form(
        of request: Request, fileField: String? = nil, mostBytes: Int? = nil,
        mostFields: Int? = nil,
        fileHasCome: @escaping @Sendable (UploadedFile) -> Void = { _ in }
    ) async throws -> FormData {
        let reader = FormReader(
            limits: configuration.limits, folder: household.directory.incoming,
            mostBytes: mostBytes, mostFields: mostFields, fileHasCome: fileHasCome)
        var form = try await reader.read(request).withoutCardNumbers
        form.currency = currency
        form.region = request.region
        try form.checkForSecurityCodes()
        Submission.current?.record(form)
        if let file = form.oversizedFiles.first(where: { $0.fieldName != fileField }) {
            throw file.error
        }
        return form
    }

    /// Reads the form of an unauthenticated request: its files are counted, but dropped.
    ///
    /// - Throws: the errors of ``form(of:fileField:mostBytes:mostFields:fileHasCome:)`` for a form
    ///   that cannot be read.
    func textOfForm(of request: Request) async throws -> FormData {
        var limits = configuration.limits
        limits.uploadBytes = 0
        let form = try await FormReader(
            limits: limits, folder: household.directory.incoming,
            mostBytes: configuration.limits.requestBytes
        ).read(request).withoutCardNumbers
        try form.checkForSecurityCodes()
        return form
    }
}
