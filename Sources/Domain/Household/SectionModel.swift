import Foundation
import ObjectModel
public import Persistence

/// The model of a section: its file and generated classes, and its rules for saves.
public struct SectionModel: Sendable {
    /// The name of the file without its extension: `Inventory`.
    public let name: String
    /// The path of the file; nil for the household's folder of models.
    let path: String?
    let classes: [ManagedObjectClass]
    /// The kinds of its records that can be imported.
    let importKinds: @Sendable () -> [ImportKind]
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
    ///   - importing: the kinds of its records that can be imported. Default: its described ones.
    public init(
        _ name: String, at path: String? = nil, _ classes: [ManagedObjectClass],
        importing kinds: @autoclosure @escaping @Sendable () -> [ImportKind]? = nil
    ) {
        self.name = name
        self.path = path
        self.classes = classes
        importKinds = { kinds() ?? Self.described(classes).map { $0.importKind } }
    }

    /// The classes whose records are described.
    static func described(_ classes: [ManagedObjectClass]) -> [any DescribedRecord.Type] {
        classes.compactMap { $0.objectClass as? any DescribedRecord.Type }
    }

    /// The path of the file.
    ///
    /// - Throws: ``HouseholdError`` that lists the searched places.
    var file: String { get throws { try path ?? ModelFolder.file(name) } }

    private init(
        _ name: String, _ classes: [ManagedObjectClass], before saveSteps: [SaveStep],
        filling fillings: [RecordFilling] = [],
        importing kinds: @autoclosure @escaping @Sendable () -> [ImportKind]
    ) {
        self.init(name, classes, importing: kinds())
        (self.saveSteps, self.fillings) = (saveSteps, fillings)
    }

    /// The models of every household: of its sections, and of what they share.
    static let all = [
        SectionModel(
            "Inventory", inventoryModelClasses,
            before: [
                Placement.apply, Item.fillFigures, ItemNumbering.numberNewItems,
                ValueRecord.record, { $0.household.itemImages.followDeletions($0) },
            ], filling: [ItemNumbering.filling, ValueNotice.filling, Item.figuresFilling],
            importing: [.items, .assetTypes]),
        SectionModel(
            "Sales", salesModelClasses,
            before: [
                UndoStep.forgetPersons, Item.unmarkItemsOfDeletedLines, Customer.updateFigures,
                SaleNumbering.keepNumbers, NumberSeries.keepCounts,
                { $0.household.shopCurrency.follow($0) },
            ], filling: [Sale.counting, Product.codeKeeping, Customer.filling],
            importing: [.customers, .products, .sales, .lines, .payments, .stock]),
        SectionModel(
            "Groceries", groceriesModelClasses, before: [UndoStep.recordGroceries],
            importing: [.groceries]),
        SectionModel("Books", booksModelClasses, importing: [.books]),
        SectionModel(
            "Places", placesModelClasses, before: [Place.updateFavorites],
            importing: [.places]),
        SectionModel("Undo", undoModelClasses),
    ]
}

/// Finds the folder of the model files: beside the program, or where a package puts it.
enum ModelFolder {
    /// The model file of a section.
    ///
    /// - Throws: ``HouseholdError`` that lists the searched places.
    static func file(_ section: String) throws(HouseholdError) -> String {
        let name = section + ".xcdatamodeld"
        for place in places {
            let path = "\(place)/\(name)"
            if access(path, F_OK) == 0 { return path }
        }
        throw HouseholdError(
            "The model \(name) was not found. It was looked for in "
                + places.joined(separator: ", ") + ".")
    }

    /// The places for the build and the archive, and for packages. `Bundle.module` would end a
    /// program that was moved after the build.
    private static let places: [String] = {
        let bundle = "homeowner_Domain.resources"
        var places = [Bundle.main.bundleURL.appendingPathComponent(bundle).path]
        if let program = Bundle.main.executableURL?.resolvingSymlinksInPath() {
            let prefix = program.deletingLastPathComponent().deletingLastPathComponent()
            places.append(prefix.appendingPathComponent("share/homeowner/models").path)
        }
        return places + ["/usr/share/homeowner/models"]
    }()
}

/// A model that is read, merged, checked and laid out once for a process.
struct OpenedModel: Sendable {
    /// The parts of the model, by model file.
    let parts: [ModelPart]
    let layout: ModelLayout

    /// The model of all sections.
    static let ofHouseholds = Result {
        try OpenedModel(SectionModel.all)
    }
    /// The model of the accounts.
    static let ofAccounts = Result {
        try OpenedModel([SectionModel("Accounts", accountsModelClasses)])
    }

    /// The model of all sections and further ones.
    ///
    /// - Throws: an error that names the model file and the fault.
    static func ofHouseholds(adding further: [SectionModel]) throws -> OpenedModel {
        try further.isEmpty ? ofHouseholds.get() : OpenedModel(SectionModel.all + further)
    }

    /// Reads the models of sections.
    ///
    /// - Throws: an error that names the model file and the fault.
    private init(_ sections: [SectionModel]) throws {
        let models = try sections.map { try ManagedObjectModel(contentsOf: $0.file) }
        parts = zip(sections, models).map { section, model in
            ModelPart(name: section.name, entityNames: model.entities.map(\.name))
        }
        let model = try ManagedObjectModel(merging: models)
        try model.validate()
        layout = try ModelLayout(model, classes: sections.flatMap(\.classes))
    }
}

/// The part of a household's model from one model file.
public struct ModelPart: Sendable {
    /// The name of the file without its extension: `Inventory`.
    public let name: String
    /// The names of its entities, in the order of the file.
    public let entityNames: [String]
}
