extension ModelLayout {
    /// The name of the property behind a key path of a class, with dots where the path leads through
    /// relationships to one (`author.name` for `\.author?.name`); nil if there is none.
    func key(of keyPath: AnyKeyPath, in objectClass: ManagedObject.Type) -> String? {
        if let name = entity(of: objectClass)?.keyPaths.names[keyPath] { return name }
        if let name = composedKeys(of: objectClass).names[keyPath] { return name }
        // A class that several entities share, or that is the parent of the entities' classes.
        if let name = entities.lazy.compactMap({ $0.keyPaths.names[keyPath] }).first { return name }
        guard let entity = entity(of: objectClass),
            let name = KeyPathProbe.key(of: keyPath, in: entity, of: self)
        else { return nil }
        addComposedKeys(KeyPathNames([keyPath: name]), of: objectClass)
        return name
    }
}
