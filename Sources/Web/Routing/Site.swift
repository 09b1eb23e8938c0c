import Domain
import Hummingbird
import NIOCore

/// What every controller has at hand.
///
/// All of them refer to one: as a value, each would carry every part of it along, and so would each
/// closure of theirs.
final class Site: Sendable {
    let configuration: AppConfiguration
    let links: SiteLinks
    let files: PublicFiles
    let renderer: Renderer
    /// The languages of papers for customers.
    let papers: PaperLanguages
    /// All records and pictures.
    let household: Household
    /// The part of the layout that stays the same while the server runs.
    let surroundings: LayoutPage
    /// The bodies of pages, kept until a record is saved that they may be made of.
    let keptPages: ChangeCache<String, ByteBuffer>
    /// The forms for new records that were taken already.
    let takenForms: TakenForms
    /// The deletions of the inventory's records that can be undone.
    let deletions: KeptChanges<DeletedRecords>
    /// Those of all kinds that are being undone.
    let undos = UndosUnderway()
    /// Who can sign in.
    let accounts: Accounts
    /// All sections, and what follows from them.
    let catalog: SectionCatalog
    /// Which sections are in use.
    let sections: SectionSettings
    /// What the household is called.
    let settings: HouseholdSettings
    /// Lets the phones of the network in.
    let network: NetworkAccess
    /// Tells open windows what others change.
    let live: LiveFeed
    /// Tells this run of the server from others, in entity tags.
    let runNumber = UInt64.random(in: 0...UInt64.max)

    /// Reads templates and public files.
    ///
    /// - Throws: ``ConfigurationError`` that names the folder or template that is not as it should
    ///   be.
    convenience init(_ configuration: AppConfiguration, household: Household) throws {
        try self.init(
            configuration, household: household, resources: SiteResources(configuration))
    }

    /// Puts a site together from templates and public files that were read already.
    ///
    /// - Throws: ``ConfigurationError`` for settings that cannot be read.
    init(
        _ configuration: AppConfiguration, household: Household, resources: SiteResources
    ) throws {
        self.configuration = configuration
        self.household = household
        deletions = KeptChanges(household.undoFiles, kind: "deletion")
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
        takenForms = TakenForms(
            sharedIn: household.directory.isShared ? household.directory.forms : nil)
        live = LiveFeed(household, limits: configuration.limits)
        links = SiteLinks(basePath: configuration.basePath)
        files = resources.files
        renderer = resources.renderer
        papers = resources.papers
        surroundings = Self.surroundings(links: links, files: files)
        keptPages = ChangeCache(limit: configuration.limits.keptPageBytes) { $0.readableBytes }
    }

    /// Reads the form of a request, with amounts in the currency of the household, and days and numbers as it writes
    /// them if a page sends it. What holds for every form
    /// holds here: the numbers of cards are taken out, and security codes refuse the whole.
    ///
    /// - Parameters:
    ///   - fileField: the field for a file. The controller refuses one that is too large
    ///     together with the other faults of the form (``FormData/oversizedFile(_:)``).
    ///   - mostBytes: bytes of the form, where it may have more than others.
    ///   - mostFields: its fields, likewise.
    ///   - fileHasCome: is told of each file as soon as it has come. The form may be refused after that.
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
        PostMemory.current?.note(form)
        if let file = form.oversizedFiles.first(where: { $0.fieldName != fileField }) {
            throw file.error
        }
        return form
    }

    /// Reads the form of a request of somebody who may be a stranger: its files are counted, and not kept.
    ///
    /// - Throws: what ``form(of:fileField:mostBytes:mostFields:fileHasCome:)`` throws of one that cannot be read.
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
