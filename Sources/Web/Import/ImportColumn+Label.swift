package import Domain

extension ImportColumn {
    /// The title of a column on pages and in the terminal; the names of ignored columns are
    /// unchanged.
    package static func label(of name: String, in kind: ImportKind) -> String {
        ImportColumn(rawValue: name)?.label(in: kind) ?? name
    }
}

extension ImportFault {
    /// The fault as a sentence with the titles of its columns.
    package var sentence: String {
        switch self {
        case .missingColumn(let kind):
            let titles = kind.identifyingColumns.map { "“\($0.label(in: kind))”" }
            return "A file of \(kind.words) needs a column \(titles.choiceText)."
        case .repeatedColumn(let column, let names):
            return names.map { "“\($0)”" }.listText
                + " \(names.count > 2 ? "all" : "both") mean “\(column.label(in: .items))”. "
                + "Choose where one of them goes, or rename it."
        case .several(let faults): return faults.map(\.sentence).joined(separator: " ")
        default: return description
        }
    }
}

extension RowFault {
    /// The fault as a sentence with the title of its column: `Name: a value is missing.`
    package func sentence(in kind: ImportKind) -> String {
        let title = column.map { ImportColumn.label(of: $0, in: kind) }
        return FormText.sentence((title.map { "\($0): " } ?? "") + message)
    }
}
