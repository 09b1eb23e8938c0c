package import Foundation
package import ObjectModel

extension ManagedObjectModel {
    /// The names of the entities of a configuration; none if there is no such configuration.
    func entityNames(ofConfiguration name: String) -> Set<String> {
        Set(configurations.filter { $0.name == name }.flatMap(\.entityNames))
    }

    /// The version hash of each entity, over what decides how records are stored: predicates and
    /// expressions, which the model cache spells otherwise, do not count.
    package var hashesForComparison: [String: Data] {
        var model = self
        for index in model.entities.indices {
            model.entities[index].fetchedProperties = []
            for attribute in model.entities[index].attributes.indices {
                model.entities[index].attributes[attribute].derivationExpression = nil
            }
        }
        return model.entityVersionHashesByName
    }
}
