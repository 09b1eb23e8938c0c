import Foundation

/// The addresses of the models and their records.
extension SitePath {
    static let model = SitePath("/model")

    /// The address of an entity. Its name may come from any model, so it is escaped; braces stay, for
    /// the route.
    static func modelEntity(_ name: String) -> SitePath { model.below(escaped(name)) }

    private static func escaped(_ name: String) -> String {
        let plain = CharacterSet.alphanumerics.union(CharacterSet(charactersIn: "_-.{}"))
        return name.addingPercentEncoding(withAllowedCharacters: plain) ?? ""
    }

    /// The address of a record.
    static func modelRecord(
        _ entity: String, _ number: some PathPart
    ) -> SitePath {
        modelEntity(entity).below("\(number)")
    }

    /// The address of an attribute's bytes.
    static func modelBytes(
        _ entity: String, _ number: some PathPart, _ attribute: String
    ) -> SitePath {
        modelRecord(entity, number).below(escaped(attribute))
    }

    /// The address of a thumbnail of these bytes.
    static func modelThumbnail(
        _ entity: String, _ number: some PathPart, _ attribute: String
    ) -> SitePath {
        modelBytes(entity, number, attribute).below("thumbnail")
    }
}
