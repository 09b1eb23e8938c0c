public import Persistence

extension Item {
    /// Sets the item's tags and raises its version, so that edits in other windows conflict.
    public func setTags(_ tags: Set<Tag>) {
        guard self.tags != tags else { return }
        self.tags = tags
        raiseVersion()
    }
}
