import ObjectModel
import Persistence

/// A model as it is needed to open a store: read, merged, checked and laid out, once for all that a process
/// opens.
struct OpenedModel: Sendable {
    /// What each model file brings to the model.
    let parts: [ModelPart]
    let layout: ModelLayout

    /// The model of all sections.
    static let ofHouseholds = Result {
        try OpenedModel(SectionModel.all)
    }
    /// The model of those who sign in.
    static let ofAccounts = Result {
        try OpenedModel([SectionModel("Accounts", accountsModelClasses)])
    }

    /// The model of all sections, and of further ones.
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
