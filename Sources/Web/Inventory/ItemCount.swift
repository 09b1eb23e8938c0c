import Domain

/// Numbers of things in words.
enum ItemCount {
    /// `1 item`, `1,284 items`.
    static func text(_ count: Int) -> String { text(count, "item", "items") }

    /// `1 type`, `3 types`.
    static func text(_ count: Int, _ one: String, _ many: String) -> String {
        "\(count, grouped: true) \(count == 1 ? one : many)"
    }
}
