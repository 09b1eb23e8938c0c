public import ArgumentParser
public import Domain
import Foundation

struct UserCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "user", abstract: "Manages accounts: adds, lists, changes and removes people.",
        discussion: """
            Without accounts, only this machine can connect, and it can do everything. Once there is an \
            account, everyone has to sign in. The server can keep running.
            """,
        subcommands: [
            AddCommand.self, ListCommand.self, PasswordCommand.self, RoleCommand.self,
            RemoveCodeCommand.self, RemoveCommand.self, ExportCommand.self, ImportCommand.self,
        ])

    /// The location of the accounts, as command-line options.
    struct Place: ParsableArguments {
        @OptionGroup var household: HouseholdOptions

        /// Runs a closure with the accounts, as the owner of the folder: the server could not read
        /// files that root creates there.
        ///
        /// - Parameter makesIt: whether to create a missing folder, and the tables for accounts in
        ///   a database.
        func run<T>(
            makingIt makesIt: Bool = false, _ body: (Accounts) async throws -> T
        ) async throws -> T {
            let directory = household.directory
            if directory.isShared {
                guard try makesIt || directory.hasHousehold else {
                    throw CommandError("There is no household in \(directory.place).")
                }
            } else {
                try prepare(directory, makesIt: makesIt)
                try takeRights(over: directory)
            }
            let accounts = Accounts(directory: directory, makesDatabase: makesIt)
            let result: T
            do {
                result = try await body(accounts)
            } catch let error as AccountError {
                throw CommandError("\(FieldName.of(error)): \(error).")
            }
            try accounts.close()
            return result
        }

        /// Creates a missing folder, and says so in case the path was mistyped.
        private func prepare(_ directory: DataDirectory, makesIt: Bool) throws {
            guard access(directory.path, F_OK) != 0 else { return }
            guard makesIt else {
                throw CommandError("There is no household in \(directory.path).")
            }
            try directory.create()
            let note = "There was no household in \(directory.path): a new one was created.\n"
            FileHandle.standardError.write(Data(note.utf8))
        }

        private func takeRights(over directory: DataDirectory) throws {
            guard geteuid() == 0 else { return }
            let owner = try FileManager.default.attributesOfItem(atPath: directory.path)
            guard let user = (owner[.ownerAccountID] as? NSNumber)?.uint32Value,
                let group = (owner[.groupOwnerAccountID] as? NSNumber)?.uint32Value,
                setegid(group) == 0, seteuid(user) == 0
            else {
                throw CommandError("The program cannot run as the owner of \(directory.path).")
            }
        }
    }

    private enum FieldName {
        static func of(_ error: AccountError) -> String {
            switch error.part {
            case .name: "The name"
            case .password: "The password"
            case .role: "The role"
            case .end: "The end"
            }
        }
    }
}

extension UserCommand {
    struct AddCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Adds a person and asks for a password.",
            discussion: """
                A password has at least 15 characters; four or five words are fine. It is read from the \
                terminal, or from the first line of standard input.
                """)

        @Argument(help: "The name to sign in with.")
        var name: String

        @Option(
            help: """
                What the person can do: owner (everything), member (all records), shop (sales only), \
                viewer (read only). The first person is an owner.
                """)
        var role: Role?

        @OptionGroup var place: Place

        func run() async throws {
            try await place.run(makingIt: true) { accounts in
                if let role, role != .owner, try await accounts.all().isEmpty {
                    throw CommandError(
                        "The first person is an owner, and adds the others: leave out --role "
                            + "\(role.rawValue), or add an owner first.")
                }
                guard try await accounts.account(named: name) == nil else {
                    throw CommandError("The name “\(name)” is taken already.")
                }
                let account = try await accounts.add(
                    name, password: TypedPassword.read(for: name),
                    role: role ?? .member)
                print("\(account.name) is \(account.role.rawValue)")
            }
        }
    }

    struct ListCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "Lists the people with their roles and last visits.")

        @OptionGroup var place: Place

        func run() async throws {
            try await place.run { accounts in
                for account in try await accounts.all() {
                    let last = try await accounts.devices(of: account).first?.lastUsed
                    print(
                        "\(account.role.rawValue)\t\(account.name)\t"
                            + (last.map { $0.formatted(.iso8601) } ?? "never"))
                }
            }
        }
    }

    struct PasswordCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "password",
            abstract: "Sets a new password for a person and signs them out everywhere.")

        @Argument(help: "The name of the person.")
        var name: String

        @OptionGroup var place: Place

        func run() async throws {
            try await place.run { accounts in
                guard try await accounts.account(named: name) != nil else {
                    throw CommandError("No person is named “\(name)”.")
                }
                try await accounts.change(name, password: TypedPassword.read(for: name))
                print("\(name) has a new password, and is signed out everywhere")
            }
        }
    }

    struct RoleCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "role", abstract: "Changes the role of a person.")

        @Argument(help: "The name of the person.")
        var name: String

        @Argument(help: "The new role: owner, member, shop or viewer.")
        var role: Role

        @OptionGroup var place: Place

        func run() async throws {
            try await place.run { try await $0.change(name, to: role) }
            print("\(name) is \(role.rawValue) now")
        }
    }

    struct RemoveCodeCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove-code",
            abstract: "Turns off two-step sign-in for a person whose phone is lost.",
            discussion: """
                The password alone is enough until the person turns it on again.
                """)

        @Argument(help: "The name of the person.")
        var name: String

        @OptionGroup var place: Place

        func run() async throws {
            try await place.run { try await $0.removeSecondFactor(of: name) }
            print("\(name) signs in with the password alone now")
        }
    }

    struct RemoveCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove", abstract: "Removes a person and signs them out everywhere.",
            discussion: """
                After the last person is removed, this machine can connect without signing in, and no \
                other machine can. The activity keeps the name of the person unless --forget is given.
                """)

        @Argument(help: "The name of the person.")
        var name: String

        @Flag(
            name: .customLong("forget"),
            help: """
                Remove the name from the activity as well, also for a person who was removed before. \
                Stop the server first, unless the records are in a database.
                """)
        var forgets = false

        @OptionGroup var place: Place

        func run() async throws {
            // Opened first: while a server uses it, nothing is removed.
            let household =
                try forgets && place.household.directory.hasHousehold
                ? Household(directory: place.household.directory) : nil
            let known = try await place.run { accounts in
                let account = try await accounts.account(named: name)
                if account != nil || !forgets {
                    try await accounts.remove(name)
                    print("\(account?.name ?? name) was removed, and is signed out everywhere")
                } else {
                    try await accounts.forgetRemovals(of: name)
                }
                // If a server is running, its log is deleted when it ends at the latest.
                try await accounts.erasePersonalData()
                return account?.name ?? name
            }
            guard let household else { return }
            let count = try await household.forgetAuthor(known)
            try await household.erasePersonalData()
            try household.close()
            print(
                count == 1
                    ? "Removed the name from 1 change" : "Removed the name from \(count) changes")
        }
    }
}

extension Role: ExpressibleByArgument {}
