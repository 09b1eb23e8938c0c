/// The roles in which this executable starts itself as a child, for work in a separate process.
enum ChildRole {
    case serveByHand(store: String, page: String, port: Int)
    case load(LoadGenerator)
    case guess(GuessGenerator)
    case thumbnails(picture: String, count: Int)
    case thumbnailsOnAllCores(picture: String, count: Int)

    /// Parses the arguments that ``arguments`` makes; nil if they are others.
    init?(_ arguments: [String]) {
        let values = Array(arguments.dropFirst())
        switch (arguments.first, values.count) {
        case ("--serve-by-hand", 3):
            guard let port = Int(values[2]) else { return nil }
            self = .serveByHand(store: values[0], page: values[1], port: port)
        case ("--load", 6...):
            guard let port = Int(values[0]), let seconds = Double(values[1]),
                let requests = Int(values[2]), let connections = Int(values[3])
            else { return nil }
            self = .load(
                LoadGenerator(
                    port: port, seconds: seconds, requests: requests, connections: connections,
                    headers: values[4], paths: Array(values[5...])))
        case ("--guess", 4):
            guard let port = Int(values[0]), let requests = Int(values[1]),
                let connections = Int(values[2]), let isSpread = Bool(values[3])
            else { return nil }
            self = .guess(
                GuessGenerator(
                    port: port, requests: requests, connections: connections, isSpread: isSpread))
        case ("--thumbnails", 2):
            guard let count = Int(values[1]) else { return nil }
            self = .thumbnails(picture: values[0], count: count)
        case ("--thumbnails-on-all-cores", 2):
            guard let count = Int(values[1]) else { return nil }
            self = .thumbnailsOnAllCores(picture: values[0], count: count)
        default:
            return nil
        }
    }

    var arguments: [String] {
        switch self {
        case .serveByHand(let store, let page, let port):
            ["--serve-by-hand", store, page, String(port)]
        case .load(let load):
            [
                "--load", String(load.port), String(load.seconds), String(load.requests),
                String(load.connections), load.headers,
            ] + load.paths
        case .guess(let guess):
            [
                "--guess", String(guess.port), String(guess.requests), String(guess.connections),
                String(guess.isSpread),
            ]
        case .thumbnails(let picture, let count):
            ["--thumbnails", picture, String(count)]
        case .thumbnailsOnAllCores(let picture, let count):
            ["--thumbnails-on-all-cores", picture, String(count)]
        }
    }

    func run() async throws {
        switch self {
        case .serveByHand(let store, let page, let port):
            try await HandwrittenServer(store: store, page: page).run(port: port)
        case .load(let load):
            print(try load.run().text)
        case .guess(let guess):
            try guess.run()
        case .thumbnails(let picture, let count):
            print(try VipsThumbnail.minimumSeconds(for: picture, count: count))
        case .thumbnailsOnAllCores(let picture, let count):
            print(try VipsThumbnail.secondsOnAllCores(for: picture, count: count))
        }
    }
}
