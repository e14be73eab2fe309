// Small PNG files: at most 256 colours, the most frequent ones.
import { deflateSync } from "node:zlib";

const table = Array.from({ length: 256 }, (_, n) => {
  for (let k = 0; k < 8; ++k) n = n & 1 ? 0xedb88320 ^ (n >>> 1) : n >>> 1;
  return n >>> 0;
});

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const head = Buffer.alloc(4), tail = Buffer.alloc(4);
  head.writeUInt32BE(data.length);
  tail.writeUInt32BE((body.reduce((crc, byte) => table[(crc ^ byte) & 255] ^ (crc >>> 8), 0xffffffff) ^ 0xffffffff) >>> 0);
  return Buffer.concat([head, body, tail]);
}

const MOST = 256;

// The most frequent colours, and for every other one the nearest of these.
function chooseColours(data) {
  const counts = new Map();
  for (let i = 0; i < data.length; i += 4) {
    const colour = (data[i] << 16) | (data[i + 1] << 8) | data[i + 2];
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  const colours = [...counts.keys()].sort((x, y) => counts.get(y) - counts.get(x) || x - y).slice(0, MOST);
  const far = (x, y) => ((x >> 16) - (y >> 16)) ** 2 + (((x >> 8) & 255) - ((y >> 8) & 255)) ** 2 + ((x & 255) - (y & 255)) ** 2;
  const numbers = new Map(colours.map((colour, number) => [colour, number]));
  for (const colour of counts.keys()) {
    if (numbers.has(colour)) continue;
    let best = 0;
    for (let k = 1; k < colours.length; ++k) if (far(colour, colours[k]) < far(colour, colours[best])) best = k;
    numbers.set(colour, best);
  }
  return { colours, numbers };
}

// Rows of numbers of colours, each with a 0 before it: no filter.
function makeRows({ width, height, data }, numbers) {
  const rows = Buffer.alloc((width + 1) * height);
  for (let i = 0; i < width * height; ++i) {
    rows[i + 1 + Math.floor(i / width)] = numbers.get((data[4 * i] << 16) | (data[4 * i + 1] << 8) | data[4 * i + 2]);
  }
  return rows;
}

export function encode(picture) {
  const { colours, numbers } = chooseColours(picture.data);
  const head = Buffer.alloc(13);
  head.writeUInt32BE(picture.width, 0);
  head.writeUInt32BE(picture.height, 4);
  head.set([8, 3, 0, 0, 0], 8); // eight bits, numbers of colours
  const list = Buffer.from(colours.flatMap((c) => [c >> 16, (c >> 8) & 255, c & 255]));
  return Buffer.concat([Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]), chunk("IHDR", head), chunk("PLTE", list),
    chunk("IDAT", deflateSync(makeRows(picture, numbers), { level: 9 })), chunk("IEND", Buffer.alloc(0))]);
}
