public import Persistence

extension Item {
    /// Gives the item other tags. Its version rises, so that whoever looks at it in another window is told.
    public func setTags(_ tags: Set<Tag>) {
        guard self.tags != tags else { return }
        self.tags = tags
        raiseVersion()
    }
}
