import ObjectModel

/// Finds the shortest way from the version of a store to another one.
struct MigrationChain {
    let versions: [ProgressiveMigration.Version]
    let mappings: [MappingModel]
    let destination: String

    private typealias Step = ProgressiveMigration.Step

    /// - Throws: `MigrationError` if there is none.
    func steps(from stored: ManagedObjectModel) throws -> [ProgressiveMigration.Step] {
        guard let goal = index(of: destination) else {
            throw MigrationError(
                entity: "The model", reason: "it has no version “\(destination)”")
        }
        // Of versions that are alike the newest one needs the fewest steps.
        guard
            let start = versions.indices.last(where: {
                versions[$0].model.hashesForComparison == stored.hashesForComparison
            })
        else {
            throw MigrationError(
                entity: "The store",
                reason: "it was written with none of the versions "
                    + versions.map { "“\($0.name)”" }.joined(separator: ", "))
        }
        if versions[goal].model.hashesForComparison == stored.hashesForComparison { return [] }
        do {
            return try chain(from: start, to: goal, dependsOnRecords: false)
        } catch is MigrationError {
            return try chain(from: start, to: goal, dependsOnRecords: true)
        }
    }

    private func index(of name: String) -> Int? { versions.firstIndex { $0.name == name } }

    /// Breadth first: what is found first is shortest. Mapping models come before inference.
    ///
    /// - Parameter dependsOnRecords: whether steps will do that fail if records lack a value.
    private func chain(
        from start: Int, to goal: Int, dependsOnRecords: Bool
    ) throws -> [Step] {
        var ways: [Int: [Step]] = [start: []]
        var queue = [start]
        var obstacle: MigrationError?
        while !queue.isEmpty {
            let place = queue.removeFirst()
            guard let way = ways[place] else { continue }
            if place == goal { return way }
            for next in nextPlaces(after: place, towards: goal) where ways[next] == nil {
                do {
                    ways[next] = way + [try step(from: place, to: next, dependsOnRecords)]
                    queue.append(next)
                } catch let error as MigrationError {
                    obstacle = obstacle ?? error
                }
            }
        }
        throw obstacle
            ?? MigrationError(
                entity: "The model",
                reason: "no steps lead from “\(versions[start].name)” to "
                    + "“\(versions[goal].name)”")
    }

    /// The farthest first, so that of chains of one length the one with the longest strides is taken.
    private func nextPlaces(after place: Int, towards goal: Int) -> [Int] {
        guard goal > place else { return [goal] }
        return (place + 1...goal).reversed()
    }

    private func step(
        from place: Int, to next: Int, _ dependsOnRecords: Bool
    ) throws -> Step {
        let (source, target) = (versions[place], versions[next])
        let mapping = mappings.first {
            $0.sourceVersion == source.name && $0.destinationVersion == target.name
        }
        if mapping == nil {
            if let passed = mappings.first(where: { passes(over: $0, from: place, to: next) }) {
                throw MigrationError(
                    entity: "The model",
                    reason: "the mapping from “\(passed.sourceVersion ?? "")” to "
                        + "“\(passed.destinationVersion ?? "")” would be passed over")
            }
            let inferred = try MappingModel.inferred(from: source.model, to: target.model)
            if !dependsOnRecords { try checkValues(inferred, from: source, to: target) }
        }
        return Step(source: source.name, destination: target.name, mapping: mapping)
    }

    private func checkValues(
        _ mapping: MappingModel, from source: ProgressiveMigration.Version,
        to target: ProgressiveMigration.Version
    ) throws {
        let mapping = VersionMapping(
            mapping, from: try ModelLayout(source.model), to: try ModelLayout(target.model))
        if let required = mapping.requiredProperties.first { throw required.failure(1) }
    }

    private func passes(over mapping: MappingModel, from place: Int, to next: Int) -> Bool {
        guard let first = mapping.sourceVersion.flatMap(index),
            let last = mapping.destinationVersion.flatMap(index)
        else { return false }
        return first >= min(place, next) && last <= max(place, next)
    }
}
