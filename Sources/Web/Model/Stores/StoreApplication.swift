import Domain
import Foundation
import Hummingbird
import Imaging
import Logging
import NIOCore
import ObjectModel
public import Persistence

/// Serves any Core Data store, to look at, until SIGINT or SIGTERM comes. The store is not changed, and
/// nothing is written beside it.
///
/// - Parameters:
///   - location: where the store is.
///   - model: the model file; nil for the model that the store holds.
///   - configuration: where to listen; its data directory is a folder for copies, which is removed at
///     the end.
/// - Throws: ``ConfigurationError`` if the store cannot be read, or the server cannot begin.
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
            renderer: browser.pages.renderer, links: browser.links, surround: browser.surround),
        GuidePictures(publicDirectory: configuration.publicDirectory),
    ]
    return makeRouter(
        configuration, providers + modelProviders(browser),
        errors: ErrorPages(
            renderer: browser.pages.renderer, files: files,
            surround: { browser.surround($0, []) }, ways: { _ in [browser.crumb] },
            limits: configuration.limits),
        // A store to look at has no people.
        signIn: SignInCheck(accounts: nil))
}

/// Values of a store are nobody else's business.
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
    /// A store to look at, on pages with the sections of no household.
    init(_ store: ViewedStore, _ configuration: AppConfiguration, _ resources: SiteResources) {
        let links = SiteLinks(basePath: configuration.basePath)
        var surroundings = Site.surroundings(links: links, files: resources.files)
        surroundings.homePath = links(.model)
        surroundings.searchPath = links(.search)
        surroundings.helpPath = links(GuideTopic.stores.path)
        let layout = surroundings
        let name = store.name
        let model = store.container.coordinator.layout.model
        let diagram = ModelDiagram(model, entities: model.entities, links)
        self.init(
            pages: RecordPages(
                container: store.container, renderer: resources.renderer,
                kept: ChangeCache(limit: configuration.limits.keptPageBytes) {
                    $0.readableBytes
                },
                runNumber: UInt64.random(in: 0...UInt64.max),
                longestRead: .seconds(configuration.limits.queryTimeoutSeconds),
                version: { _ in store.version }, circumstances: { "" }),
            links: links, files: resources.files,
            head: Head(title: name, intro: "a Core Data store.", facts: store.facts),
            parts: [Part(title: "Entities", entities: model.entities, diagram: diagram)],
            imageProcessor: ImageProcessor(
                limits: ImageLimits(
                    maxBytes: configuration.limits.uploadBytes,
                    maxPixels: configuration.limits.pixels)),
            folder: configuration.dataDirectory, site: nil,
            surround: { title, crumbs in
                var page = layout
                page.title = title == name ? name : "\(title) · \(name)"
                page.crumbs = crumbs
                return page
            })
    }
}
