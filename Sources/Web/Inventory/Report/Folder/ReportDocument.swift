import Domain
import Foundation
import NIOCore

/// The page and the table in the folder of a report. They need no files outside of it.
struct ReportDocument {
    let report: InventoryReport
    let scope: ReportScope
    /// The files of items, by key.
    let files: [UUID: [ReportFile]]

    // MARK: - The page

    var html: Data {
        let day = DayText.long(scope.day ?? .today())
        var lines: [String] = [
            "<!doctype html>", "<html lang=\"en\">", "<head>", "<meta charset=\"utf-8\">",
            "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">",
            "<title>Inventory of \(day)</title>",
            "<link rel=\"stylesheet\" href=\"report.css\">", "</head>", "<body>",
            "<h1>Inventory of \(day)</h1>",
        ]
        if !scope.owner.isEmpty { lines.append("<p dir=\"auto\">\(text(scope.owner))</p>") }
        if !report.policies.isEmpty {
            lines.append("<p dir=\"auto\">Insured by: \(text(report.policies))</p>")
        }
        lines.append("<p>\(text(FormText.sentence(report.summary)))</p>")
        for group in report.groups { lines += section(group) }
        lines += gaps
        lines.append(Self.foot)
        return Data(lines.joined(separator: "\n").utf8)
    }

    private static let foot = """
        <footer>
        <p>The same as a table: <a href="items.csv">items.csv</a>. The SHA-256 of every file is in \
        <a href="\(ReportFolder.listName)">\(ReportFolder.listName)</a>: \
        <code>sha256sum -c \(ReportFolder.listName)</code> in this folder, or \
        <code>homeowner report verify FOLDER</code>, says whether all of it is as it was.</p>
        </footer>
        </body>
        </html>

        """

    private func section(_ group: InventoryReport.Group) -> [String] {
        var lines: [String] = ["<section>", "<h2 dir=\"auto\">\(text(group.name))</h2>"]
        lines.append("<p>\(text(report.summary(of: group.totals)))</p>")
        for entry in group.entries { lines += article(entry) }
        lines.append("</section>")
        return lines
    }

    private func article(_ entry: InventoryReport.Entry) -> [String] {
        let number = entry.number
        var lines: [String] = ["<article id=\"\(number)\">"]
        lines.append(
            "<h3 dir=\"auto\"><span class=\"number\">\(number)</span> \(text(entry.name))</h3>"
        )
        let files = files[entry.key] ?? []
        let photos = files.filter { $0.isPhoto && !$0.path.isEmpty }
        if !photos.isEmpty {
            let pictures = photos.map(picture).joined()
            lines.append("<p class=\"photos\">\(pictures)</p>")
        }
        let value = entry.valueText(in: report.currency)
        var facts = [entry.value.worth == nil ? FormText.capitalized(value) : "Value \(value)"]
        facts += entry.facts + ["Evidence \(entry.scoreText)"]
        lines.append("<ul>")
        for fact in facts { lines.append("<li dir=\"auto\">\(text(fact))</li>") }
        for file in files where !file.isPhoto || file.path.isEmpty { lines.append(document(file)) }
        lines.append("</ul>")
        lines.append("</article>")
        return lines
    }

    private func picture(_ file: ReportFile) -> String {
        """
        <a href="\(file.path)"><img src="\(file.thumbnailPath)" alt="\(text(file.label))" \
        width="160" height="160"></a>
        """
    }

    private func document(_ file: ReportFile) -> String {
        guard !file.path.isEmpty else { return "<li>\(text(file.label)): the file is missing</li>" }
        return "<li dir=\"auto\"><a href=\"\(file.path)\">\(text(file.label))</a></li>"
    }

    private var gaps: [String] {
        let gaps = report.gaps
        guard !gaps.isEmpty else { return [] }
        var lines: [String] = ["<section>"]
        lines.append("<h2>What is missing, the most valuable first</h2>")
        lines.append("<ul>")
        for entry in gaps {
            let worth = text(entry.totalText(in: report.currency))
            let missing = text(entry.missing.joined(separator: ", "))
            lines.append(
                "<li dir=\"auto\"><a href=\"#\(entry.number)\">\(text(entry.name))</a>, \(worth): "
                    + "\(missing)</li>")
        }
        lines.append("</ul>")
        lines.append("</section>")
        return lines
    }

    private func text(_ text: String) -> String { HTMLText.escaped(text) }

    /// The styles of the page, for screen and paper.
    static let styles = Data(
        """
        :root { color-scheme: light dark; }
        body { font: 1rem/1.5 system-ui, sans-serif; max-width: 60rem; margin: 0 auto; padding: 1rem; }
        article { border-top: 1px solid #8888; padding: 0.5rem 0; break-inside: avoid; }
        h3 { margin: 0; overflow-wrap: anywhere; }
        .number { font-weight: normal; }
        .photos { display: flex; flex-wrap: wrap; gap: 0.5rem; margin: 0.5rem 0; }
        .photos img { width: 10rem; height: auto; }
        ul { margin: 0; padding-inline-start: 1.25rem; overflow-wrap: anywhere; }
        footer { margin-top: 2rem; border-top: 1px solid #8888; }
        @page { margin: 15mm; @bottom-right { content: counter(page) " / " counter(pages); } }
        @media print { body { max-width: none; padding: 0; } .photos img { width: 4cm; } }

        """.utf8)

    // MARK: - The table

    private static let columns =
        ["group"] + InventoryReport.Entry.columns + ["evidence", "files"]

    var table: Data {
        var table = CSVDocument(columns: Self.columns)
        for group in report.groups {
            for entry in group.entries {
                let paths = (files[entry.key] ?? []).map(\.path).filter { !$0.isEmpty }
                let evidence = ItemEvidence.allCases.filter(entry.evidence.contains)
                table.append(
                    [.text(group.name)] + entry.cells + [
                        .plain(evidence.map(\.rawValue).joined(separator: " ")),
                        .plain(paths.joined(separator: " ")),
                    ])
            }
        }
        return Data(table.buffer.readableBytesView)
    }
}
