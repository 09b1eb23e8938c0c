import ArgumentParser
import Backup
import Domain
import Persistence

/// The location of a household, as command-line options.
struct HouseholdOptions: ParsableArguments {
    @Option(
        name: .customLong("data"), help: "The folder of the records and pictures.",
        completion: .directory)
    var data = "./data"

    @Option(
        name: .customLong("store"),
        help: ArgumentHelp(
            "A PostgreSQL database for the records, such as postgresql://user@host/name. Several "
                + "servers can share it.", valueName: "address"))
    var store: String?

    @Option(
        name: .customLong("images"),
        help: ArgumentHelp(
            "With --store, the folder of the pictures, shared by all servers. Default: the folder of "
                + "--data.", valueName: "folder"),
        completion: .directory)
    var images: String?

    func validate() throws {
        guard images == nil || store != nil else {
            throw ValidationError(
                "--images needs --store; without it, --data names the folder.")
        }
        guard let store else { return }
        do { _ = try StoreDescription(address: store) } catch {
            throw ValidationError(
                "--store takes the address of a PostgreSQL database, as in "
                    + "postgresql://user@host/name.")
        }
    }

    /// The folder for everything outside of the database.
    var folder: String { images ?? data }

    var directory: DataDirectory { DataDirectory(path: folder, storeAddress: store) }

    /// A short description without secrets.
    var description: String { directory.place }

    /// Reads the household, or a current copy of it if a server has it open.
    ///
    /// - Throws: ``CommandError`` if there is none; errors of the store and of the closure.
    func reading<Value>(_ body: (Household) throws -> Value) throws -> Value {
        guard try directory.hasHousehold else {
            throw CommandError("There is no household in \(description).")
        }
        return try HouseholdCopy.reading(directory, body)
    }
}
