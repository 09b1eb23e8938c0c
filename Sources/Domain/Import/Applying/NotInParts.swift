/// A table cannot be imported in parts: what its rows do holds only once all of them are done.
struct NotInParts: Error {}
