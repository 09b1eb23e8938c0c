public import ArgumentParser
import Foundation

/// The status that a program ends with.
public enum ProgramStatus: Int32 {
    /// All is well.
    case success = 0
    /// A fault in what the program found or was told to do.
    case fault = 1
    /// Arguments that it does not understand.
    case wrongArguments = 2

    /// The status for a code of ArgumentParser, which has 64 for wrong arguments.
    public init(_ code: ExitCode) {
        switch code {
        case .success: self = .success
        case .validationFailure: self = .wrongArguments
        default: self = .fault
        }
    }
}

extension ParsableCommand {
    /// Ends the program with an error's message and status. Help goes to standard output, everything else to
    /// standard error.
    public static func finish(with error: any Error) -> Never {
        let code = exitCode(for: error)
        let text =
            code == .validationFailure || code == .success
            ? fullMessage(for: error) : message(for: error)
        let output = code == .success ? FileHandle.standardOutput : FileHandle.standardError
        if !text.isEmpty { output.write(Data((text + "\n").utf8)) }
        Foundation.exit(ProgramStatus(code).rawValue)
    }
}
