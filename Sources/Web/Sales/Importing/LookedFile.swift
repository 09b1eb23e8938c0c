import Domain

/// The outcome of reading a chosen file.
enum LookedFile: Sendable {
    /// It was read, and would do this.
    case plan(ImportFile, ImportPlan)
    /// It cannot be read until a person says where its columns go.
    case unclear(ImportFault, ImportOutline)
    /// It cannot be read until a person says how its characters are written.
    case undecoded(CSVFault, [EncodingSample])

    /// Whether it has what looks like the number of a card; such a file is not kept.
    var hasCardNumber: Bool {
        switch self {
        case .plan(let file, _): file.hasCardNumber
        case .unclear(_, let outline): outline.hasCardNumber
        // One with such a number is refused before.
        case .undecoded: false
        }
    }

    /// Whether a person has something to say of how it is read, apart from where its columns go.
    var isAsked: Bool {
        switch self {
        case .plan(let file, let plan): plan.counts.refused > 0 && !file.openDayColumns.isEmpty
        case .unclear: false
        case .undecoded: true
        }
    }

    /// The file, if all of it can be imported, and there is something to do.
    var applicableFile: ImportFile? {
        guard case .plan(let file, let plan) = self, plan.isApplicable else { return nil }
        return file
    }
}
