import Testing

@testable import Imaging

@Suite("Thumbnail plans") struct ThumbnailPlanTests {
    @Test(
        "The decoder shrinks a photograph, except for a factor of two",
        arguments: [
            (4000, 3000, 4), (6000, 5120, 8), (1280, 1280, 2), (1279, 4000, 1), (320, 320, 1),
            (1, 1, 1),
        ])
    func shrinksOnLoad(width: Int, height: Int, shrink: Int) {
        #expect(ThumbnailPlan(width: width, height: height).shrinkOnLoad == shrink)
    }

    @Test("The shorter side fills the square, and the longer one is cropped on both ends")
    func fillsSquare() {
        let plan = ThumbnailPlan(width: 4000, height: 3000)

        #expect((plan.scaledWidth, plan.scaledHeight) == (427, 320))
        #expect(plan.middleColumns == PixelArea(left: 53, top: 0, width: 320, height: 320))
        #expect(plan.middleRows == PixelArea(left: 0, top: 0, width: 320, height: 320))
        #expect(plan.part == nil)
        #expect(!plan.leavesRowsUnread)
    }

    @Test(
        "A long picture is cropped before it is scaled",
        arguments: [(1, 5000, true), (5000, 1, false)])
    func cutsLongPictures(width: Int, height: Int, leavesRowsUnread: Bool) {
        let plan = ThumbnailPlan(width: width, height: height)

        #expect(
            plan.part
                == PixelArea(left: (width - 1) / 2, top: (height - 1) / 2, width: 1, height: 1))
        #expect((plan.scaledWidth, plan.scaledHeight) == (320, 320))
        #expect(plan.leavesRowsUnread == leavesRowsUnread)
    }
}
