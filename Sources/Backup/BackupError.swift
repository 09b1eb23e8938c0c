/// Why an archive cannot be made, read or restored, in a sentence.
public struct BackupError: Error, Equatable, CustomStringConvertible {
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}

extension BackupError {
    /// What is wrong with an archive. A name may have what a terminal obeys, so that control characters are
    /// shown as numbers.
    init(of archive: String, _ reason: String) {
        let shown = reason.unicodeScalars.map { scalar in
            scalar.properties.generalCategory == .control
                ? "\\u{\(String(scalar.value, radix: 16))}" : String(scalar)
        }
        self.init("\(archive) \(shown.joined()).")
    }
}
