extension SQLCompiler {
    func condition(_ comparison: FetchComparison, positive: Bool) throws -> SQLFragment {
        if let search = comparison.wordSearch {
            return try condition(search, positive: positive)
        }
        switch comparison.modifier {
        case .any:
            return try exists(try collection(comparison.left), positive: positive) { member in
                try condition(member, comparison, positive: true)
            }
        case .all:
            return try exists(try collection(comparison.left), positive: !positive) { member in
                try condition(member, comparison, positive: false)
            }
        case .direct:
            break
        }
        let left = try typer.type(of: comparison.left)
        let right = try typer.type(of: comparison.right)
        if comparison.op == .contains, left.isCollection {
            return try membership(
                of: comparison.right, in: comparison.left, comparison.options, positive: positive)
        }
        if comparison.op == .in, right.isCollection, !isAggregate(comparison.right) {
            return try membership(
                of: comparison.left, in: comparison.right, comparison.options, positive: positive)
        }
        return try condition(
            try scalar(comparison.left), comparison, positive: positive)
    }

    private func isAggregate(_ expression: FetchExpression) -> Bool {
        if case .aggregate = expression { true } else { false }
    }

    /// Whether any member of a collection satisfies a condition.
    func exists(
        _ collection: SQLCollection, positive: Bool,
        _ condition: (SQLScalar) throws -> SQLFragment
    ) throws -> SQLFragment {
        let inner = try condition(try member(of: collection))
        return "\(raw: positive ? "EXISTS" : "NOT EXISTS") (\(select("1", collection, inner)))"
    }

    private func membership(
        of value: FetchExpression, in collection: FetchExpression,
        _ options: FetchComparison.Options, positive: Bool
    ) throws -> SQLFragment {
        let value = try scalar(value)
        if case .aggregate(let parts) = collection {
            return try isOne(of: parts, value, options, positive: positive)
        }
        return try exists(try self.collection(collection), positive: positive) { member in
            try equality(member, value, options, positive: true)
        }
    }

    private func condition(
        _ left: SQLScalar, _ comparison: FetchComparison, positive: Bool
    ) throws -> SQLFragment {
        let options = comparison.options
        switch comparison.op {
        case .in:
            guard case .aggregate(let parts) = comparison.right else {
                return dialect.truth(!positive)
            }
            return try isOne(
                of: parts, left, options, isBehindRelationship: comparison.left.isLongKeyPath,
                positive: positive)
        case .between:
            return try isBetween(left, comparison.right, options, positive: positive)
        default:
            break
        }
        let right = try scalar(comparison.right)
        switch comparison.op {
        case .equal: return try equality(left, right, options, positive: positive)
        case .notEqual: return try equality(left, right, options, positive: !positive)
        case .less, .lessOrEqual, .greater, .greaterOrEqual:
            if left.hasNoOrder || right.hasNoOrder { return dialect.truth(!positive) }
            try demandComparable(left, right)
            try demandExactNumbers(left, right)
            let sign = comparison.op.rawValue
            let (first, second) = (try folded(left, options), try folded(right, options))
            return atom("\(first) \(raw: sign) \(second)", positive: positive)
        default:
            return try text(left, comparison.op, right, options, positive: positive)
        }
    }

    // MARK: Equality

    func equality(
        _ left: SQLScalar, _ right: SQLScalar, _ options: FetchComparison.Options, positive: Bool
    ) throws -> SQLFragment {
        if left.isNotANumber || right.isNotANumber { return dialect.truth(!positive) }
        if right.isNullConstant {
            return "\(left.fragment) IS\(raw: positive ? "" : " NOT") NULL"
        }
        if left.isNullConstant {
            return try equality(right, left, options, positive: positive)
        }
        if areOfOtherEntities(left, right) { return bothAbsent(left, right, positive: positive) }
        try demandSameTruth(left, right)
        try demandExactNumbers(left, right)
        let (first, second) = (try folded(left, options), try folded(right, options))
        if !positive { return dialect.isOther(first, second) }
        let isSimple = left.constant != nil || right.constant != nil
        return isSimple ? "\(first) = \(second)" : dialect.isSame(first, second)
    }

