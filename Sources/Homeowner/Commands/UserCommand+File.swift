public import ArgumentParser
public import Domain
import Foundation

extension UserCommand {
    /// `homeowner user export FILE`
    struct ExportCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "export", abstract: "Writes the people to an encrypted file.",
            discussion: """
                Backups have no people. The file has names, roles, passwords and second factors; browsers, \
                tokens and shared lists are not in it. The passphrase is read from the terminal, or from \
                the first line of standard input. Nobody can open the file without it.
                """)

        @Argument(help: "The file to make.")
        var file: String

        @OptionGroup var place: Place

        func run() async throws {
            try await place.run { accounts in
                let path = URL(fileURLWithPath: file).path
                guard access(path, F_OK) != 0 else {
                    throw CommandError("There is a file \(file) already. Nothing was written.")
                }
                guard try await !accounts.isEmpty else {
                    throw CommandError("No people have been added yet. Nothing was written.")
                }
                let passphrase = try TypedPassword.read("Passphrase of the file", twice: true)
                let content = try await UserCommand.told {
                    try await accounts.file(passphrase: passphrase)
                }
                let isMade = FileManager.default.createFile(
                    atPath: path, contents: content, attributes: [.posixPermissions: 0o600])
                guard isMade else { throw CommandError("\(file) cannot be written.") }
                let count = try await accounts.all().count
                print("\(count == 1 ? "1 person is" : "\(count) people are") in \(file)")
            }
        }
    }

    /// `homeowner user import FILE`
    struct ImportCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "import", abstract: "Adds the people of such a file.",
            discussion: """
                The passphrase is read from the terminal, or from the first line of standard input. Names \
                that are here already are a question, which --existing answers.
                """)

        @Argument(help: "The file that “homeowner user export” or the page has made.")
        var file: String

        @Option(
            help: """
                People whose names are here already: keep (they stay as they are) or replace (they get \
                the file's password, role and second factor, and are signed out).
                """)
        var existing: Accounts.Existing?

        @OptionGroup var place: Place

        func run() async throws {
            guard let content = FileManager.default.contents(atPath: file) else {
                throw CommandError("\(file) cannot be read.")
            }
            try await place.run(makingIt: true) { accounts in
                let passphrase = try TypedPassword.read("Passphrase of the file", twice: false)
                let taken = try await UserCommand.told {
                    try await accounts.take(content, passphrase: passphrase, existing: existing)
                }
                for (names, became) in [
                    (taken.added, "was added"), (taken.replaced, "was replaced"),
                    (taken.kept, "stays as before"),
                ] {
                    for name in names { print("\(name) \(became)") }
                }
            }
        }
    }

    /// Does something with such a file, and says why it cannot be done.
    private static func told<T>(_ body: () async throws -> T) async throws -> T {
        do {
            return try await body()
        } catch let error as PeopleFileError {
            throw CommandError(error.description)
        } catch let error as AccountError where error.part == .password {
            throw CommandError("The passphrase: \(error).")
        }
    }
}

extension Accounts.Existing: ExpressibleByArgument {}
