import CCurl
import Foundation

/// A message to send to a server, by mail or by POST.
///
/// libcurl resolves the server's name once, and asks for each address whether it may connect.
struct Letter: Sendable {
    /// An address of HTTP or SMTP, with or without encryption.
    var address: String
    var body: String
    /// The lines of the header, for HTTP.
    var fields: [String] = []
    /// The mailboxes, for SMTP.
    var sender = ""
    var recipient = ""
    var user = ""
    var password = ""
    /// Whether encryption has to begin within the connection.
    var startsTLS = false
    var reach = Reach.internet

    /// The reason why it did not arrive, as a sentence without addresses and passwords.
    struct Failure: Error, Equatable {
        let reason: String

        init(_ reason: String) { self.reason = reason }
    }

    /// The addresses that a letter may go to.
    enum Reach: Sendable {
        case internet
        /// Addresses of the internet and the local network, except this machine's own.
        case network
        case anywhere
    }

    /// The maximum number of bytes of an answer that are read.
    static let longestAnswer = 65_536
    /// The time limit of a letter.
    static let timeLimit = Duration.seconds(10)
    /// The number of letters that are sent at the same time.
    static let atOnce = 4
    private static let threads = {
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = atOnce
        return queue
    }()

    /// Sends the letter. The end of the task does not stop it, because it may have arrived already.
    ///
    /// - Throws: ``Failure``.
    func send(within limit: Duration = Letter.timeLimit) async throws {
        try await withCheckedThrowingContinuation {
            (continuation: CheckedContinuation<Void, any Error>) in
            Self.threads.addOperation {
                guard ccurl_load(), let client = ccurl_make() else {
                    let failure = Failure("libcurl is not installed on the server.")
                    return continuation.resume(throwing: failure)
                }
                continuation.resume(with: Result { try send(within: limit, by: client) })
                // A mail server may be slow to answer QUIT.
                ccurl_free(client)
            }
        }
    }

    private func send(within limit: Duration, by client: OpaquePointer) throws {
        let parts: [(CCurlPart, String)] = [
            (CCURL_ADDRESS, address), (CCURL_BODY, body), (CCURL_SENDER, sender),
            (CCURL_RECIPIENT, recipient), (CCURL_USER, user), (CCURL_PASSWORD, password),
        ]
        for (part, text) in parts + fields.map({ (CCURL_FIELD, $0) }) where !text.isEmpty {
            guard ccurl_set(client, part, text) else {
                throw Failure("There is not enough memory.")
            }
        }
        let time = Int64(limit / .milliseconds(1))
        let transfer = Transfer(reach)
        var answer = CCurlAnswer()
        let outcome = withExtendedLifetime(transfer) {
            ccurl_send(client, startsTLS, "Homeowner", time, time, transfer.caller, &answer)
        }
        try check(outcome, Int(answer.status))
    }

    private func check(_ outcome: CCurlOutcome, _ status: Int) throws {
        let isTaken = recipient.isEmpty && (200...299).contains(status)
        switch outcome {
        case CCURL_ANSWERED where isTaken || !recipient.isEmpty: return
        // The letter has arrived, even if its answer is too long.
        case CCURL_STOPPED where isTaken: return
        case CCURL_ANSWERED, CCURL_STOPPED:
            throw Failure(
                "The server answered with the status \(status)."
                    + ((300...399).contains(status) ? " Redirects are not followed." : ""))
        case CCURL_TIMED_OUT: throw Failure("The server did not answer in time.")
        case CCURL_FORBIDDEN: throw Failure(reach.refusal)
        case CCURL_UNTRUSTED: throw Failure("The certificate of the server is not trusted.")
        case CCURL_UNENCRYPTED: throw Failure("The server does not encrypt.")
        case CCURL_DENIED: throw Failure("The server refused the user or the password.")
        default:
            throw Failure(
                status >= 400
                    ? "The server refused it with the code \(status)."
                    : "The server cannot be reached, or closed the connection.")
        }
    }
}

extension Letter.Reach {
    /// Whether a letter may go to an address, of 4 or 16 bytes.
    func allows(_ address: [UInt8]) -> Bool {
        switch self {
        case .internet:
            PublicAddress.contains(address) && !NetworkAddresses.reach(PublicAddress.plain(address))
        case .network:
            (PublicAddress.contains(address) || PublicAddress.isPrivate(address))
                && !NetworkAddresses.isOwn(PublicAddress.plain(address))
        case .anywhere: true
        }
    }

    /// The reason for not sending to another address.
    var refusal: String {
        self == .network
            ? "The address is of this machine, or of special use. Nothing is sent there."
            : "The address is of the local network or this machine. An owner can allow the local "
                + "network in the settings of the reminders."
    }
}

/// The answers to libcurl's questions during a transfer, all on one thread.
private final class Transfer {
    private let reach: Letter.Reach
    private var count = 0

    init(_ reach: Letter.Reach) {
        self.reach = reach
    }

    /// The callbacks; the transfer has to outlive them.
    var caller: CCurlCaller {
        CCurlCaller(
            context: Unmanaged.passUnretained(self).toOpaque(),
            take: { context, _, _, count in Transfer.at(context)?.take(count) ?? false },
            goes_on: { _ in true },
            may_connect: { context, bytes, count in
                let address = UnsafeRawBufferPointer(start: bytes, count: count)
                return Transfer.at(context)?.reach.allows(Array(address)) ?? false
            })
    }

    private static func at(_ context: UnsafeMutableRawPointer?) -> Transfer? {
        context.map { Unmanaged<Transfer>.fromOpaque($0).takeUnretainedValue() }
    }

    private func take(_ bytes: Int) -> Bool {
        count += bytes
        return count <= Letter.longestAnswer
    }
}
