import Foundation

@testable import Domain

extension ImportFile {
    /// Reads a table from memory.
    init(
        _ data: Data, named name: String, kind: ImportKind? = nil,
        mapping: ColumnMapping = ColumnMapping(), encoding: CSVEncoding? = nil,
        dayOrders: DayOrders? = nil, limits: ImportLimits = ImportLimits(),
        progress: ImportProgress? = nil
    ) throws {
        var reading = ImportReading()
        reading.kind = kind
        reading.mapping = mapping
        reading.encoding = encoding
        reading.dayOrders = dayOrders
        self = try data.inFile { path in
            try ImportFile(
                contentsOf: path, named: name, reading: reading, limits: limits, progress: progress)
        }
    }
}

extension ImportRows {
    func all() throws -> [ImportRow] { try (0..<count).map(row(at:)) }
}

extension PlanRows {
    func all() throws -> [RowOutcome] { try outcomes(0..<count) }
}

extension ByteSource {
    init(_ data: Data) throws {
        self = try data.inFile { try ByteSource(contentsOf: $0) }
    }
}

extension Data {
    fileprivate func inFile<Value>(_ body: (String) throws -> Value) throws -> Value {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        return try body(url.path)
    }
}
