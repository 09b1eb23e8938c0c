import ObjectModel

extension MigrationPlan {
    /// Triggers name tables, columns and entities by number. Those of a derivation that this library
    /// cannot write itself stay only where all of these do.
    func checkTriggers() throws {
        guard !shape.triggers.isEmpty, !isAdditive else { return }
        let layout = destination.layout
        for entity in layout.entities {
            for slot in entity.slots
            where slot.attribute?.isDerived == true
                && slot.declaringEntityNumber == entity.number
            {
                let isKnown = layout.derivations.contains {
                    $0.entityNumber == entity.number && $0.slot == slot.number
                }
                guard !isKnown else { continue }
                throw MigrationError(
                    entity: entity.name, property: slot.name,
                    reason: "it is derived by triggers of the store, which cannot be carried over")
            }
        }
    }

    /// R-trees are made anew.
    var dropPlaceSteps: [MigrationStep] {
        shape.placeTables.map { MigrationStep("DROP TABLE \"\($0)\"") }
    }

    /// The statements for the triggers that the newer version wants: the older ones as they are,
    /// where they still fit, and new ones, for which what they keep is computed first.
    var triggerSteps: [MigrationStep] {
        let wanted = destination.triggers
        let changed = Set(wanted).symmetricDifference(source.triggers)
        let changedNames = Set(changed.compactMap { StoreSQL.name(madeBy: $0) })
        let kept =
            isAdditive
            ? shape.triggers.filter {
                !$0.name.hasPrefix("Z_RT_") && !changedNames.contains($0.name)
            } : []
        let keptNames = Set(kept.map(\.name))
        let isComplete = wanted.allSatisfy { statement in
            keptNames.contains { statement.contains(" \($0) ") }
        }
        let fills =
            isComplete
            ? []
            : SQLTriggerBuilder(layout: destination.layout, entities: destination.entities)
                .fillStatements
        let places = destination.placeIndexes.flatMap {
            [$0.createStatement, $0.fillStatement] + $0.triggers
        }
        return (fills + kept.map(\.sql) + wanted + places).map { MigrationStep($0) }
    }
}
