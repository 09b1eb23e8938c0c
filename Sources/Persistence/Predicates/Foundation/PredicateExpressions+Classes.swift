import Foundation

extension PredicateExpressions.TypeCheck: PredicateExpressionConvertible {
    func converted(by converter: PredicateConverter) throws(FetchPredicateError) -> Converted {
        guard let objectClass = Desired.self as? ManagedObject.Type else {
            throw FetchPredicateError("#Predicate: “is \(Desired.self)” is not of a record.")
        }
        guard let entity = converter.model.entity(of: objectClass) else {
            throw FetchPredicateError("#Predicate: \(ModelLayout.absence(of: objectClass)).")
        }
        let names = converter.model.family(of: entity).map(\.name)
        let name = try converter.expression(input).appending(["entity"])
        return .predicate(
            names.count == 1 ? name == names[0] : name.isIn(Array(names)))
    }
}
