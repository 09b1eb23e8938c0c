import Foundation

/// Red, green and blue, 0 … 1.
typealias Colour = SIMD3<Float>

extension SIMD3<Float> {
    /// A colour of the wheel; the hue runs from 0 to 1 once around.
    init(hue: Float, saturation: Float, lightness: Float) {
        let chroma = (1 - abs(2 * lightness - 1)) * saturation
        let channels = [0, 8, 4].map { (shift: Float) -> Float in
            let place = (shift + hue * 12).truncatingRemainder(dividingBy: 12)
            return lightness - chroma / 2 * Swift.max(-1, Swift.min(place - 3, 9 - place, 1))
        }
        self.init(channels[0], channels[1], channels[2])
    }

    static let white = Self(repeating: 1)
    static let black = Self(repeating: 0)

    func mixed(with other: Self, _ share: Float) -> Self { self + (other - self) * share }

    func lighter(_ share: Float) -> Self { mixed(with: .white, share) }
    func darker(_ share: Float) -> Self { mixed(with: .black, share) }
}
