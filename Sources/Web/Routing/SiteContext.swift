import Hummingbird
import Logging

/// What belongs to one request while it is answered.
struct SiteContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// Where the time of the request went.
    let timing = ServerTiming()
    /// Where the request comes from and who sends it.
    let visit: Visit

    init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        visit = Visit(source.channel.remoteAddress)
    }

    /// Who sends the request.
    var viewer: Viewer { visit.viewer }

    /// What the server keeps the name of a request under, among what is logged.
    static let requestIDKey = "hb.request.id"

    /// A name for the request in logs and in the answer.
    var requestID: String { logger[metadataKey: Self.requestIDKey].map { "\($0)" } ?? "" }

    /// The value of a placeholder in the route.
    ///
    /// - Throws: a 404 if the route has no such placeholder, or its text is no such value.
    func parameter<Value: LosslessStringConvertible>(
        _ name: String, as type: Value.Type = String.self
    ) throws(SiteError) -> Value {
        guard let text = parameters.get(name), let value = Value(text) else { throw .notFound() }
        return value
    }
}
