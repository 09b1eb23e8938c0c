import Foundation
public import Persistence

/// A backup code for two-step sign-in, in case the phone is lost; it can be used once.
public final class DrawerCode: ManagedObject {}

extension DrawerCode {
    /// The number of codes that a person gets at once.
    static let count = 10

    static func all(of person: Person, in context: ManagedObjectContext) throws -> [DrawerCode] {
        try context.fetch(FetchRequest<DrawerCode>(.key("person") == person.objectID))
    }

    /// The code that was typed, regardless of spaces and hyphens.
    static func find(
        _ typed: String, of person: Person, in context: ManagedObjectContext
    ) throws -> DrawerCode? {
        let hash = Secret.hash(typed.uppercased())
        return try all(of: person, in: context).first { $0.codeHash == hash }
    }

    /// Replaces a person's codes by new ones.
    ///
    /// - Returns: the codes to write down, 80 bits in groups of four.
    static func renew(of person: Person, in context: ManagedObjectContext) throws -> [String] {
        try forget(of: person, in: context)
        return (0..<count).map { _ in
            let text = CodeSecret(byteCount: 10).text
            let code = DrawerCode(context: context)
            code.person = person
            code.codeHash = Secret.hash(text)
            return stride(from: 0, to: text.count, by: 4).map { start in
                String(text.dropFirst(start).prefix(4))
            }.joined(separator: "-")
        }
    }

    static func forget(of person: Person, in context: ManagedObjectContext) throws {
        for code in try all(of: person, in: context) { context.delete(code) }
    }
}
