public import Foundation

/// Why a model could not be read, merged or used: every fault that was found.
public struct ModelError: LocalizedError, Sendable, Hashable, CustomStringConvertible {
    /// The faults, warnings included, in the order of the model.
    public var faults: [ModelFault]

    /// Makes an error of the faults that were found.
    public init(_ faults: [ModelFault]) {
        self.faults = faults
    }

    /// An error of one fault that concerns a whole file.
    init(file: String, line: Int? = nil, _ message: String) {
        faults = [ModelFault(.error, file: file, line: line, message: message)]
    }

    /// The faults, one a line.
    public var description: String {
        faults.map(\.description).joined(separator: "\n")
    }

    public var errorDescription: String? { description }
}
