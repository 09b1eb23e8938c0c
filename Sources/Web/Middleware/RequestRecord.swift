import Domain
import Foundation
import HTTPTypes
import Hummingbird
import Logging

/// Adds the request ID and timings to each response, and logs one line.
///
/// The line has the path, but neither the query nor the body, which contain what people typed; card
/// numbers in a path are masked, and secrets left out.
enum RequestRecord {
    static func finish(
        _ response: inout Response, to request: Request, _ context: SiteContext
    ) {
        let total = context.timing.total
        // Formatted once for both the response and the log.
        let id = context.requestID
        response.headers.append(HTTPField(name: .requestID, value: id))
        response.headers.append(
            HTTPField(name: .serverTiming, value: context.timing.header(total: total)))
        log(request, response, context, id, total)
        if request.method == .head { response = response.createHeadResponse() }
    }

    static func shown(_ path: String) -> String {
        withoutSecrets(withoutCardNumbers(path))
    }

    private static func withoutSecrets(_ path: String) -> String {
        guard path.utf8.count > 43 else { return path }
        return path.split(separator: "/", omittingEmptySubsequences: false).map {
            Secret($0) == nil ? $0 : "(secret)"
        }.joined(separator: "/")
    }

    private static func withoutCardNumbers(_ path: String) -> String {
        let decoded =
            path.utf8.contains(UInt8(ascii: "%")) ? path.removingPercentEncoding ?? path : path
        return CardNumber.isCertain(in: decoded)
            ? CardNumber.masked(decoded.filter { !$0.isNewline }) : path
    }

    private static func log(
        _ request: Request, _ response: Response, _ context: SiteContext, _ id: String,
        _ total: Duration
    ) {
        let level: Logger.Level = response.status.kind == .serverError ? .error : .info
        context.logger.log(
            level: level, "\(request.method.rawValue) \(shown(request.uri.path))",
            metadata: [
                SiteContext.requestIDKey: .string(id),
                "status": .stringConvertible(response.status.code),
                "bytes": response.body.contentLength.map { .stringConvertible($0) }
                    ?? .string("streamed"),
                "duration": .stringConvertible(total),
            ])
    }
}
