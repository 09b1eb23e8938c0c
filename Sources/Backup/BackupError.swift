/// Why a backup cannot be made or restored, in a sentence.
public struct BackupError: Error, Equatable, CustomStringConvertible {
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}
