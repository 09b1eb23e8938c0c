import Foundation
import ObjectModel
import Testing

@testable import Persistence

/// Modified keyed archives of models: their bytes, or the objects and their references.
enum HostileArchive {
    static let sources: [Data] = [Library.model, Farm.model, Zoo.model, Club.model, Shop.model].map
    {
        var encoder = ModelCacheEncoder($0)
        return encoder.encode()
    }

    private static let lists = sources.compactMap { try? BinaryPropertyListReader.read($0) }

    static func data(_ random: inout SplitMix) -> Data {
        if random.chance(0.4) {
            var bytes = Array(random.pick(sources))
            // The trailer matters most.
            if random.chance(0.5) {
                bytes[bytes.count - 1 - random.below(32)] = UInt8(random.below(256))
            }
            random.damage(&bytes, times: random.below(6))
            return Data(bytes)
        }
        var list = random.pick(lists)
        if case .dictionary(var members) = list, var objects = members["$objects"]?.array {
            for _ in 0...random.below(6) { change(&objects, &random) }
            members["$objects"] = .array(objects)
            list = .dictionary(members)
        }
        return BinaryPropertyListWriter.write(list)
    }

    private static func change(_ objects: inout [PropertyListValue], _ random: inout SplitMix) {
        let place = random.below(objects.count)
        switch random.below(6) {
        case 0: objects[place] = random.pick(objects)
        case 1: objects[place] = value(objects.count, &random)
        case 2: objects.swapAt(place, random.below(objects.count))
        default: changeMember(of: &objects[place], objects.count, &random)
        }
    }

    private static func changeMember(
        of object: inout PropertyListValue, _ count: Int, _ random: inout SplitMix
    ) {
        switch object {
        case .dictionary(var members):
            guard let key = members.keys.sorted().randomElement(using: &random) else { return }
            members[key] = changed(members[key], count, &random)
            object = .dictionary(members)
        case .array(var elements):
            elements.append(value(count, &random))
            object = .array(elements)
        default: object = value(count, &random)
        }
    }

    private static func changed(
        _ old: PropertyListValue?, _ count: Int, _ random: inout SplitMix
    ) -> PropertyListValue {
        guard case .array(var elements) = old, !elements.isEmpty else {
            return value(count, &random)
        }
        switch random.below(3) {
        case 0: elements[random.below(elements.count)] = .uid(random.below(count))
        case 1: elements.removeLast()
        default: elements += Array(repeating: elements[0], count: random.below(2_000))
        }
        return .array(elements)
    }

    private static func value(_ count: Int, _ random: inout SplitMix) -> PropertyListValue {
        switch random.below(9) {
        case 0: .integer(random.pick([0, 1, -1, 2, 100, 700, 1_000, .max, .min]))
        case 1: .real(random.pick([0, .nan, .infinity, -1e300, .leastNonzeroMagnitude, 9.3e18]))
        case 2: .string(random.pick(["", "x", "é", "\u{0}", "NSManagedObjectModel", "Book"]))
        case 3: .data(Data(repeating: 0xFF, count: random.below(40)))
        case 4: .boolean(random.chance(0.5))
        case 5: .null
        case 6: .date(Date(timeIntervalSinceReferenceDate: random.pick([0, .nan, 1e300])))
        default: .uid(random.chance(0.9) ? random.below(count) : random.pick([count, 1 << 40]))
        }
    }
}
