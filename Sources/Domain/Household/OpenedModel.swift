import ObjectModel
import Persistence

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
