public import ObjectModel

extension ManagedObjectModel {
    /// The faults in predicates and expressions that the model holds as text: of fetch request
    /// templates, fetched properties, indexes and validation.
    ///
    /// The model's own `check()` does not parse them.
    public func predicateFaults() -> [ModelFault] {
        PredicateCheck(self).run()
    }
}

private struct PredicateCheck {
    private let model: ManagedObjectModel
    /// Nil for a model with errors, whose keys cannot be looked up.
    private let layout: ModelLayout?

    init(_ model: ManagedObjectModel) {
        self.model = model
        let isSound = !model.check().contains { $0.severity == .error }
        layout = isSound ? try? ModelLayout(model) : nil
    }

    func run() -> [ModelFault] {
        let templates = model.fetchRequestTemplates.compactMap { template in
            fault(in: template.predicateFormat, for: template.entityName).map {
                fault(.error, "the predicate of the fetch request \(template.name): \($0)")
            }
        }
        return model.entities.flatMap(faults) + templates
    }

    private func faults(of entity: EntityDescription) -> [ModelFault] {
        let properties = entity.fetchedProperties.compactMap { property in
            fault(in: property.fetchRequest.predicateFormat, for: property.fetchRequest.entityName)
                .map { fault(.error, "its predicate: \($0)", entity.name, property.name) }
        }
        let rules = entity.attributes.flatMap { attribute in
            attribute.validationPredicates.compactMap { rule in
                fault(in: rule.format, for: nil).map {
                    fault(.error, "its validation predicate: \($0)", entity.name, attribute.name)
                }
            }
        }
        let wholes = entity.validationPredicates.compactMap { rule in
            fault(in: rule.format, for: entity.name).map {
                fault(.error, "its validation predicate: \($0)", entity.name)
            }
        }
        return properties + rules + wholes + entity.indexes.flatMap { faults(of: $0, entity) }
    }

    private func faults(
        of index: FetchIndexDescription, _ entity: EntityDescription
    ) -> [ModelFault] {
        // Without keys, only the form of an expression is checked.
        let spelling = SQLIndexExpression { $0 }
        let unused = "SQL of indexes cannot say it, and the store does without the index"
        var faults: [ModelFault] = []
        if let format = index.partialIndexPredicateFormat {
            if let reason = fault(in: format, for: entity.name) {
                faults.append(fault(.error, "its predicate: \(reason)", entity.name, index.name))
            } else if spelling.condition(format) == nil {
                faults.append(
                    fault(.warning, "its predicate: \(unused)", entity.name, index.name))
            }
        }
        for format in index.elements.compactMap(\.expression) where spelling.value(format) == nil {
            faults.append(
                fault(.warning, "the expression \(format): \(unused)", entity.name, index.name))
        }
        return faults
    }

    /// The fault of a format as a predicate of an entity; nil if there is none.
    private func fault(in format: String?, for entity: String?) -> String? {
        guard let format else { return nil }
        do {
            let predicate = try FetchPredicate(format: format)
            if let layout, let entity = entity.flatMap(layout.entity(named:)) {
                _ = try predicate.resolved(for: entity, in: layout)
            }
            return nil
        } catch let error as PredicateSyntaxError {
            return error.message
        } catch {
            return "\((error as? FetchPredicateError)?.message ?? "\(error)")"
        }
    }

    private func fault(
        _ severity: ModelFault.Severity, _ message: String, _ entity: String? = nil,
        _ property: String? = nil
    ) -> ModelFault {
        ModelFault(
            severity, file: model.source, entityName: entity, propertyName: property,
            // Model faults have no full stop.
            message: message.hasSuffix(".") ? String(message.dropLast()) : message)
    }
}
