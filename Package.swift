// swift-tools-version: 6.2
import PackageDescription

let swiftSettings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

/// What only the application uses. Whoever takes the libraries alone (`traits: []`) fetches none of it.
func application(_ product: String, of package: String) -> Target.Dependency {
    .product(name: product, package: package, condition: .when(traits: ["Application"]))
}

/// A release compiles the pages, the largest module, in groups of files and for size: the two cores of a small machine
/// share the work, and after a change only what changed is compiled again. Pages take as long to make as with
/// the whole module at once. Four large groups take a fifth less than twenty small ones, each of which reads
/// the interfaces of all other modules.
let inGroups: [SwiftSetting] = [
    .unsafeFlags(
        [
            "-Osize", "-no-whole-module-optimization", "-enable-batch-mode", "-driver-batch-count",
            "4",
        ],
        .when(configuration: .release))
]

/// `make run TLS=0` leaves encryption out, whose C++ is a sixth of what a release compiles.
let withoutTLS = Context.environment["HOMEOWNER_TLS"] == "0"
let encryption: [Target.Dependency] =
    withoutTLS
    ? []
    : [
        application("HummingbirdTLS", of: "hummingbird"),
        application("NIOSSL", of: "swift-nio-ssl"),
    ]

// The commands need it, those of the library too.
let argumentParser: Package.Dependency = .package(
    url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")

let package = Package(
    name: "homeowner",
    products: [
        .library(name: "ObjectModel", targets: ["ObjectModel"]),
        .library(name: "Persistence", targets: ["Persistence"]),
        .library(name: "PersistenceInspection", targets: ["PersistenceInspection"]),
        .library(name: "PersistencePostgreSQL", targets: ["PersistencePostgreSQL"]),
        .executable(name: "homeowner", targets: ["Homeowner"]),
        .executable(name: "persistence", targets: ["PersistenceTool"]),
        .plugin(name: "ModelCompilerPlugin", targets: ["ModelCompilerPlugin"]),
    ],
    traits: [
        .trait(name: "Application", description: "The web application, with all that it fetches."),
        .default(enabledTraits: ["Application"]),
    ],
    dependencies: [
        .package(
            url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1",
            // Without its support for configuration files, and the package that this takes.
            traits: ["FullFoundation"]),
        .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
        argumentParser,
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl.git", from: "2.37.2"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    ],
    targets: [
        .systemLibrary(
            name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        // Persistence itself does without: whoever builds that alone needs no libpq.
        .systemLibrary(name: "CLibpq", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
        .systemLibrary(name: "CMagic", pkgConfig: "libmagic", providers: [.apt(["libmagic-dev"])]),
        // The headers of libvips, which need those of GLib. The program loads the library itself, when
        // the first picture comes, so that nothing may be linked with it here.
        .systemLibrary(name: "CVips", pkgConfig: "glib-2.0", providers: [.apt(["libvips-dev"])]),
        .systemLibrary(
            name: "CNettle", pkgConfig: "nettle", providers: [.apt(["nettle-dev"])]),
        .systemLibrary(name: "CMalloc"),
        // Reads Markdown when the program is built; the program itself does without.
        .systemLibrary(
            name: "CCommonMark", pkgConfig: "libcmark", providers: [.apt(["libcmark-dev"])]),
        .systemLibrary(
            name: "CSodium", pkgConfig: "libsodium", providers: [.apt(["libsodium-dev"])]),
        .systemLibrary(
            name: "CQrencode", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"])]),
        .target(name: "CLateLibrary"),
        .target(name: "CPictures", dependencies: ["CLateLibrary", "CVips"]),
        .target(name: "CGraphviz", dependencies: ["CLateLibrary"]),
        .target(name: "CArchive", dependencies: ["CLateLibrary"]),
        .target(name: "CCurl", dependencies: ["CLateLibrary"]),
        .target(name: "CGnuTLS", dependencies: ["CLateLibrary"]),
        .target(name: "CZBar", dependencies: ["CLateLibrary"]),
        .target(name: "CFiles"),
        .target(name: "ObjectModel", swiftSettings: swiftSettings),
        .executableTarget(
            name: "ModelCompiler", dependencies: ["ObjectModel"], swiftSettings: swiftSettings),
        .plugin(
            name: "ModelCompilerPlugin", capability: .buildTool(), dependencies: ["ModelCompiler"]),
        .executableTarget(
            name: "GuideCompiler", dependencies: ["CCommonMark"], swiftSettings: swiftSettings),
        .plugin(
            name: "GuideCompilerPlugin", capability: .buildTool(), dependencies: ["GuideCompiler"]),
        .target(
            name: "Persistence", dependencies: ["ObjectModel", "CSQLite", "CZlib"],
            exclude: ["README.md"], swiftSettings: swiftSettings),
        // Looks into whole stores: lists their records, counts and compares them.
        .target(
            name: "PersistenceInspection", dependencies: ["Persistence", "ObjectModel"],
            swiftSettings: swiftSettings),
        // The commands for model files and stores, of `homeowner` and of `persistence`.
        .target(
            name: "PersistenceCommands",
            dependencies: [
                "Persistence", "PersistenceInspection", "ObjectModel",
                application("ArgumentParser", of: "swift-argument-parser"),
            ], swiftSettings: swiftSettings),
        .executableTarget(
            name: "PersistenceTool",
            dependencies: [
                "PersistenceCommands",
                application("ArgumentParser", of: "swift-argument-parser"),
            ], swiftSettings: swiftSettings),
        .target(
            name: "PersistencePostgreSQL", dependencies: ["Persistence", "ObjectModel", "CLibpq"],
            swiftSettings: swiftSettings),
        .target(
            name: "Imaging", dependencies: ["CMagic", "CPictures", "CZBar"],
            swiftSettings: swiftSettings),
        .target(
            name: "Drawing", dependencies: ["Imaging", "CPictures"],
            resources: [.embedInCode("Parts.svg")], swiftSettings: swiftSettings),
        .target(
            name: "Domain",
            dependencies: ["CNettle", "CSodium", "ObjectModel", "Persistence", "Imaging"],
            resources: [
                .copy("Accounts/Accounts.xcdatamodeld"),
                .copy("Inventory/Inventory.xcdatamodeld"), .copy("Sales/Sales.xcdatamodeld"),
                .copy("Groceries/Groceries.xcdatamodeld"), .copy("Books/Books.xcdatamodeld"),
                .copy("Places/Places.xcdatamodeld"), .copy("Undo/Undo.xcdatamodeld"),
            ],
            swiftSettings: swiftSettings),
        .target(
            name: "Backup",
            dependencies: [
                "CArchive", "CFiles", "Domain", "Imaging", "ObjectModel", "Persistence",
                "PersistenceInspection",
            ],
            swiftSettings: swiftSettings),
        .target(
            name: "PhotoSources",
            dependencies: ["CCurl", "Domain", "Imaging"], swiftSettings: swiftSettings),
        .target(
            name: "Web",
            dependencies: [
                "Backup", "CCurl", "CGnuTLS", "CGraphviz", "CMalloc", "CQrencode", "CZlib",
                "Domain",
                "Imaging", "Persistence",
                "ObjectModel",
                application("Hummingbird", of: "hummingbird"),
                application("HummingbirdCore", of: "hummingbird"),
                application("Mustache", of: "swift-mustache"),
                application("Logging", of: "swift-log"),
                application("NIOCore", of: "swift-nio"),
                application("NIOHTTP1", of: "swift-nio"),
                application("NIOPosix", of: "swift-nio"),
                application("HTTPTypes", of: "swift-http-types"),
                application("ServiceLifecycle", of: "swift-service-lifecycle"),
                application("UnixSignals", of: "swift-service-lifecycle"),
            ] + encryption,
            exclude: withoutTLS ? ["Serving/Certificate.swift"] : [],
            swiftSettings: swiftSettings + inGroups
                + (withoutTLS ? [.define("WITHOUT_TLS")] : []),
            plugins: ["GuideCompilerPlugin"]),
        .executableTarget(
            name: "Homeowner",
            dependencies: [
                "Web", "Backup", "Domain", "Drawing", "Imaging", "Persistence",
                "PersistenceCommands", "PersistencePostgreSQL", "PhotoSources", "ObjectModel",
                application("ArgumentParser", of: "swift-argument-parser"),
                application("Logging", of: "swift-log"),
            ], swiftSettings: swiftSettings),
        .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: swiftSettings),
        .target(
            name: "TestPictures", dependencies: ["CPictures", "Drawing", "Imaging"],
            path: "Tests/TestPictures", swiftSettings: swiftSettings),
        .testTarget(
            name: "ObjectModelTests", dependencies: ["ObjectModel"],
            swiftSettings: swiftSettings),
        .testTarget(
            name: "PersistenceTests",
            dependencies: [
                "Persistence", "PersistenceInspection", "ObjectModel", "CSQLite", "TestSupport",
            ],
            swiftSettings: swiftSettings),
        .testTarget(
            name: "ImagingTests",
            dependencies: ["Imaging", "Drawing", "CPictures", "CQrencode", "TestPictures"],
            swiftSettings: swiftSettings),
        .testTarget(
            name: "DrawingTests", dependencies: ["Drawing", "Imaging"],
            swiftSettings: swiftSettings),
        .testTarget(
            name: "DomainTests",
            dependencies: [
                "Domain", "ObjectModel", "Persistence", "Imaging", "Drawing", "TestSupport",
                "CSQLite",
            ],
            swiftSettings: swiftSettings),
        .testTarget(
            name: "BackupTests",
            dependencies: [
                "Backup", "Domain", "Imaging", "Drawing", "ObjectModel", "Persistence",
                "PersistenceInspection", "TestSupport",
            ],
            exclude: ["Goldens"], swiftSettings: swiftSettings),
        .testTarget(
            name: "PhotoSourcesTests",
            dependencies: [
                "PhotoSources", "Domain", "Imaging", "Drawing",
                application("Hummingbird", of: "hummingbird"),
                application("HummingbirdTesting", of: "hummingbird"),
                application("HTTPTypes", of: "swift-http-types"),
                application("NIOCore", of: "swift-nio"),
            ], swiftSettings: swiftSettings),
        .testTarget(
            name: "WebTests",
            dependencies: [
                "CZlib", "Web", "Backup", "Domain", "Imaging", "Drawing", "Persistence",
                "ObjectModel", "TestPictures", "TestSupport",
                application("Hummingbird", of: "hummingbird"),
                application("HummingbirdTesting", of: "hummingbird"),
                application("HTTPTypes", of: "swift-http-types"),
                application("Logging", of: "swift-log"),
                application("NIOCore", of: "swift-nio"),
                application("NIOPosix", of: "swift-nio"),
                application("NIOSSL", of: "swift-nio-ssl"),
                application("Mustache", of: "swift-mustache"),
                application("ServiceLifecycle", of: "swift-service-lifecycle"),
            ], exclude: ["Servers", "Snapshots"], swiftSettings: swiftSettings),
        .testTarget(
            name: "HomeownerTests",
            dependencies: [
                "Homeowner", "PersistenceCommands", "PersistenceTool", "CSQLite", "Imaging",
                "Drawing", "TestPictures", "TestSupport",
                application("ArgumentParser", of: "swift-argument-parser"),
            ], exclude: ["Servers"], swiftSettings: swiftSettings),
    ]
)

// The test targets that `make test FILTER=…` needs.
if let tests = Context.environment["HOMEOWNER_TESTS"] {
    let wanted = Set(tests.split(separator: " ").map(String.init))
    package.targets.removeAll { $0.type == .test && !wanted.contains($0.name) }
}

// What starts a server of PostgreSQL's.
if Context.environment["HOMEOWNER_POSTGRESQL"] != nil
    || Context.environment["HOMEOWNER_BENCHMARKS"] != nil
{
    package.targets.append(
        .target(
            name: "PostgreSQLServer", dependencies: ["CLibpq"], path: "Tests/PostgreSQLServer",
            swiftSettings: swiftSettings))
}

// For `make test-postgresql` alone: these tests start a server. The others are left out then.
if Context.environment["HOMEOWNER_POSTGRESQL"] != nil {
    package.targets.removeAll { $0.type == .test }
    package.targets += [
        .testTarget(
            name: "PersistencePostgreSQLTests",
            dependencies: [
                "PersistencePostgreSQL", "PostgreSQLServer", "Persistence",
                "PersistenceInspection", "ObjectModel", "TestSupport",
            ],
            swiftSettings: swiftSettings),
        // The application on several servers.
        .testTarget(
            name: "ServersTests",
            dependencies: [
                "PersistencePostgreSQL", "PostgreSQLServer", "Web", "Backup", "Domain", "Drawing",
                "Imaging", "Persistence", "PersistenceInspection", "TestSupport",
                application("Hummingbird", of: "hummingbird"),
                application("HummingbirdTesting", of: "hummingbird"),
                application("HTTPTypes", of: "swift-http-types"),
                application("Logging", of: "swift-log"),
                application("NIOCore", of: "swift-nio"),
            ],
            path: "Tests/WebTests", exclude: ["Snapshots"],
            sources: [
                "Servers", "TestSite.swift", "Inventory/InventoryClient.swift",
                "Goldens/GoldenHousehold.swift", "Goldens/GoldenHousehold+People.swift",
                "Goldens/GoldenLists.swift",
                "Goldens/GoldenValue.swift", "Goldens/GoldenClient+Undoing.swift",
                "Import/ImportFile+Data.swift",
                "People/SignInClient.swift",
                "Sales/SalesClient.swift", "Serving/RawConnection.swift",
                "Serving/ApplicationProtocol+Serving.swift",
            ], swiftSettings: swiftSettings),
        // The program on a database, as a process.
        .testTarget(
            name: "ProgramServersTests",
            dependencies: [
                "Homeowner", "PersistencePostgreSQL", "PostgreSQLServer", "Domain", "Drawing",
                "Imaging", "Persistence", "PersistenceInspection",
            ],
            path: "Tests/HomeownerTests",
            sources: [
                "Servers", "Program/FewAtATime.swift", "Program/Program.swift",
                "Program/RunningServer.swift",
            ], swiftSettings: swiftSettings),
        // What every store has to do, on this one.
        .testTarget(
            name: "StoreConformanceTests",
            dependencies: [
                "PersistencePostgreSQL", "PostgreSQLServer", "Persistence",
                "PersistenceInspection", "ObjectModel", "CSQLite", "TestSupport",
            ],
            path: "Tests/PersistenceTests",
            sources: [
                "StoreConformance", "Support", "Fetching/AsynchronousFetchTests.swift",
                "Fetching/FetchProgressTests.swift", "Fetching/FetchRequestTemplateTests.swift",
                "Objects", "FetchedResults", "Observation", "Nesting", "Undo",
                "Documentation/Article.swift",
                "History/HistoryStore.swift", "History/HistoryTests.swift",
                "History/HistoryAuthorTests.swift", "History/HistoryForgettingTests.swift",
                "Goldens/Garden.swift",
                "Migration/Farm.swift", "Predicates/Catalog.swift",
                "Predicates/PredicateGenerator.swift", "SQLiteStore/Query/BothWaysTests.swift",
                "SQLiteStore/Corpus.swift", "SQLiteStore/RawDatabase.swift",
                "SQLiteStore/Zoo.swift",
            ], swiftSettings: swiftSettings + [.define("POSTGRESQL")]),
    ]
}

// The libraries with their tests and their program, without the application's packages and C libraries:
// `HOMEOWNER_LIBRARY=1 swift test --scratch-path .build/library --disable-prefetching`. With
// `HOMEOWNER_POSTGRESQL=1` beside it, PersistencePostgreSQL with its tests too.
if Context.environment["HOMEOWNER_LIBRARY"] != nil {
    var library: Set = [
        "CSQLite", "CZlib", "ObjectModel", "ModelCompiler", "ModelCompilerPlugin", "Persistence",
        "PersistenceInspection", "PersistenceCommands", "PersistenceTool", "TestSupport",
        "ObjectModelTests", "PersistenceTests",
    ]
    if Context.environment["HOMEOWNER_POSTGRESQL"] != nil {
        library.formUnion([
            "CLibpq", "PersistencePostgreSQL", "PostgreSQLServer", "PersistencePostgreSQLTests",
            "StoreConformanceTests",
        ])
    }
    package.dependencies = [argumentParser]
    package.products.removeAll {
        ![
            "ObjectModel", "Persistence", "PersistenceInspection", "persistence",
            "ModelCompilerPlugin",
        ].contains($0.name)
    }
    package.targets.removeAll { !library.contains($0.name) }
}

// Built for `make bench` only: what is measured, and the same work in C as its limit.
if Context.environment["HOMEOWNER_BENCHMARKS"] != nil {
    package.products.append(.executable(name: "benchmarks", targets: ["Benchmarks"]))
    package.targets += [
        .target(
            name: "CBaseline", dependencies: ["CLibpq", "CSQLite", "CVips"],
            cSettings: [.unsafeFlags(["-O2"])],
            linkerSettings: [
                .linkedLibrary("vips"), .linkedLibrary("gobject-2.0"), .linkedLibrary("glib-2.0"),
                .linkedLibrary("pq"),
            ]),
        .executableTarget(
            name: "Benchmarks",
            dependencies: [
                "CBaseline", "CMalloc", "CQrencode", "CSQLite", "Backup", "Domain", "Drawing",
                "Imaging",
                "ObjectModel",
                "Persistence", "PersistencePostgreSQL", "PostgreSQLServer",
                application("Hummingbird", of: "hummingbird"),
                application("HummingbirdCore", of: "hummingbird"),
                application("HTTPTypes", of: "swift-http-types"),
                application("NIOCore", of: "swift-nio"),
            ], exclude: ["Benchmarks.md", "GRDB"], resources: [.copy("Measured.xcdatamodeld")],
            swiftSettings: swiftSettings, plugins: ["ModelCompilerPlugin"]),
    ]
}
