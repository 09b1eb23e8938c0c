/// A record of a store in a context.
open class ManagedObject {
}
extension ManagedObject: Hashable {
    public static func == (first: ManagedObject, second: ManagedObject) -> Bool { first === second }
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
