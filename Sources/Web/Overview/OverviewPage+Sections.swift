import Domain
import Persistence

extension OverviewPage {
    /// Adds the parts of the sections that are shown.
    ///
    /// - Throws: errors of the store.
    mutating func add(sectionsOf site: Site, in context: ManagedObjectContext) throws {
        sectionsPath = site.links(.sections)
        isBare = site.sections.shown == [.overview]
        if site.sections.isShown(.books) { layout.standing = try site.sampleNotices(in: context) }
        parts = try site.catalog.descriptions.compactMap { description in
            guard site.sections.isShown(description.section) else { return nil }
            return try description.overview?(site, context)
        }
    }
}
