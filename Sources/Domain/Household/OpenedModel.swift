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
        try OpenedModel(sections: Household.modelNames, Household.modelClasses)
    }
    /// The model of those who sign in.
    static let ofAccounts = Result { try OpenedModel(sections: ["Accounts"], accountsModelClasses) }

    /// Reads the models of sections.
    ///
    /// - Throws: an error that names the model file and the fault.
    private init(sections: [String], _ classes: [ManagedObjectClass]) throws {
        let models = try sections.map { try ManagedObjectModel(contentsOf: ModelFolder.file($0)) }
        parts = zip(sections, models).map { name, model in
            ModelPart(name: name, entityNames: model.entities.map(\.name))
        }
        let model = try ManagedObjectModel(merging: models)
        try model.validate()
        layout = try ModelLayout(model, classes: classes)
    }
}
