/// The reason why an archive cannot be made, read or restored, as a sentence.
public struct BackupError: Error, Equatable, CustomStringConvertible {
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}

extension BackupError {
    /// Describes a fault of an archive. Control characters, which a terminal would obey, are shown
    /// as numbers.
    init(of archive: String, _ reason: String) {
        let shown = reason.unicodeScalars.map { scalar in
            scalar.properties.generalCategory == .control
                ? "\\u{\(String(scalar.value, radix: 16))}" : String(scalar)
        }
        self.init("\(archive) \(shown.joined()).")
    }
}
