/// A list of unique objects with fast membership tests.
struct MemberList {
    private(set) var objects: [ManagedObject] = []
    /// The index of each object; nil until the first change of a list without duplicates, because
    /// most lists from a store are only iterated.
    private var known: [ObjectIdentifier: Int]? = [:]

    init() {}

    /// A list of objects without duplicates.
    init(unique objects: [ManagedObject]) {
        self.objects = objects
        known = nil
    }

    init(_ objects: some Sequence<ManagedObject>) {
        for object in objects { append(object) }
    }

    var isEmpty: Bool { objects.isEmpty }
    var count: Int { objects.count }

    func contains(_ object: ManagedObject) -> Bool { index(of: object) != nil }

    func index(of object: ManagedObject) -> Int? {
        guard let known else { return objects.firstIndex { $0 === object } }
        return known[ObjectIdentifier(object)]
    }

    /// The same list, with indexes for many membership tests.
    func indexed() -> MemberList {
        var list = self
        list.known = positions
        return list
    }

    private var positions: [ObjectIdentifier: Int] {
        get {
            if let known { return known }
            return Dictionary(
                zip(objects.lazy.map { ObjectIdentifier($0) }, objects.indices),
                uniquingKeysWith: { first, _ in first })
        }
        _modify {
            var positions = positions
            known = nil
            defer { known = positions }
            yield &positions
        }
    }

    /// Appends an object, unless it is in the list.
    @discardableResult
    mutating func append(_ object: ManagedObject) -> Bool {
        guard positions.updateValueIfAbsent(objects.count, forKey: ObjectIdentifier(object))
        else { return false }
        objects.append(object)
        return true
    }

    /// Removes an object.
    ///
    /// - Parameter keepingOrder: whether the others keep their order, which takes linear time.
    @discardableResult
    mutating func remove(_ object: ManagedObject, keepingOrder: Bool) -> Bool {
        guard let index = positions.removeValue(forKey: ObjectIdentifier(object)) else {
            return false
        }
        if keepingOrder {
            objects.remove(at: index)
            renumber(from: index)
        } else {
            let last = objects.removeLast()
            if last !== object {
                objects[index] = last
                positions[ObjectIdentifier(last)] = index
            }
        }
        return true
    }

    /// Moves an object to an index, at most the last one.
    mutating func move(from source: Int, to destination: Int) {
        let object = objects.remove(at: source)
        objects.insert(object, at: min(max(destination, 0), objects.count))
        renumber(from: min(source, max(destination, 0)))
    }

    private mutating func renumber(from start: Int) {
        for index in start..<objects.count { positions[ObjectIdentifier(objects[index])] = index }
    }
}

extension Dictionary {
    /// Sets the value of a new key. Returns whether it was new.
    fileprivate mutating func updateValueIfAbsent(_ value: Value, forKey key: Key) -> Bool {
        if self[key] != nil { return false }
        self[key] = value
        return true
    }
}
