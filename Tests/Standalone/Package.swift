// swift-tools-version: 6.2
import PackageDescription

// A package that only uses Persistence fetches nothing; `make standalone` checks that.
let package = Package(
    name: "standalone",
    dependencies: [.package(name: "homeowner", path: "../..", traits: [])],
    targets: [
        .executableTarget(
            name: "Standalone",
            dependencies: [
                .product(name: "ObjectModel", package: "homeowner"),
                .product(name: "Persistence", package: "homeowner"),
            ],
            resources: [.copy("Notes.xcdatamodeld")],
            plugins: [.plugin(name: "ModelCompilerPlugin", package: "homeowner")])
    ]
)
