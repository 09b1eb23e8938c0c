import Domain
import Hummingbird

/// What every controller has at hand.
struct Site: Sendable {
    let configuration: AppConfiguration
    let links: SiteLinks
    let files: PublicFiles
    let renderer: Renderer
    let dataDirectory: DataDirectory
    /// The part of the layout that stays the same while the server runs.
    let surroundings: LayoutPage

    /// Reads templates and public files; the folders of the data directory exist already.
    ///
    /// - Throws: ``ConfigurationError`` that names the folder or template that is not as it should
    ///   be.
    init(_ configuration: AppConfiguration, dataDirectory: DataDirectory) throws {
        self.configuration = configuration
        self.dataDirectory = dataDirectory
        links = SiteLinks(basePath: configuration.basePath)
        files = try PublicFiles(folder: configuration.publicDirectory)
        renderer = try Renderer(
            folder: configuration.viewsDirectory, requiring: TemplateNames.all)
        surroundings = Self.surroundings(links: links, files: files)
    }

    /// Reads the form of a request.
    ///
    /// - Throws: ``SiteError`` 400, 413 or 415 if it cannot be read.
    func form(of request: Request) async throws -> FormData {
        try await FormReader(limits: configuration.limits, folder: dataDirectory.temporary)
            .read(request)
    }
}
