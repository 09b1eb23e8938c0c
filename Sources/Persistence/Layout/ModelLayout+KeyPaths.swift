extension ModelLayout {
    /// The name of the property behind a key path of a class, with dots where the path leads through
    /// relationships to one (`author.name` for `\.author?.name`); nil if there is none.
    func key(of keyPath: AnyKeyPath, in objectClass: ManagedObject.Type) -> String? {
        if let name = entity(of: objectClass)?.keyPaths.names[keyPath] { return name }
        if let name = composedKeys(of: objectClass).names[keyPath] { return name }
        // A class that several entities share, or that is the parent of the entities' classes.
        if let name = entities.lazy.compactMap({ $0.keyPaths.names[keyPath] }).first { return name }
        guard let name = composedKey(of: keyPath, in: objectClass) else { return nil }
        addComposedKeys(KeyPathNames([keyPath: name]), of: objectClass)
        return name
    }

    /// The name of a key path with several steps. Swift does not give the steps of a key path, but describes
    /// each as it describes the key path that has this step alone.
    private func composedKey(of keyPath: AnyKeyPath, in objectClass: ManagedObject.Type) -> String?
    {
        let description = keyPath.debugDescription
        let start = "\\\(Self.name(ofRootOf: keyPath))."
        guard description.hasPrefix(start), var entity = entity(of: objectClass) else { return nil }
        var rest = description.dropFirst(start.count)
        var names: [String] = []
        while true {
            guard let (name, step) = entity.longestStep(at: rest) else { return nil }
            names.append(name)
            rest = rest.dropFirst(step)
            // The end, with the mark of an optional value that is kept as it is, or one step more that says how
            // the text is sorted.
            if rest.allSatisfy({ $0 == "?" })
                || LocalizedStandardText.isEnd(of: keyPath) && rest.split(separator: ".").count == 1
            {
                return names.joined(separator: ".")
            }
            guard let number = entity.slot(named: name)?.destinationNumber, number > 0,
                let next = rest.firstIndex(of: "."), rest[..<next].allSatisfy({ "?!".contains($0) })
            else { return nil }
            entity = self.entity(number)
            rest = rest[rest.index(after: next)...]
        }
    }

    fileprivate static func name(ofRootOf keyPath: AnyKeyPath) -> String {
        "\(type(of: keyPath).rootType)"
    }
}

extension EntityLayout {
    /// The property whose key path's description a text begins with, and how many characters that takes.
    fileprivate func longestStep(at text: Substring) -> (name: String, count: Int)? {
        keyPaths.names.compactMap { keyPath, name in
            let start = "\\\(ModelLayout.name(ofRootOf: keyPath))."
            let step = keyPath.debugDescription.dropFirst(start.count)
            return text.hasPrefix(step) ? (name, step.count) : nil
        }.max { $0.1 < $1.1 }
    }
}
