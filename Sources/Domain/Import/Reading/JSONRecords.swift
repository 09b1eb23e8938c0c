import Foundation

/// The objects of a text of JSON, each read when its turn comes: one a line, those of an array, or those of
/// the twin of a list.
struct JSONRecords {
    private enum Form {
        case lines(CSVText)
        case elements(CSVText)
    }

    private let form: Form
    private let limits: ImportLimits

    /// Finds out the form: where the first line is an object by itself, so are the others.
    ///
    /// - Throws: errors of the file system.
    init(_ text: CSVText, limits: ImportLimits) throws {
        self.limits = limits
        form = try Self.beginsWithObjectLine(text, limits) ? .lines(text) : .elements(text)
    }

    private static func beginsWithObjectLine(
        _ text: CSVText, _ limits: ImportLimits
    ) throws -> Bool {
        var lines = TextLines(text, limits: limits)
        do {
            while let line = try lines.next() {
                if line.isBlank { continue }
                guard case .object(let members)? = JSONCell(line.bytes) else { return false }
                return members["records"] == nil
            }
        } catch CSVFault.longCell {
            // A whole array in a line.
        }
        return false
    }

    /// Does something with each object, and the line where it stands, or its place.
    ///
    /// - Parameter advance: hears now and then which part of the text was read, from 0 to 1. Default: nobody.
    /// - Throws: ``ImportFault`` for a line that is no object, ``CSVFault`` for too many, and what the
    ///   closures throw.
    func forEach(
        advance: (Double) throws -> Void = { _ in },
        _ body: (Int, [String: JSONCell]) throws -> Void
    ) throws {
        var count = 0
        func members(of bytes: [UInt8], line: Int) throws -> [String: JSONCell] {
            guard case .object(let members)? = JSONCell(bytes) else {
                throw ImportFault.noJSON(line: line)
            }
            count += 1
            guard count <= limits.rows else { throw CSVFault.manyRows(limit: limits.rows) }
            return members
        }
        switch form {
        case .elements(let text):
            var elements = JSONElements(text, limits: limits)
            while let element = try elements.next() {
                if count.isMultiple(of: 256) { try advance(elements.fraction) }
                let members = try members(of: element.bytes, line: element.line)
                try body(count, members.flattened)
            }
        case .lines(let text):
            var lines = TextLines(text, limits: limits)
            while let line = try lines.next() {
                if line.isBlank { continue }
                if count.isMultiple(of: 256) { try advance(lines.fraction) }
                try body(line.number, try members(of: line.bytes, line: line.number).flattened)
            }
        }
    }
}

extension JSONCell {
    /// The value that bytes are; nil if they are none.
    fileprivate init?(_ bytes: [UInt8]) {
        guard let cell = try? JSONDecoder().decode(JSONCell.self, from: Data(bytes)) else {
            return nil
        }
        self = cell
    }
}
