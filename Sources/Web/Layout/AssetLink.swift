import Mustache

/// The address of a static file, with the hash of its content: `/css/base.css?v=5f1c0a`.
struct AssetLink: Sendable, MustacheParent {
    var path: String

    func child(named name: String) -> Any? {
        name == "path" ? path : nil
    }
}
