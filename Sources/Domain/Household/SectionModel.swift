public import Persistence

/// The model of a section: its file, and the classes of its records.
public struct SectionModel: Sendable {
    /// The name of the file without its extension: `Inventory`.
    public let name: String
    /// Where the file is; nil for beside those of the household.
    let path: String?
    let classes: [ManagedObjectClass]

    /// - Parameters:
    ///   - name: the name of the file without its extension.
    ///   - path: where the file is. Default: beside those of the household.
    ///   - classes: what was generated from it.
    public init(_ name: String, at path: String? = nil, _ classes: [ManagedObjectClass]) {
        self.name = name
        self.path = path
        self.classes = classes
    }

    /// The file.
    ///
    /// - Throws: ``HouseholdError`` that lists where it was looked for.
    var file: String { get throws { try path ?? ModelFolder.file(name) } }

    /// The models of every household.
    static let all = [
        SectionModel("Inventory", inventoryModelClasses),
        SectionModel("Sales", salesModelClasses),
        SectionModel("Groceries", groceriesModelClasses),
        SectionModel("Books", booksModelClasses),
        SectionModel("Places", placesModelClasses),
    ]
}
