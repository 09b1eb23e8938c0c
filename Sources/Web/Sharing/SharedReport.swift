/// The report as a shared link.
enum SharedReport {
    /// The request in the address of a report; nil for another or malformed address.
    static func request(_ address: String, _ site: Site) -> ReportRequest? {
        let address = address.prefix { $0 != "#" }
        let path = address.prefix { $0 != "?" }
        guard path == SitePath.report.path || path == site.links(.report) else { return nil }
        let query = String(address.dropFirst(path.count + 1))
        // An address that is not UTF-8 is not a report.
        guard let request = try? ReportRequest(query: query), request.faults.isEmpty else {
            return nil
        }
        return request
    }

    /// The address of a report on the site; nil for another address.
    static func address(_ address: String, _ site: Site) -> String? {
        request(address, site)?.query.at(page: 1).address(of: .report).path
    }
}
