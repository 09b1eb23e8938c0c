import Foundation

/// Pages of a large inventory, compared with the same handwritten pages on the same server.
struct EvidenceByHand {
    private static let rounds = 2
    private static let seconds = 2.0

    let inventory: ServedInventory

    /// The pages, each with some addresses, and the kind under which the handwritten server has it;
    /// the list has none.
    private static let pages: [(name: String, kind: HandwrittenView.Kind?, paths: [String])] = [
        ("/items", nil, ["/items", "/items?page=200"]),
        ("/items?q=", .search, (100..<120).map { "/items?q=\($0)" }),
        ("a location's page", .location, (2...13).map { "/locations/\($0)" }),
        ("a report of 520 items", .report, [1, 14, 27].map { "/report?location=\($0)" }),
        ("a sheet of labels of 520", .labels, [1, 14, 27].map { "/labels?location=\($0)" }),
    ]

    /// Measures the pages of a running server, ends it, and measures one without a page cache.
    func run(_ server: ServerProcess, report: (Measurement) -> Void) throws {
        try savePages(of: server)
        let byHand = try ServerProcess(byHand: inventory)
        defer { byHand.end() }
        var limits: [Double] = []
        for (name, _, paths) in Self.pages {
            let (own, hand) = try rates(server, byHand, paths)
            limits.append(hand)
            report(.rate("\(name), beside a handler by hand", own, limit: hand, atLeast: 0.7))
        }
        server.end()
        let making = try ServerProcess(
            serving: inventory, options: ["--log-level", "warning", "--kept-pages-mb", "0"])
        defer { making.end() }
        try making.waitUntilQuiet()
        for (page, limit) in zip(Self.pages, limits) {
            let own = try rate(making, page.paths)
            report(
                .rate("\(page.name), uncached", own, limit: limit, atLeast: 0.4))
        }
    }

    /// The best rates of two servers in turns.
    private func rates(
        _ first: ServerProcess, _ second: ServerProcess, _ paths: [String]
    ) throws -> (Double, Double) {
        var best = (0.0, 0.0)
        for _ in 0..<Self.rounds {
            best.1 = max(best.1, try rate(second, paths))
            best.0 = max(best.0, try rate(first, paths))
        }
        return best
    }

    private func rate(_ server: ServerProcess, _ paths: [String]) throws -> Double {
        try LoadGenerator(
            port: server.port, seconds: Self.seconds, requests: .max, paths: paths
        ).runInChild().rate
    }

    /// Saves the pages that the handwritten server uses as templates.
    private func savePages(of server: ServerProcess) throws {
        let connection = try HTTPConnection(port: server.port)
        for (_, kind, paths) in Self.pages {
            let file = kind.map { ServedInventory.page(of: $0, beside: inventory.page) }
            try connection.get(paths[0], of: server).text.write(
                toFile: file ?? inventory.page, atomically: true, encoding: .utf8)
        }
    }
}
