import Domain
import Foundation
import Hummingbird

/// The form of a new link with its input.
struct SharingForm: Sendable {
    var name = ""
    /// The list's address as in its page.
    var list: String
    /// The last day; a month from today by default.
    var until = "\(CalendarDay.today().adding(days: 30))"

    init(list: String? = nil) {
        self.list = list ?? SitePath.items.path
    }

    init(_ form: FormData) {
        self.init(list: form["list"])
        name = form["name"] ?? ""
        until = form["until"] ?? until
    }

    /// The list's address on the site, and the expiry.
    ///
    /// - Throws: ``FormRefusal`` for invalid input.
    func checked(_ site: Site, _ lists: SharedLists) throws -> (address: String, end: Date) {
        var faults: [FormFault] = []
        var end = Date.distantPast
        do {
            end = try CalendarDay(parsing: until).end()
        } catch {
            faults.append(
                FormFault(
                    field: "until", label: "Until",
                    message: until.isEmpty ? "enter a value" : error.description))
        }
        if SharedCalendar.isMeant(by: list, site), faults.isEmpty {
            return (SitePath.careCalendar.path, end)
        }
        let address =
            lists.resource(at: list)?.sharedAddress(list) ?? SharedReport.address(list, site)
            ?? addressOfItems(site)
        if address == nil {
            faults.append(
                FormFault(
                    field: "list", label: "List",
                    message: "this list cannot be shared; press “Share” on one that can"))
        }
        guard faults.isEmpty, let address else { throw FormRefusal(faults: faults) }
        return (address, end)
    }

    private func addressOfItems(_ site: Site) -> String? {
        guard let items = SharedItems.request(list, page: nil, site), items.faults.isEmpty else {
            return nil
        }
        return items.query.at(page: 1).address(of: .items).path
    }
}
