import Domain
import Foundation
import Hummingbird
import Imaging
import Logging
import NIOCore
import ObjectModel
public import Persistence

/// Shows a Core Data store in the browser until SIGINT or SIGTERM. The store is not changed, and no
/// files are written beside it.
///
/// - Parameters:
///   - location: the location of the store.
///   - model: the model file; nil for the model in the store.
///   - configuration: the address to listen on; its data directory is a folder for copies, which is
/// removed at the end.
/// - Throws: ``ConfigurationError`` if the store cannot be read, or the server cannot start.
public func serveStore(
    at location: StoreLocation, model: String?, _ configuration: AppConfiguration
) async throws {
    defer { try? FileManager.default.removeItem(atPath: configuration.dataDirectory) }
    let application = try buildStoreApplication(
        location, model: model, configuration, try SiteResources(configuration))
    try await serve(application, configuration)
}

/// Builds the application that shows a store.
///
/// - Throws: ``ConfigurationError`` if the store cannot be read, or a template is missing.
func buildStoreApplication(
    _ location: StoreLocation, model: String?, _ configuration: AppConfiguration,
    _ resources: SiteResources
) throws -> some ApplicationProtocol {
    try configuration.validate()
    try createPrivateFolder(configuration.dataDirectory)
    let store = try ViewedStore(
        at: location, modelPath: model, folder: configuration.dataDirectory)
    let browser = ModelBrowser(store, configuration, resources)
    let logger = makeLogger(configuration)
    return try makeApplication(
        configuration, storeRouter(browser, configuration, store), services: [], logger: logger
    ) { port in
        let copy = store.isCopy ? ", as a copy" : ""
        logger.notice(
            "Homeowner is at \(configuration.address(port: port)), with the store \(location)\(copy)"
        )
    }
}

private func storeRouter(
    _ browser: ModelBrowser, _ configuration: AppConfiguration, _ store: ViewedStore
) -> Router<SiteContext> {
    let files = browser.files
    let providers: [any RouteProvider] = [
        files, HealthController(), StoreController(browser: browser),
        GuideController(
            renderer: browser.pages.renderer, links: browser.links, makeLayout: browser.makeLayout),
        OpenAPIController(
            renderer: browser.pages.renderer, links: browser.links, makeLayout: browser.makeLayout),
        GuidePictures(publicDirectory: configuration.publicDirectory),
    ]
    return makeRouter(
        configuration, providers + modelProviders(browser),
        errors: ErrorPages(
            renderer: browser.pages.renderer, files: files,
            makeLayout: { browser.makeLayout($0, []) }, links: { _ in [browser.crumb] },
            limits: configuration.limits),
        // A store that is only shown has no accounts.
        signIn: SignInCheck(accounts: nil))
}

/// Creates a folder that only its owner can read, since the store's values are private.
private func createPrivateFolder(_ path: String) throws(ConfigurationError) {
    do {
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
    } catch {
        throw ConfigurationError("The folder \(path) cannot be made: \(error)")
    }
}

extension ModelBrowser {
    /// A browser for a store, on pages without sections.
    init(_ store: ViewedStore, _ configuration: AppConfiguration, _ resources: SiteResources) {
        let links = SiteLinks(basePath: configuration.basePath)
        var baseLayout = Site.baseLayout(links: links, files: resources.files)
        baseLayout.homePath = links(.model)
        baseLayout.searchPath = links(.search)
        baseLayout.scanPath = ""
        baseLayout.helpPath = links(GuideTopic.stores.path)
        let layout = baseLayout
        let name = store.name
        let model = store.container.coordinator.layout.model
        let diagram = ModelDiagram(model, entities: model.entities, links)
        self.init(
            pages: RecordPages(
                container: store.container, renderer: resources.renderer,
                cache: ChangeCache(limit: configuration.limits.pageCacheBytes) {
                    $0.readableBytes
                },
                runNumber: UInt64.random(in: 0...UInt64.max),
                longestRead: .seconds(configuration.limits.queryTimeoutSeconds),
                version: { _ in store.version }, commonVariant: { "" }),
            links: links, files: resources.files,
            head: Head(title: name, intro: "a Core Data store.", facts: store.facts),
            parts: [Part(title: "Entities", entities: model.entities, diagram: diagram)],
            imageProcessor: ImageProcessor(
                limits: ImageLimits(
                    maxBytes: configuration.limits.uploadBytes,
                    maxPixels: configuration.limits.pixels)),
            folder: configuration.dataDirectory, site: nil,
            makeLayout: { title, crumbs in
                var page = layout
                page.title = title == name ? name : "\(title) · \(name)"
                page.crumbs = crumbs
                return page
            })
    }
}

/// Serves the start page and the search of a store.
struct StoreController: RouteProvider {
    let browser: ModelBrowser

    func addRoutes(to routes: inout SiteRoutes) {
        routes.get(.overview, by: .readers(of: .overview)) { _, _ in
            Response.redirect(to: browser.links(.model), type: .normal)
        }
        routes.get(.search, by: .readers(of: .overview), use: show, json: showJSON)
    }

    private static let parameters = ListParameters(sortKeys: [], filters: [])

    private func show(_ request: Request, _ context: SiteContext) async throws -> Response {
        let text = try ListQueryReader.read(request, Self.parameters).search
        return try await browser.pages.page(for: request, context) { records in
            SearchPage(try StoreSearch(text, browser, in: records), browser)
        }
    }

    private func showJSON(_ request: Request, _ context: SiteContext) async throws -> Response {
        let text = try ListQueryReader.read(request, Self.parameters).search
        return try await browser.pages.json(for: request, context) { records in
            try StoreSearch(text, browser, in: records).json(browser.links)
        }
    }
}
