import Foundation
public import Persistence

public final class Recipe: ManagedObject {
    override public func awakeFromInsert() {
        dateAdded = Date()
    }
}

public final class Cook: ManagedObject {
    override public func willSave() {
        name = name?.trimmingCharacters(in: .whitespaces)
    }
}

public final class Step: ManagedObject {
    override public func validate(_ value: AttributeValue, forKey key: String) throws {
        guard key == "text", case .string(let text) = value, text.allSatisfy(\.isWhitespace)
        else { return }
        throw PersistenceError.validation([
            fault(.managedObjectValidation, key: key, reason: "text says nothing")
        ])
    }
}

public final class Ingredient: ManagedObject {}
