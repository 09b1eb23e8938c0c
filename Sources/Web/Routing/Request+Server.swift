import Hummingbird

extension Request {
    /// The server as the client knows it: `https://house.local:8080`. ``ProxyCheck`` has determined
    /// the scheme.
    var server: String {
        (head.scheme == "https" ? "https://" : "http://") + (head.authority ?? "localhost")
    }
}
