public import Foundation

/// The error of a model that cannot be read, merged or used, with all of its faults.
///
/// ```swift
/// do { try model.validate() } catch { for fault in error.faults { print(fault) } }
/// ```
public struct ModelError: LocalizedError, Sendable, Hashable, CustomStringConvertible {
    /// The errors and warnings, in the order of the model.
    public var faults: [ModelFault]

    /// Creates an error from faults.
    public init(_ faults: [ModelFault]) {
        self.faults = faults
    }

    /// Creates an error with one fault of a whole file.
    init(file: String, line: Int? = nil, _ message: String) {
        faults = [ModelFault(.error, file: file, line: line, message: message)]
    }

    /// The faults, one per line.
    public var description: String {
        faults.map(\.description).joined(separator: "\n")
    }

    public var errorDescription: String? { description }
}
