/// The bits of `NSFlagsKey`.
struct ModelCacheFlags: OptionSet {
    let rawValue: Int
    static let external = ModelCacheFlags(rawValue: 4)
    static let preserved = ModelCacheFlags(rawValue: 16)
}
