//! A picture of a site: sky, hills, the fjord and an excavator, written as a PNG.

use png::{BitDepth, ColorType, Encoder};

use crate::seed::draw::Draw;

const WIDTH: usize = 480;
const HEIGHT: usize = 320;
/// The width of a step of a hill.
const SLOPE: usize = 2;
/// Row where the hills end.
const WATERLINE: usize = 240;

/// Positions in the palette: a sky of four, the hills from far to near, water, ground and machine.
const HILLS: u8 = 4;
const WATER: u8 = 8;
const GROUND: u8 = 9;
const YELLOW: u8 = 10;
const DARK: u8 = 11;
const PALETTE: [[u8; 3]; 12] = [
    [150, 184, 214],
    [170, 198, 221],
    [191, 212, 227],
    [212, 226, 233],
    [142, 160, 173],
    [108, 134, 140],
    [80, 112, 104],
    [58, 88, 72],
    [96, 132, 150],
    [138, 122, 102],
    [236, 178, 32],
    [44, 44, 46],
];

pub(super) fn picture(draw: &mut Draw) -> Vec<u8> {
    let mut canvas = Canvas(vec![0; WIDTH * HEIGHT]);
    for band in 0..HILLS {
        let top = usize::from(band) * 30;
        canvas.fill(0, top, WIDTH, HEIGHT - top, band);
    }
    for hill in 0..4 {
        let mut top = 50 + 40 * usize::from(hill) + draw.below(50);
        for x in (0..WIDTH).step_by(SLOPE) {
            top = (top + draw.below(5)).saturating_sub(2).clamp(20, 230);
            canvas.fill(x, top, SLOPE, WATERLINE - top, HILLS + hill);
        }
    }
    canvas.fill(0, WATERLINE, WIDTH, 40, WATER);
    canvas.fill(0, 265, WIDTH, 55, GROUND);
    let x = 20 + draw.below(WIDTH - 280);
    canvas.fill(x, 284, 110, 20, DARK);
    canvas.fill(x + 8, 250, 94, 34, YELLOW);
    canvas.fill(x + 60, 224, 36, 36, DARK);
    let reach = 50 + draw.below(45);
    canvas.fill(x + 98, 262 - reach, 11, reach, YELLOW);
    canvas.fill(x + 98, 262 - reach, reach, 9, YELLOW);
    canvas.fill(x + 90 + reach, 262 - reach, 20, 30, DARK);
    canvas.into_png()
}

/// A colour of the palette for each point, row after row from the top.
struct Canvas(Vec<u8>);

impl Canvas {
    /// Fills what lies within the picture.
    fn fill(&mut self, x: usize, y: usize, width: usize, height: usize, colour: u8) {
        let columns = x.min(WIDTH)..(x + width).min(WIDTH);
        let rows = self.0.chunks_exact_mut(WIDTH);
        for row in rows.skip(y).take(height) {
            row[columns.clone()].fill(colour);
        }
    }

    #[expect(
        clippy::expect_used,
        reason = "memory takes every byte, and the points are as many as the header says"
    )]
    fn into_png(self) -> Vec<u8> {
        let mut file = Vec::new();
        let mut encoder = Encoder::new(&mut file, WIDTH as u32, HEIGHT as u32);
        encoder.set_color(ColorType::Indexed);
        encoder.set_depth(BitDepth::Eight);
        encoder.set_palette(PALETTE.concat());
        let mut writer = encoder.write_header().expect("a header can be written");
        writer
            .write_image_data(&self.0)
            .expect("points can be written");
        writer.finish().expect("an end can be written");
        file
    }
}
