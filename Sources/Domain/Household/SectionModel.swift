public import Persistence

/// The model of a section: its file and generated classes.
public struct SectionModel: Sendable {
    /// The name of the file without its extension: `Inventory`.
    public let name: String
    /// The path of the file; nil for the household's folder of models.
    let path: String?
    let classes: [ManagedObjectClass]

    /// - Parameters:
    ///   - name: the name of the file without its extension.
    ///   - path: the path of the file. Default: in the household's folder of models.
    ///   - classes: the generated classes.
    public init(_ name: String, at path: String? = nil, _ classes: [ManagedObjectClass]) {
        self.name = name
        self.path = path
        self.classes = classes
    }

    /// The path of the file.
    ///
    /// - Throws: ``HouseholdError`` that lists the searched places.
    var file: String { get throws { try path ?? ModelFolder.file(name) } }

    /// The models of every household: of its sections, and of what they share.
    static let all = [
        SectionModel("Inventory", inventoryModelClasses),
        SectionModel("Sales", salesModelClasses),
        SectionModel("Groceries", groceriesModelClasses),
        SectionModel("Books", booksModelClasses),
        SectionModel("Places", placesModelClasses), SectionModel("Undo", undoModelClasses),
    ]
}
