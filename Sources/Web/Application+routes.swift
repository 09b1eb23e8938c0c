import Hummingbird

/// Every part of the site that answers requests.
func routeProviders(_ site: Site, _ sources: PhotoSourceStates) -> [any RouteProvider] {
    let inventory = Inventory(site)
    let shop = Shop(site)
    let album = PhotoAlbum(site: site, sources: sources)
    let people = People(site: site)
    return siteProviders(site, inventory, shop)
        + inventoryProviders(inventory, shop)
        + shopProviders(shop)
        + placeProviders(album)
        + importProviders(site)
        + peopleProviders(people, SharedLists(inventory, shop, album))
        + modelProviders(ModelBrowser(site))
}

/// What is about all sections, and the sections of one part.
private func siteProviders(
    _ site: Site, _ inventory: Inventory, _ shop: Shop
) -> [any RouteProvider] {
    [
        site.files,
        HealthController(household: site.household),
        OverviewController(inventory: inventory, shop: shop),
        GroceriesController(site: site),
        BooksController(site: site),
        SearchController(site: site),
        SectionsController(site: site),
        SettingsController(shop: shop),
        ValuesController(inventory: inventory),
        BackupController(site: site),
        ActivityController(site: site),
        GuideController(site),
        GuidePictures(publicDirectory: site.configuration.publicDirectory),
    ]
}

/// What a household owns.
private func inventoryProviders(_ inventory: Inventory, _ shop: Shop) -> [any RouteProvider] {
    [
        ItemsController(inventory: inventory),
        ItemPositionController(inventory: inventory),
        ItemImageController(inventory: inventory),
        ItemThumbnailController(site: inventory.site),
        ItemPhotosController(inventory: inventory),
        DocumentsController(inventory: inventory),
        ItemFieldsController(inventory: inventory),
        ItemAssetTypeController(inventory: inventory),
        ItemSelectionController(inventory: inventory),
        ItemViewsController(inventory: inventory),
        InboxController(inventory: inventory),
        LocationsController(inventory: inventory),
        TagsController(inventory: inventory),
        LoansController(inventory: inventory),
        CareController(inventory: inventory),
        LabelsController(inventory: inventory, shop: shop),
        LabelSheetsController(inventory: inventory),
        ReportController(inventory: inventory),
        TrashController(inventory: inventory),
        AssetTypesController(inventory: inventory),
        AssetTypeMergeController(inventory: inventory),
    ]
}

/// What a shop sells, and to whom.
private func shopProviders(_ shop: Shop) -> [any RouteProvider] {
    [
        SalesController(shop: shop),
        SaleVoidController(shop: shop),
        SaleReturnsController(shop: shop),
        ReceiptController(shop: shop),
        InvoicesController(shop: shop),
        QuotesController(shop: shop),
        DaySheetController(shop: shop),
        DayClosingController(shop: shop),
        SalePaymentsController(shop: shop),
        ShopController(shop: shop),
        TaxRatesController(shop: shop),
        PaymentKindsController(shop: shop),
        SalesTotalsController(shop: shop),
        CustomerSalesController(shop: shop),
        NewSaleController(shop: shop),
        ParkedSalesController(shop: shop),
        SaleLinesController(shop: shop),
        CustomersController(shop: shop),
        CustomerCardsController(shop: shop),
        CustomerStatementController(shop: shop),
        CustomerMergeController(shop: shop),
        CustomerAnonymizationController(shop: shop),
        ProductsController(shop: shop),
        ProductStockController(shop: shop),
        ItemSaleController(shop: shop),
    ]
}

/// Places and their photos.
private func placeProviders(_ album: PhotoAlbum) -> [any RouteProvider] {
    [
        PlacesController(album: album),
        NewPlaceController(album: album),
        PhotosController(album: album),
        PhotoImageController(album: album),
    ]
}

/// What is brought in.
private func importProviders(_ site: Site) -> [any RouteProvider] {
    let jobs = ImportJobs(site.household)
    return [
        ImportController(site: site, place: .sales, jobs: jobs),
        ImportUndoController(site: site, place: .sales, jobs: jobs),
        ImportController(site: site, place: .everything, jobs: jobs),
        ImportUndoController(site: site, place: .everything, jobs: jobs),
        // Nothing that the sales import has pictures.
        ImportPictureController(site: site, place: .everything),
    ]
}

/// Who may come in, and what is shown to others.
private func peopleProviders(_ people: People, _ lists: SharedLists) -> [any RouteProvider] {
    [
        SignInController(people: people),
        AccountController(people: people),
        PeopleController(people: people), PeopleFileController(people: people),
        PersonPasswordController(people: people),
        TokensController(people: people),
        SecondFactorController(people: people),
        PhoneController(people: people),
        NetworkController(people: people),
        SharingController(people: people, lists: lists),
        SharedListController(people: people, lists: lists),
    ]
}

/// What shows a model and its records.
func modelProviders(_ browser: ModelBrowser) -> [any RouteProvider] {
    [
        ModelController(browser: browser), ModelRecordController(browser: browser),
        ModelBytesController(browser: browser),
    ]
}
