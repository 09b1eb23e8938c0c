/// The report, as what a link shows.
enum SharedReport {
    /// What the address of a report asks for; nil for an address of anything else, and for one that
    /// cannot be read.
    static func request(_ address: String, _ site: Site) -> ReportRequest? {
        let address = address.prefix { $0 != "#" }
        let path = address.prefix { $0 != "?" }
        guard path == SitePath.report.path || path == site.links(.report) else { return nil }
        let query = String(address.dropFirst(path.count + 1))
        // An address that is no UTF-8 is no report either.
        guard let request = try? ReportRequest(query: query), request.faults.isEmpty else {
            return nil
        }
        return request
    }

    /// The address of a report below the site; nil for an address of anything else.
    static func address(_ address: String, _ site: Site) -> String? {
        request(address, site)?.query.at(page: 1).address(of: .report).path
    }
}
