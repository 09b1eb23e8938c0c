/// The addresses of the groceries.
extension SitePath {
    static let groceries = SitePath("/groceries")
    static let clearGroceries = groceries.below("clear")
    static let undoGroceries = groceries.below("undo")
    static let redoGroceries = groceries.below("redo")

    static func grocery(_ id: some PathPart) -> SitePath { groceries.below("\(id)") }

    static func tickGrocery(_ id: some PathPart) -> SitePath { grocery(id).below("tick") }
}
