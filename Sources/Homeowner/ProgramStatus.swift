import ArgumentParser

/// What the program tells the shell when it ends.
enum ProgramStatus: Int32 {
    /// All is well.
    case success = 0
    /// A fault in what the program found or was told to do.
    case fault = 1
    /// Arguments that it does not understand.
    case wrongArguments = 2

    /// The status for a code of ArgumentParser, which has 64 for wrong arguments.
    init(_ code: ExitCode) {
        switch code {
        case .success: self = .success
        case .validationFailure: self = .wrongArguments
        default: self = .fault
        }
    }
}
