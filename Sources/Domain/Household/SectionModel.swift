public import Persistence

/// The model of a section: its file and generated classes, and its rules for saves.
public struct SectionModel: Sendable {
    /// The name of the file without its extension: `Inventory`.
    public let name: String
    /// The path of the file; nil for the household's folder of models.
    let path: String?
    let classes: [ManagedObjectClass]
    /// The rules before a save, in this order: those that depend on others' saves, consecutive
    /// numbers, and files. Rules for a single record are in its `willSave()` and similar methods.
    private(set) var saveSteps: [SaveStep] = []
    /// The missing values of records of earlier versions, in this order.
    private(set) var fillings: [RecordFilling] = []

    /// A rule before a save.
    typealias SaveStep = @Sendable (PendingSave) throws -> Void

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

    private init(
        _ name: String, _ classes: [ManagedObjectClass], before saveSteps: [SaveStep],
        filling fillings: [RecordFilling] = []
    ) {
        self.init(name, classes)
        (self.saveSteps, self.fillings) = (saveSteps, fillings)
    }

    /// The models of every household: of its sections, and of what they share.
    static let all = [
        SectionModel(
            "Inventory", inventoryModelClasses,
            before: [
                Placement.apply, Item.fillFigures, ItemNumbering.numberNewItems,
                ValueRecord.record, { $0.household.itemImages.followDeletions($0) },
            ], filling: [ItemNumbering.filling, ValueNotice.filling, Item.figuresFilling]),
        SectionModel(
            "Sales", salesModelClasses,
            before: [
                UndoStep.forgetPersons, Item.unmarkItemsOfDeletedLines, Customer.updateFigures,
                SaleNumbering.keepNumbers, NumberSeries.keepCounts,
                { $0.household.shopCurrency.follow($0) },
            ], filling: [Sale.counting, Product.codeKeeping, Customer.filling]),
        SectionModel("Groceries", groceriesModelClasses, before: [UndoStep.recordGroceries]),
        SectionModel("Books", booksModelClasses),
        SectionModel("Places", placesModelClasses, before: [Place.updateFavorites]),
        SectionModel("Undo", undoModelClasses),
    ]
}
