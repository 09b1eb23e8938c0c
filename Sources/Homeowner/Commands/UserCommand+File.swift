public import ArgumentParser
public import Domain
import Foundation

extension UserCommand {
    struct ExportCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "export", abstract: "Writes all accounts to an encrypted file.",
            discussion: """
                Backups do not include accounts. The file has names, roles, passwords and codes, \
                but no browsers, tokens or shared lists. The passphrase is read from the terminal, or from \
                the first line of standard input. The file cannot be opened without it.
                """)

        @Argument(help: "The file to write.")
        var file: String

        @OptionGroup var place: Place

        func run() async throws {
            try await place.run { accounts in
                let path = URL(fileURLWithPath: file).path
                guard access(path, F_OK) != 0 else {
                    throw CommandError("The file \(file) already exists. Nothing was written.")
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

    struct ImportCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "import", abstract: "Adds the accounts of an exported file.",
            discussion: """
                The passphrase is read from the terminal, or from the first line of standard input. If a \
                name exists already, use --existing.
                """)

        @Argument(help: "A file from “homeowner user export”, or from the page of people.")
        var file: String

        @Option(
            help: """
                What to do with people who exist already: keep them, or replace their password, role and \
                codes, which signs them out.
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

    /// Runs a closure on a file of accounts, and makes its errors readable.
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