    /// Whether both are records of unrelated entities, whose keys may be equal by chance.
    private func areOfOtherEntities(_ left: SQLScalar, _ right: SQLScalar) -> Bool {
        guard case .object(let first) = left.type.kind, case .object(let second) = right.type.kind,
            first != second
        else { return false }
        let numbers = 1...schema.layout.entities.count
        guard numbers.contains(first), numbers.contains(second) else { return true }
        return schema.layout.entity(first).rootNumber != schema.layout.entity(second).rootNumber
    }

    /// Missing records are equal, whatever their entities.
    private func bothAbsent(_ left: SQLScalar, _ right: SQLScalar, positive: Bool) -> SQLFragment {
        if left.constant != nil || right.constant != nil { return dialect.truth(!positive) }
        let absent: SQLFragment = "(\(left.fragment) IS NULL AND \(right.fragment) IS NULL)"
        return positive ? absent : "NOT \(absent)"
    }

    private func isOne(
        of parts: [FetchExpression], _ value: SQLScalar, _ options: FetchComparison.Options,
        isBehindRelationship: Bool = false, positive: Bool
    ) throws -> SQLFragment {
        var constants: [SQLScalar] = []
        var alternatives: [SQLFragment] = []
        for part in parts {
            let scalar = try scalar(part)
            if scalar.constant != nil, !scalar.hasNoOrder {
                if !areOfOtherEntities(value, scalar) { constants.append(scalar) }
            } else {
                alternatives.append(try equality(value, scalar, options, positive: true))
            }
        }
        if !constants.isEmpty, !value.hasNoOrder {
            try constants.forEach { try demandComparable(value, $0) }
            let (value, list) = (try folded(value, options), try list(constants, options))
            let isIn: SQLFragment = "\(value) IN \(list)"
            alternatives.insert(
                isBehindRelationship ? dialect.requiringNotNull(of: value, isIn) : isIn, at: 0)
        }
        guard !alternatives.isEmpty else { return dialect.truth(!positive) }
        return atom(Self.joined(alternatives[...], "OR"), positive: positive)
    }

    /// One parameter per value. A long list of integers or texts is a single parameter, so that the
    /// statement is the same for every length.
    private func list(
        _ constants: [SQLScalar], _ options: FetchComparison.Options
    ) throws -> SQLFragment {
        let values = try constants.map { try folded($0, options) }
        if values.count > 500, let list = dialect.list(values.flatMap(\.bindings)) { return list }
        return "(\(SQLFragment.joined(values, ", ")))"
    }

    private func isBetween(
        _ value: SQLScalar, _ ends: FetchExpression, _ options: FetchComparison.Options,
        positive: Bool
    ) throws -> SQLFragment {
        guard case .aggregate(let parts) = ends, parts.count == 2 else {
            if case .constant(.null) = ends { return dialect.truth(!positive) }
            throw SQLTranslationError(reason: "the ends of BETWEEN are not a list")
        }
        let (low, high) = (try scalar(parts[0]), try scalar(parts[1]))
        if value.hasNoOrder || low.hasNoOrder || high.hasNoOrder {
            return dialect.truth(!positive)
        }
        try demandComparable(value, low)
        try demandComparable(value, high)
        let (first, last) = (try folded(low, options), try folded(high, options))
        return atom(
            "\(try folded(value, options)) BETWEEN \(first) AND \(last)", positive: positive)
    }

    private func demandComparable(_ left: SQLScalar, _ right: SQLScalar) throws {
        // SQL cannot compare bytes that may be in an external file.
        if left.type.isExternal || right.type.isExternal {
            throw SQLTranslationError(reason: "the data may be in an external file")
        }
        try demandSameTruth(left, right)
    }

