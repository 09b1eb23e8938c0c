extension TransformableType {
    /// The Swift types for Foundation's classes that are mutable, or missing on Linux.
    static let substitutes: [String: String] = {
        var names = [
            "NSArray": "[any Sendable]", "NSOrderedSet": "[any Sendable]",
            "NSDictionary": "[String: any Sendable]", "NSString": "String", "NSData": "Data",
            "NSAttributedString": "AttributedString", "NSIndexSet": "IndexSet",
            "NSCharacterSet": "CharacterSet", "NSURLComponents": "URLComponents",
            "NSDateComponents": "DateComponents", "Array": "[any Sendable]",
            "Dictionary": "[String: any Sendable]", "Error": "any Error", "NSInteger": "Int",
            "NSUInteger": "UInt", "NSTimeInterval": "TimeInterval", "NSDecimalNumber": "Decimal",
            "NSDecimal": "Decimal", "BOOL": "Bool", "CFArray": "[any Sendable]",
            "CFBoolean": "Bool", "CFData": "Data", "CFDate": "Date",
            "CFDictionary": "[String: any Sendable]", "CFString": "String", "CFURL": "URL",
            "CFUUID": "UUID",
        ]
        for (name, type) in names {
            if name.hasPrefix("NS") { names["NSMutable" + name.dropFirst(2)] = type }
            if name.hasPrefix("CF") { names[name + "Ref"] = type }
        }
        for type in [
            "Calendar", "Date", "DateInterval", "IndexPath", "Locale", "PersonNameComponents",
            "TimeZone", "URL", "URLQueryItem", "UUID",
        ] {
            names["NS" + type] = type
        }
        return names
    }()

    /// Foundation's types that have the same name in source and models, or replace a class.
    static let foundation = words(
        """
        AffineTransform AttributeContainer AttributedString AttributedSubstring BlockOperation Bundle
        ByteCountFormatStyle CGFloat CGPoint CGRect CGRectEdge CGSize Calendar CharacterSet CocoaError
        ComparisonResult Data Date DateComponents DateFormatter DateInterval DateIntervalFormatter
        Decimal Dimension DiscontiguousAttributedSubstring FileAttributeKey FileAttributeType
        FileHandle FileManager FileProtectionType IndexPath IndexSet InflectionRule JSONDecoder
        JSONEncoder Locale Measurement Morphology NSEdgeInsets NSError NSNull NSPoint NSRange NSRect
        NSRectEdge NSRegularExpression NSSize NotificationCenter NumberFormatter ObjCBool
        OperatingSystemVersion Operation OperationQueue POSIXError PersonNameComponents
        PersonNameComponentsFormatter Pipe Process ProcessInfo Progress PropertyListDecoder
        PropertyListEncoder QualityOfService SortDescriptor SortOrder StringTransform TimeInterval
        TimeZone URL URLComponents URLError URLFileResourceType URLQueryItem URLResourceKey UUID Unit
        UnitAcceleration UnitAngle UnitArea UnitConcentrationMass UnitConverter UnitConverterLinear
        UnitDispersion UnitDuration UnitElectricCharge UnitElectricCurrent
        UnitElectricPotentialDifference UnitElectricResistance UnitEnergy UnitFrequency
        UnitFuelEfficiency UnitIlluminance UnitInformationStorage UnitLength UnitMass UnitPower
        UnitPressure UnitSpeed UnitTemperature UnitVolume unichar
        """)

    /// The generic types of Swift and Foundation.
    static let generic = words(
        """
        ArraySlice ClosedRange CollectionDifference CollectionOfOne ContiguousArray CountableClosedRange
        CountableRange FloatingPointFormatStyle IntegerFormatStyle KeyPathComparator KeyValuePairs
        Measurement PartialRangeFrom PartialRangeThrough PartialRangeUpTo Range RangeSet Result
        SIMD16 SIMD2 SIMD3 SIMD32 SIMD4 SIMD64 SIMD8 Set Slice SortDescriptor
        """
    ).union(["Array", "Dictionary", "Optional"])

    /// The classes and protocols of Swift and Foundation that are not `Sendable`, or missing on
    /// Linux.
    static let unshared = words(
        """
        AdditiveArithmetic Any AnyActor AnyBidirectionalCollection AnyClass AnyCollection AnyHashable
        AnyIndex AnyIterator AnyKeyPath AnyObject AnyRandomAccessCollection AnySequence AsyncSequence
        AsyncStream AttributedStringKey BidirectionalCollection BinaryFloatingPoint BinaryInteger
        BitwiseCopyable ByteCountFormatter CachedURLResponse CVarArg CaseIterable Codable
        CodingKeyRepresentable Collection Comparable Comparator ContiguousBytes Copyable
        CustomDebugStringConvertible CustomReflectable CustomStringConvertible DataProtocol
        DateComponentsFormatter Decodable Decoder Encodable Encoder EnergyFormatter Equatable
        Escapable Expression FileVersion FileWrapper FixedWidthInteger FloatingPoint FormatStyle
        Formatter HTTPCookie HTTPCookieStorage HTTPURLResponse Hashable Host ISO8601DateFormatter
        Identifiable InputStream IteratorProtocol JSONSerialization KeyPath LengthFormatter
        ListFormatter LosslessStringConvertible ManagedBuffer MassFormatter MeasurementFormatter
        Mirror MutableCollection MutableDataProtocol Notification NotificationQueue Numeric
        OpaquePointer OptionSet OutputStream ParseStrategy PartialKeyPath Port PortMessage Predicate
        PropertyListSerialization RandomAccessCollection RangeExpression RangeReplaceableCollection
        RawRepresentable ReferenceConvertible ReferenceWritableKeyPath Regex RegexComponent
        RelativeDateTimeFormatter RunLoop SEL SIMD Scanner Selector Sendable Sequence SetAlgebra
        SignedInteger SignedNumeric SocketPort Stream Strideable StringProtocol Thread Timer
        URLCache URLCredential URLProtectionSpace URLRequest URLResourceValues URLResponse URLSession
        URLSessionConfiguration URLSessionTask UndoManager Unmanaged UnsafeBufferPointer
        UnsafeMutableBufferPointer UnsafeMutablePointer UnsafeMutableRawBufferPointer
        UnsafeMutableRawPointer UnsafePointer UnsafeRawBufferPointer UnsafeRawPointer
        UnsignedInteger UserDefaults ValueTransformer WritableKeyPath XMLDTD XMLDocument XMLElement
        XMLNode XMLParser id
        """)

    private static func words(_ text: String) -> Set<String> {
        Set(text.split { $0.isWhitespace }.map(String.init))
    }
}
