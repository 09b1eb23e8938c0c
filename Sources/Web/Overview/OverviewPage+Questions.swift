import Domain
import Persistence

extension OverviewPage {
    /// Asks what an empty household has to say once, and a household of an earlier version.
    ///
    /// - Parameter region: where the browser seems to be.
    /// - Throws: errors of the store.
    mutating func ask(
        _ site: Site, _ region: BrowserRegion, in context: ManagedObjectContext
    ) throws {
        if isEmpty, !site.settings.hasStarted, site.configuration.currency == nil,
            try ShopProfile.current(in: context) == nil
        {
            start = [StartForm(site, region)]
        }
        switch try ValueNotice.question(in: site.currency, context) {
        case .currency: values = [ValueQuestionForm(site)]
        case .totals: layout.standing.append(.newTotals(site.links))
        case nil: break
        }
    }
}