    /// PostgreSQL does not compare truth values with numbers.
    private func demandSameTruth(_ left: SQLScalar, _ right: SQLScalar) throws {
        guard !dialect.booleansAreIntegers else { return }
        if (left.type.kind == .boolean) != (right.type.kind == .boolean) {
            throw SQLTranslationError(reason: "a truth value is compared with a number")
        }
    }

    // MARK: Texts

    /// Folds texts for the comparison; other values stay as they are.
    func folded(_ scalar: SQLScalar, _ options: FetchComparison.Options) throws -> SQLFragment {
        let options = TextFolding.effective(options)
        guard !options.isEmpty, scalar.type.isText else { return scalar.fragment }
        if case .string(let text) = scalar.constant {
            return SQLFragment(parameter: .string(TextFolding.folded(text, options)))
        }
        try demandFunctions(for: "texts are compared without their case or accents")
        return "predicate_fold(\(scalar.fragment), \(raw: options.rawValue))"
    }

    private func text(
        _ left: SQLScalar, _ op: FetchComparison.Operator, _ right: SQLScalar,
        _ options: FetchComparison.Options, positive: Bool
    ) throws -> SQLFragment {
        if left.isNullConstant || right.isNullConstant { return dialect.truth(!positive) }
        let options = TextFolding.effective(options)
        if options.isEmpty, op == .beginsWith, case .string(let text) = right.constant,
            let range = prefixRange(left.fragment, text)
        {
            return atom(range, positive: positive)
        }
        if options.isEmpty, op == .contains {
            return atom(dialect.contains(left.fragment, right.fragment), positive: positive)
        }
        try demandFunctions(for: "texts are compared by “\(op.rawValue)”")
        let name =
            switch op {
            case .beginsWith: "predicate_begins"
            case .endsWith: "predicate_ends"
            case .like: "predicate_like"
            case .matches: "predicate_matches"
            default: "predicate_contains"
            }
        let pattern = op == .matches ? right.fragment : try folded(right, options)
        return atom(
            "\(raw: name)(\(left.fragment), \(pattern), \(raw: options.rawValue))",
            positive: positive)
    }

    /// PostgreSQL converts integers to floating point when it compares them, which changes those
    /// beyond 2⁵³.
    private func demandExactNumbers(_ left: SQLScalar, _ right: SQLScalar) throws {
        guard dialect == .postgreSQL,
            Set([left.type.kind, right.type.kind]) == [.integer, .double]
        else { return }
        let isSmall = [left, right].contains { operand in
            switch operand.constant {
            case .integer(let number): number.magnitude < 1 << 53
            case .double(let number): number.magnitude < 0x1p53
            default: false
            }
        }
        guard !isSmall else { return }
        throw SQLTranslationError(
            reason: "whole numbers are compared with floating-point ones")
    }

    /// Throws if the engine cannot call functions of this process.
    func demandFunctions(for work: String) throws {
        if !dialect.supportsUserFunctions { throw SQLTranslationError(reason: work) }
    }

    /// Compares a prefix as a range of texts, which an index can search.
    func prefixRange(_ value: SQLFragment, _ prefix: String) -> SQLFragment? {
        var scalars = Array(prefix.unicodeScalars)
        guard let last = scalars.popLast(),
            let next = Unicode.Scalar(last.value == 0xD7FF ? 0xE000 : last.value + 1)
        else { return nil }
        var end = String.UnicodeScalarView()
        end.append(contentsOf: scalars)
        end.append(next)
        let low = SQLFragment(parameter: .string(prefix))
        let high = SQLFragment(parameter: .string(String(end)))
        return "(\(value) >= \(low) AND \(value) < \(high))"
    }
}

extension FetchExpression {
    fileprivate var isLongKeyPath: Bool {
        if case .keyPath(let keys) = self { keys.count > 1 } else { false }
    }
}
