import Domain
public import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import ServiceLifecycle

/// Builds the whole application: the one place where its parts are put together.
///
/// - Throws: ``ConfigurationError`` if the configuration cannot work, a template is missing, or
///   another process holds the data directory.
public func buildApplication(
    _ configuration: AppConfiguration
) async throws -> some ApplicationProtocol {
    try configuration.validate()
    // Neither needs the other, and each takes a part of the start.
    async let resources = SiteResources(configuration)
    let household = try Household.open(configuration)
    let site = Site(configuration, household: household, resources: try await resources)
    let logger = makeLogger(configuration)
    let sources = PhotoSourceStates(try PhotoLibrary.open(configuration, household))
    var services: [any Service] = [
        HouseholdService(household: household, logger: logger),
        LiveService(feed: site.live),
    ]
    if configuration.followsPhotos {
        services.append(PhotoLibraryService(sources: sources, logger: logger))
    }
    return makeApplication(
        site, routeProviders(site, sources), services: services, logger: logger)
}

/// Every part of the site that answers requests.
private func routeProviders(
    _ site: Site, _ sources: PhotoSourceStates
) -> [any RouteProvider] {
    let album = PhotoAlbum(site: site, sources: sources)
    let inventory = Inventory(site)
    let shop = Shop(site)
    return [
        site.files,
        HealthController(),
        OverviewController(inventory: inventory, shop: shop),
        ItemsController(inventory: inventory),
        ItemPositionController(inventory: inventory),
        ItemImageController(inventory: inventory),
        ItemThumbnailController(site: site),
        ItemAssetTypeController(inventory: inventory),
        AssetTypesController(inventory: inventory),
        AssetTypeMergeController(inventory: inventory),
        SalesController(shop: shop),
        SaleVoidController(shop: shop),
        SaleReturnsController(shop: shop),
        ReceiptController(shop: shop),
        DaySheetController(shop: shop),
        SalesTotalsController(shop: shop),
        CustomerSalesController(shop: shop),
        ImportController(shop: shop),
        ImportUndoController(shop: shop),
        SaleLinesController(shop: shop),
        CustomersController(shop: shop),
        CustomerMergeController(shop: shop),
        CustomerAnonymizationController(shop: shop),
        ProductsController(shop: shop),
        ItemSaleController(shop: shop),
        GroceriesController(site: site),
        BooksController(site: site),
        PlacesController(album: album),
        PhotosController(album: album),
        PhotoImageController(album: album),
        SearchController(site: site),
        ModelController(browser: ModelBrowser(site)),
    ]
}

/// Puts a server around the parts of a site.
func makeApplication(
    _ site: Site, _ providers: [any RouteProvider], services: [any Service], logger: Logger
) -> some ApplicationProtocol {
    let configuration = site.configuration
    return Application(
        router: makeRouter(site, providers),
        server: .http1(limits: configuration.limits),
        configuration: .init(
            address: .hostname(configuration.host, port: configuration.port),
            availableConnectionsDelegate: .maximum(
                configuration.limits.connections, logger: logger)),
        services: services,
        onServerRunning: { channel in announce(configuration, channel, logger) },
        logger: logger)
}

private func makeLogger(_ configuration: AppConfiguration) -> Logger {
    var logger = Logger(label: "Homeowner")
    logger.logLevel = configuration.logLevel
    return logger
}

private func makeRouter(_ site: Site, _ providers: [any RouteProvider]) -> Router<SiteContext> {
    var routes = SiteRoutes(basePath: site.configuration.basePath)
    for provider in providers { provider.addRoutes(to: &routes) }

    let router = Router(context: SiteContext.self, options: [.autoGenerateHeadEndpoints])
    router.add(middleware: RequestRecord())
    router.add(middleware: SecurityHeaders())
    router.add(middleware: Compression())
    router.add(middleware: ConditionalRequests())
    router.add(middleware: ErrorPages(site: site, methods: routes.allowedMethods))
    router.add(middleware: HostCheck(names: ServerNames(site.configuration)))
    router.add(middleware: OriginCheck())
    router.add(middleware: CardNumberCheck(site.links))
    routes.register(in: router)
    return router
}

/// Says where the server is, for the person who started it.
private func announce(_ configuration: AppConfiguration, _ channel: any Channel, _ logger: Logger) {
    let port = channel.localAddress?.port ?? configuration.port
    let isAddressWithColons = configuration.host.contains(":")
    let host = isAddressWithColons ? "[\(configuration.host)]" : configuration.host
    let address = "http://\(host):\(port)\(configuration.basePath)"
    logger.notice("Homeowner is at \(address), data in \(configuration.dataDirectory)")
}
