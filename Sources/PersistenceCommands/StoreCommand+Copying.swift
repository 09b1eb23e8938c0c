import ArgumentParser
import Foundation
import Persistence
import PersistenceInspection

extension StoreCommand {
    struct CopyCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "copy", abstract: "Copies all records into a new store.",
            discussion: """
                Either store can be a file or an address such as postgresql://host/database. Both are \
                compared afterwards by number and hash, so nothing should write to the first store \
                meanwhile.
                """)

        /// The types of store files.
        enum Kind: String, CaseIterable, ExpressibleByArgument {
            case sqlite, binary, xml

            var type: StoreType {
                switch self {
                case .sqlite: .sqlite
                case .binary: .binary
                case .xml: .xml
                }
            }
        }

        @Argument(help: "The store to copy: a file or an address.")
        var source: String

        @Argument(help: "The new store: a file or an address.")
        var target: String

        @Option(help: "The type of a new file.")
        var type = Kind.sqlite

        @OptionGroup var model: GivenModel

        @Flag(help: "Replace an existing file.")
        var replace = false

        func validate() throws {
            guard !replace, let path = StoreLocation(argument: target).path,
                FileManager.default.fileExists(atPath: path)
            else { return }
            throw ValidationError("The file \(path) already exists. Use --replace to replace it.")
        }

        func run() throws {
            let (old, new) = (StoreLocation(argument: source), try description)
            let model = try model.load()
            try PersistentStoreCoordinator.migratePersistentStore(at: old, to: new, model: model)
            let first = try StoreFingerprint(at: old, model: model)
            let second = try StoreFingerprint(at: new.location)
            let differences = first.differences(
                from: second, countsOnly: try !sharesNumbers(old, new.location))
            for difference in differences { print(difference) }
            guard differences.isEmpty else { throw ExitCode.failure }
            print("\(second.count) records of \(second.records.count) entities were copied.")
        }

        /// Whether the records of both stores have the same numbers; a copy with other numbers has
        /// another identifier.
        private func sharesNumbers(_ first: StoreLocation, _ second: StoreLocation) throws -> Bool {
            try PersistentStoreCoordinator.metadataForPersistentStore(at: first).identifier
                == PersistentStoreCoordinator.metadataForPersistentStore(at: second).identifier
        }

        private var description: StoreDescription {
            get throws {
                let location = StoreLocation(argument: target)
                guard case .address(let address) = location else {
                    return StoreDescription(type: type.type, location: location)
                }
                return try StoreDescription(address: address)
            }
        }
    }
}
