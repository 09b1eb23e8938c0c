/// The hash function SHA-256 of FIPS 180-4.
package struct SHA256: Sendable {
    private static let roundConstants: [UInt32] = [
        0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4,
        0xab1c_5ed5, 0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe,
        0x9bdc_06a7, 0xc19b_f174, 0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f,
        0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da, 0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7,
        0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967, 0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc,
        0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85, 0xa2bf_e8a1, 0xa81a_664b,
        0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070, 0x19a4_c116,
        0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
        0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7,
        0xc671_78f2,
    ]

    private var state: [UInt32] = [
        0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab,
        0x5be0_cd19,
    ]
    private var pending: [UInt8] = []
    private var byteCount: UInt64 = 0

    package init() {}

    package static func hash(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        var hash = SHA256()
        hash.update(bytes)
        return hash.finalize()
    }

    package mutating func update(_ bytes: some Sequence<UInt8>) {
        let count = pending.count
        pending += bytes
        byteCount &+= UInt64(pending.count - count)
        compress()
    }

    /// The 32-byte hash of the added bytes.
    package consuming func finalize() -> [UInt8] {
        pending.append(0x80)
        // The last block ends with the number of bits.
        let room = (120 - pending.count) % 64
        pending += repeatElement(0, count: room) + bigEndianBytes(byteCount &* 8)
        compress()
        return state.flatMap(bigEndianBytes)
    }

    /// Compresses the complete blocks.
    private mutating func compress() {
        let end = pending.count - pending.count % 64
        guard end > 0 else { return }
        // Direct memory access, single words and unchecked shifts, because debug builds, which run
        // the tests, would call checked array accessors in each round.
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { schedule in
            pending.withUnsafeBytes { bytes in
                Self.roundConstants.withUnsafeBufferPointer { constants in
                    state.withUnsafeMutableBufferPointer { state in
                        var start = 0
                        while start < end {
                            let block = UnsafeRawBufferPointer(rebasing: bytes[start..<start + 64])
                            Self.fill(schedule, from: block)
                            Self.compress(schedule, constants, into: state)
                            start &+= 64
                        }
                    }
                }
            }
        }
        pending.removeFirst(end)
    }

    private static func compress(
        _ schedule: UnsafeMutableBufferPointer<UInt32>, _ constants: UnsafeBufferPointer<UInt32>,
        into state: UnsafeMutableBufferPointer<UInt32>
    ) {
        var (a, b, c, d) = (state[0], state[1], state[2], state[3])
        var (e, f, g, h) = (state[4], state[5], state[6], state[7])
        var round = 0
        while round < 64 {
            let bigSigma1 =
                (e &>> 6 | e &<< 26) ^ (e &>> 11 | e &<< 21) ^ (e &>> 25 | e &<< 7)
            let choice = (e & f) ^ (~e & g)
            let first = h &+ bigSigma1 &+ choice &+ constants[round] &+ schedule[round]
            let bigSigma0 =
                (a &>> 2 | a &<< 30) ^ (a &>> 13 | a &<< 19) ^ (a &>> 22 | a &<< 10)
            let majority = (a & b) ^ (a & c) ^ (b & c)
            (h, g, f, e) = (g, f, e, d &+ first)
            (d, c, b, a) = (c, b, a, first &+ bigSigma0 &+ majority)
            round &+= 1
        }
        state[0] &+= a
        state[1] &+= b
        state[2] &+= c
        state[3] &+= d
        state[4] &+= e
        state[5] &+= f
        state[6] &+= g
        state[7] &+= h
    }

    private static func fill(
        _ words: UnsafeMutableBufferPointer<UInt32>, from block: UnsafeRawBufferPointer
    ) {
        var index = 0
        while index < 16 {
            let word = block.loadUnaligned(fromByteOffset: index &* 4, as: UInt32.self)
            words[index] = UInt32(bigEndian: word)
            index &+= 1
        }
        while index < 64 {
            let (older, newer) = (words[index &- 15], words[index &- 2])
            let sigma0 = (older &>> 7 | older &<< 25) ^ (older &>> 18 | older &<< 14) ^ older &>> 3
            let sigma1 =
                (newer &>> 17 | newer &<< 15) ^ (newer &>> 19 | newer &<< 13) ^ newer &>> 10
            words[index] = words[index &- 16] &+ sigma0 &+ words[index &- 7] &+ sigma1
            index &+= 1
        }
    }
}

private func bigEndianBytes<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
    withUnsafeBytes(of: number.bigEndian) { Array($0) }
}
