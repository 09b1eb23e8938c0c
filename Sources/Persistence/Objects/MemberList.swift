/// Objects without duplicates, in an order, with quick answers to whether one is among them.
struct MemberList {
    private(set) var objects: [ManagedObject] = []
    private var positions: [ObjectIdentifier: Int] = [:]

    init() {}

    init(_ objects: some Sequence<ManagedObject>) {
        for object in objects { append(object) }
    }

    var isEmpty: Bool { objects.isEmpty }
    var count: Int { objects.count }

    func contains(_ object: ManagedObject) -> Bool {
        positions[ObjectIdentifier(object)] != nil
    }

    func index(of object: ManagedObject) -> Int? {
        positions[ObjectIdentifier(object)]
    }

    /// Adds an object at the end, unless it is there.
    @discardableResult
    mutating func append(_ object: ManagedObject) -> Bool {
        guard positions.updateValueIfAbsent(objects.count, forKey: ObjectIdentifier(object))
        else { return false }
        objects.append(object)
        return true
    }

    /// Takes an object out.
    ///
    /// - Parameter keepingOrder: whether the others keep their order, which takes time in
    ///   proportion to their number.
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
    /// Sets the value of a key that has none. Returns whether it had none.
    fileprivate mutating func updateValueIfAbsent(_ value: Value, forKey key: Key) -> Bool {
        if self[key] != nil { return false }
        self[key] = value
        return true
    }
}
