/// An object whose record somebody else deleted, as long as anybody holds it.
struct DepartedObject {
    weak var object: ManagedObject?
}
