import Domain
import Persistence

/// A change of a type's name that comes after somebody else's.
struct StaleAssetType: Error {
    /// The type as it is saved now.
    let saved: AssetTypeValues
}

extension Inventory {
    /// Adds a type.
    ///
    /// - Throws: ``FormRefusal``.
    func addType(_ form: FormData) async throws -> AssetTypeValues {
        let input = AssetTypeInput(form, isNew: true)
        return try await change { context in
            let label = try input.label(nil, in: context)
            let type = AssetType(context: context)
            type.label = label
            try household.save(context)
            return try values(type, in: context)
        }
    }

    /// Renames a type.
    ///
    /// - Throws: ``FormRefusal``, ``StaleAssetType``, and a 404.
    func updateType(_ number: Int64, _ form: FormData) async throws -> AssetTypeValues {
        let input = AssetTypeInput(form, isNew: false)
        return try await change { context in
            let type = try assetType(number, in: context)
            if let version = input.version, version != type.rowVersion {
                throw StaleAssetType(saved: try values(type, in: context))
            }
            type.label = try input.label(type, in: context)
            try household.save(context)
            return try values(type, in: context)
        }
    }

    /// Deletes a type; its items lose it. Returns it as it was.
    ///
    /// - Throws: a 404.
    func deleteType(_ number: Int64) async throws -> AssetTypeValues {
        try await change { context in
            let type = try assetType(number, in: context)
            let values = try values(type, in: context)
            context.delete(type)
            try household.save(context)
            return values
        }
    }

    /// Gives the items of a type the one that a form names, and deletes the former. Returns the
    /// latter.
    ///
    /// - Throws: ``FormRefusal``, and a 404.
    func mergeType(_ number: Int64, _ form: FormData) async throws -> AssetTypeValues {
        var decoder = FormDecoder(form)
        let posted = decoder.id("into", label: "Merge", of: "type")
        let faults = decoder.faults
        return try await change { context in
            let type = try assetType(number, in: context)
            if !faults.isEmpty { throw FormRefusal(faults: faults) }
            let other = try otherType(posted.value, than: type, in: context)
            type.merge(into: other)
            try household.save(context)
            return try values(other, in: context)
        }
    }

    /// A type with the totals of its items.
    func values(_ type: AssetType, in context: ManagedObjectContext) throws -> AssetTypeValues {
        let label = AssetTypeLabel(type)
        let totals = try household.figures.totalsByType(of: ItemQuery(), in: context)
        return AssetTypeValues(label: label, totals: totals[label.number] ?? ItemTotals())
    }

    private func otherType(
        _ number: Int?, than type: AssetType, in context: ManagedObjectContext
    ) throws -> AssetType {
        func refusal(_ message: String) -> FormRefusal {
            FormRefusal(faults: [FormFault(field: "into", label: "Merge", message: message)])
        }
        guard let number else { throw refusal("choose the type that the items move to") }
        guard let other = try AssetType.find(Int64(number), in: context) else {
            throw FormRefusal(faults: [.unknownType("into", number)])
        }
        guard other !== type else { throw refusal("a type cannot be merged with itself") }
        return other
    }
}

/// A type as a form posts it.
private struct AssetTypeInput {
    private let posted: Posted<String>
    private let faults: [FormFault]
    /// The version that the form was filled from; nil where the last write wins.
    let version: Int64?

    init(_ form: FormData, isNew: Bool) {
        var decoder = FormDecoder(form)
        form.cardFaults.forEach { decoder.fail($0) }
        posted =
            form.cardFaults.isEmpty
            ? decoder.requiredLine("label", label: "Name", isNew: isNew, limit: 100) : .absent
        version = decoder.integer("version", label: "Version", in: 0...Int.max).value
            .map(Int64.init)
        faults = decoder.faults
    }

    /// The name that a type gets.
    ///
    /// - Throws: ``FormRefusal`` if it cannot be used, or another type has it.
    func label(_ type: AssetType?, in context: ManagedObjectContext) throws -> String? {
        if !faults.isEmpty { throw FormRefusal(faults: faults) }
        let label = posted.updating(type?.label)
        if let label,
            let other = try AssetType.labelled(label, otherThan: type, in: context)
        {
            throw FormRefusal(faults: [
                FormFault(
                    field: "label", label: "Name",
                    message: "there is a type “\(other.label ?? label)” already")
            ])
        }
        return label
    }
}

extension StaleAssetType {
    /// The conflict for programs, with the type as it is saved now.
    var error: SiteError {
        var error = SiteError.stale(
            "It has version \(saved.label.rowVersion) now. Read it again, or post without a "
                + "version.")
        error.members = [("current", saved.json)]
        return error
    }
}
