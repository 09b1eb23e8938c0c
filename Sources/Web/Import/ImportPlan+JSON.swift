import Domain
import HTTPTypes
import Hummingbird
import NIOCore

extension ImportPlan {
    /// The plan as JSON with all its rows, which is sent in parts.
    ///
    /// - Parameters:
    ///   - token: the token of the file; nil if it is not stored.
    ///   - mapping: the chosen attributes of its columns.
    func response(
        _ file: ImportFile, token: String?, mapping: String? = nil, _ links: SiteLinks,
        _ place: ImportPlace, status: HTTPResponse.Status = .ok
    ) -> Response {
        // The rows are the last member.
        let head = head(file, token: token, mapping: mapping, links, place).text.dropLast()
        return Response(
            status: status, headers: [.contentType: "application/json", .cacheControl: "no-cache"],
            body: ResponseBody { [rows] writer in
                try await writer.write(ByteBuffer(string: head + ",\"rows\":["))
                for start in stride(from: 0, to: rows.count, by: Self.rowsAtOnce) {
                    let outcomes = try rows.outcomes(start..<start + Self.rowsAtOnce)
                    let text = outcomes.map(\.json.text).joined(separator: ",")
                    try await writer.write(ByteBuffer(string: (start > 0 ? "," : "") + text))
                }
                try await writer.write(ByteBuffer(string: "]}\n"))
                try await writer.finish(nil)
            })
    }

    private static let rowsAtOnce = 500

    private func head(
        _ file: ImportFile, token: String?, mapping: String?, _ links: SiteLinks,
        _ place: ImportPlace
    ) -> JSONValue {
        .object([
            ("file", .string(file.name)), ("kind", .string(file.kind.rawValue)),
            ("format", .string(file.format.rawValue)),
            ("encoding", .string(file.encoding.rawValue)),
            ("separator", .string(file.separator?.label)),
            ("columns", .array(file.columns.map { .string($0.rawValue) })),
            ("ignoredColumns", .array(file.ignoredColumns.map { .string($0) })),
            ("days", .array(file.openDayColumns.map(\.json))), ("counts", counts.json),
            ("applicable", .bool(isApplicable && token != nil)),
            ("confirm", .string(isApplicable ? token.map { links(place.waiting($0)) } : nil)),
            ("mapping", .string(mapping)), ("plan", .string(digest)),
            ("warnings", .array(warnings.map { .string($0) })),
        ])
    }
}

extension OpenDayColumn {
    /// The column as JSON.
    fileprivate var json: JSONValue {
        .object([
            ("column", .string(name)), ("text", .string(text)), ("day-first", .string(dayFirst)),
            ("month-first", .string(monthFirst)), ("order", .string(order?.rawValue)),
        ])
    }
}

extension ImportCounts {
    var json: JSONValue {
        .object([
            ("new", .int(new)), ("changed", .int(changed)), ("unchanged", .int(unchanged)),
            ("refused", .int(refused)),
        ])
    }

    /// The number of all rows.
    var total: Int { new + changed + unchanged + refused }
}

extension RowOutcome {
    fileprivate var json: JSONValue {
        var members: [(name: String, value: JSONValue)] = [
            ("line", .int(line)), ("label", .string(label)),
            ("verdict", .string(verdict.kind.rawValue)),
        ]
        switch verdict {
        case .new, .unchanged: break
        case .changes(let changes):
            let values = changes.map {
                JSONValue.object([
                    ("column", .string($0.column)), ("from", .string($0.former)),
                    ("to", .string($0.new)),
                ])
            }
            members.append(("changes", .array(values)))
        case .refused(let faults):
            let values = faults.map {
                JSONValue.object([("column", .string($0.column)), ("message", .string($0.message))])
            }
            members.append(("faults", .array(values)))
        }
        members.append(("notes", .array(notes.map { .string($0) })))
        return .object(members)
    }
}

extension ImportRecord {
    /// The import as JSON.
    func json(obstacles: [String] = [], _ links: SiteLinks, _ place: ImportPlace) -> JSONValue {
        .object([
            ("id", .string(id)), ("date", .date(date)), ("kind", .string(kind.rawValue)),
            ("file", .string(fileName)), ("counts", counts.json),
            ("state", .string(state.rawValue)),
            ("undo", .string(state == .done ? links(place.undo(id)) : nil)),
            ("saleNumbers", .string(saleNumbers?.text)), ("left", .array(left.map { .string($0) })),
            ("obstacles", .array(obstacles.map { .string($0) })),
        ])
    }
}
