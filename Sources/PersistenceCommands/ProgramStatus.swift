public import ArgumentParser
import Foundation

/// The exit status of a program.
public enum ProgramStatus: Int32 {
    /// The program succeeded.
    case success = 0
    /// The program failed, or found a fault.
    case fault = 1
    /// The arguments are wrong.
    case wrongArguments = 2

    /// The status for an exit code of ArgumentParser, whose code for wrong arguments is 64.
    public init(_ code: ExitCode) {
        switch code {
        case .success: self = .success
        case .validationFailure: self = .wrongArguments
        default: self = .fault
        }
    }
}

extension ParsableCommand {
    /// Ends the program with an error's message and status. Help goes to standard output, other
    /// messages to standard error.
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
