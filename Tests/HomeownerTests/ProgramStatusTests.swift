import ArgumentParser
import PersistenceCommands
import Testing

@testable import Homeowner

struct ProgramStatusTests {
    @Test("Wrong arguments end with status 2, faults with 1, help with 0")
    func statuses() {
        #expect(Self.status(["serve", "--port", "x"]) == .wrongArguments)
        #expect(Self.status(["serve", "--host", "0.0.0.0"]) == .wrongArguments)
        #expect(Self.status(["serve", "--port", "70000"]) == .wrongArguments)
        #expect(Self.status(["serve", "--base-path", "x y"]) == .wrongArguments)
        #expect(Self.status(["bogus"]) == .wrongArguments)
        #expect(Self.status(["serve", "--help"]) == .success)
        #expect(ProgramStatus(.failure) == .fault)
    }

    @Test("serve is the default command")
    func defaultCommand() throws {
        let command = try Homeowner.parseAsRoot(["--port", "9000"])

        #expect((command as? ServeCommand)?.port == 9000)
    }

    /// The exit status of the program; nil if the arguments are valid.
    private static func status(_ arguments: [String]) -> ProgramStatus? {
        do {
            var command = try Homeowner.parseAsRoot(arguments)
            // Help is a separate command, which ends by throwing its text.
            guard !(command is ServeCommand) else { return nil }
            try command.run()
            return nil
        } catch {
            return ProgramStatus(Homeowner.exitCode(for: error))
        }
    }
}
