/// The bits of `NSFlagsKey`.
struct ModelCacheFlags: OptionSet {
    let rawValue: Int
    static let external = ModelCacheFlags(rawValue: 4)
    static let preserved = ModelCacheFlags(rawValue: 16)

    /// The key of *Index in Spotlight*. It is none of Apple's, whose place for it is not known; an archive may
    /// have keys that its reader does not look for.
    static let spotlightKey = "PersistenceIsIndexedBySpotlight"
}
