import Foundation
import ObjectModel

/// Checks a predicate against a model and turns its constants into the types that they are compared
/// with.
struct PredicateResolver {
    var typer: PredicateTyper
    let now: Date

    func resolve(_ predicate: FetchPredicate) throws(FetchPredicateError) -> FetchPredicate {
        switch predicate {
        case .constant: return predicate
        case .and: return .and(try predicate.conjuncts.resolvedParts(resolve))
        case .or: return .or(try predicate.disjuncts.resolvedParts(resolve))
        case .not(let part): return .not(try resolve(part))
        case .comparison(let comparison): return .comparison(try resolve(comparison))
        }
    }

    func resolve(_ expression: FetchExpression) throws(FetchPredicateError) -> FetchExpression {
        let resolved: FetchExpression
        switch expression {
        case .constant, .evaluatedObject, .variable:
            return expression
        case .aggregate(let parts):
            resolved = .aggregate(try parts.resolvedParts(resolve))
        case .keyPath(let keys):
            resolved = joiningComposites(keys, from: typer.entity.number) { .keyPath($0) }
        case .keyPathOf(let base, let keys):
            resolved = try resolve(keys, of: try resolve(base))
        case .function(let name, let operands):
            resolved = try resolve(function: name, operands, at: expression)
        case .subquery(let collection, let variable, let predicate):
            resolved = try resolveSubquery(collection, variable, predicate, at: expression)
        case .conditional(let condition, let first, let second):
            resolved = .conditional(
                try resolve(condition), try resolve(first), try resolve(second))
        }
        do throws(FetchPredicateError) {
            _ = try typer.type(of: resolved)
        } catch {
            // The place is looked up by the expression as it was written.
            throw error.expression == resolved
                ? FetchPredicateError(error.message, at: expression) : error
        }
        return resolved
    }

    private func resolve(
        _ keys: [String], of base: FetchExpression
    ) throws(FetchPredicateError) -> FetchExpression {
        guard case .object(let number) = try typer.type(of: base).kind else {
            return .keyPathOf(base, keys)
        }
        return joiningComposites(keys, from: number) { base.appending($0) }
    }

    /// Makes one key of the keys of a composite attribute, leaves out `objectID` and `self`, which
    /// are the record itself, and makes `entity` of `entity.name`.
    private func joiningComposites(
        _ keys: [String], from number: Int, _ make: ([String]) -> FetchExpression
    ) -> FetchExpression {
        var result: [String] = []
        var entity: EntityLayout? = typer.model.entity(number)
        var index = 0
        while index < keys.count {
            let key = keys[index]
            guard let here = entity, !key.hasPrefix("@") else {
                result.append(key)
                index += 1
                continue
            }
            let longest = (index + 1...keys.count).reversed().first {
                here.slot(named: keys[index..<$0].joined(separator: ".")) != nil
            }
            if longest == nil, key == "objectID" || key == "self", index == keys.count - 1 {
                break
            }
            if longest == nil, key == "entity" {
                // The record's entity is its name.
                let rest = keys[(index + 1)...]
                result += [key] + (rest.first == "name" ? rest.dropFirst() : rest)
                break
            }
            let end = longest ?? index + 1
            let name = keys[index..<end].joined(separator: ".")
            result.append(name)
            let destination = here.slot(named: name)?.destinationNumber ?? 0
            entity = destination > 0 ? typer.model.entity(destination) : nil
            index = end
        }
        return result.isEmpty ? .evaluatedObject : make(result)
    }

    private func resolve(
        function name: String, _ operands: [FetchExpression], at expression: FetchExpression
    ) throws(FetchPredicateError) -> FetchExpression {
        let operands = try operands.resolvedParts(resolve)
        guard name != PredicateFunction.now.rawValue else { return .constant(.date(now)) }
        return .function(name, operands)
    }

    private func resolveSubquery(
        _ collection: FetchExpression, _ variable: String, _ predicate: FetchPredicate,
        at expression: FetchExpression
    ) throws(FetchPredicateError) -> FetchExpression {
        let collection = try resolve(collection)
        let type = try typer.type(of: collection)
        guard type.isCollection, case .object(let number) = type.kind else {
            throw FetchPredicateError("SUBQUERY needs a to-many relationship.", at: expression)
        }
        var inner = self
        inner.typer.variables[variable] = number
        return .subquery(
            collection: collection, variable: variable, predicate: try inner.resolve(predicate))
    }
}

extension Array {
    /// `map` for a closure that throws a predicate's error.
    func resolvedParts<Result>(
        _ transform: (Element) throws(FetchPredicateError) -> Result
    ) throws(FetchPredicateError) -> [Result] {
        var results: [Result] = []
        results.reserveCapacity(count)
        for element in self { results.append(try transform(element)) }
        return results
    }
}

extension FetchPredicate {
    /// The predicate for the records of an entity: every key path is checked, and constants become
    /// values of the type that they are compared with (`"12"` a number, `"2026-11-21"` a date).
    ///
    /// A predicate that was resolved stays the same when it is resolved again.
    ///
    /// - Throws: `FetchPredicateError` that names the unknown key with its entity, or the value that is
    ///   none of the type.
    public func resolved(
        for entity: EntityLayout, in model: ModelLayout
    ) throws(FetchPredicateError) -> FetchPredicate {
        try resolved(PredicateTyper(model: model, entity: entity))
    }

    func resolved(_ typer: PredicateTyper) throws(FetchPredicateError) -> FetchPredicate {
        guard depth <= Self.greatestDepth else {
            throw FetchPredicateError(
                "The predicate is nested more than \(Self.greatestDepth) levels deep. A long row of "
                    + "alternatives, or of conditions, is one list.")
        }
        return try PredicateResolver(typer: typer, now: Date()).resolve(self)
    }
}
