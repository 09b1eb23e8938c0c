import Hummingbird

/// Every part of the site that answers requests.
func routeProviders(_ site: Site, _ sources: PhotoSourceStates) -> [any RouteProvider] {
    let parts = SiteParts(site, sources)
    return siteProviders(parts)
        + site.catalog.parts.map { $0.provider(parts) }
        + importProviders(site)
        + peopleProviders(People(site: site), SharedLists(parts))
        + modelProviders(ModelBrowser(site))
}

/// The routes that concern all sections.
private func siteProviders(_ parts: SiteParts) -> [any RouteProvider] {
    let site = parts.site
    return [
        site.files,
        HealthController(household: site.household),
        SearchController(site: site),
        ScanController(site: site),
        SectionsController(site: site),
        SettingsController(shop: parts.shop),
        ValuesController(inventory: parts.inventory),
        BackupController(site: site),
        ActivityController(site: site),
        GuideController(site),
        GuidePictures(publicDirectory: site.configuration.publicDirectory),
        OpenAPIController(site),
    ]
}

/// The routes of imports.
private func importProviders(_ site: Site) -> [any RouteProvider] {
    let jobs = ImportJobs(site.household)
    return [
        ImportController(site: site, place: .sales, jobs: jobs),
        ImportController(site: site, place: .everything, jobs: jobs),
    ]
}

/// The routes of accounts and of what is shared with others.
private func peopleProviders(_ people: People, _ lists: SharedLists) -> [any RouteProvider] {
    [
        SignInController(people: people), SessionController(site: people.site),
        AccountController(people: people),
        PeopleController(people: people), PeopleFileController(people: people),
        PersonPasswordController(people: people),
        TokensController(people: people),
        RemindersController(people: people),
        SecondFactorController(people: people),
        PhoneController(people: people),
        NetworkController(people: people),
        SharingController(people: people, lists: lists),
        SharedListController(people: people, lists: lists),
    ]
}

/// The routes that show a model and its records.
func modelProviders(_ browser: ModelBrowser) -> [any RouteProvider] {
    [
        ModelController(browser: browser), ModelRecordController(browser: browser),
        ModelBytesController(browser: browser),
    ]
}
