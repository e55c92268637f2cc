'use strict';
// The player of the gas. It draws what a source of frames gives it:
//   begin, end        first and last time
//   seek(time)        goes to this time
//   step(time)        goes on by it, to the end at most
//   time, frame       where it is
//   x, y, z           places of the balls (z in three dimensions only)
//   speeds, labels    of the particles
//   events(from, to)  what happened between two times: none are recorded in frames
class RecordedFrames {
  constructor(recorded, bytes) {
    Object.assign(this, recorded);
    this.balls = recorded.particle.length;
    this.count = recorded.species.length;
    this.frames = recorded.time.length;
    this.times = recorded.time;
    this.begin = this.times[0];
    this.end = this.times[this.frames - 1];
    this.places = new Uint16Array(bytes, 0, this.frames * this.dimensions * this.balls);
    const speeds = 2 * this.places.length;
    this.allSpeeds = new Uint8Array(bytes, speeds, this.frames * this.count);
    if (recorded.has_labels)
      this.allLabels = new Uint8Array(bytes, speeds + this.allSpeeds.length, this.frames * this.count);
    this.axes = [...Array(this.dimensions)].map(() => new Float32Array(this.balls));
    [this.x, this.y, this.z] = this.axes;
    this.isPeriodic = this.periodicAxes();
    this.interpolates = this.fliesStraight();
    this.seek(this.begin);
  }

  periodicAxes() {
    const words = (this.boundary || '"periodic"').match(/periodic|wall/g) ?? ['periodic'];
    return this.axes.map((_, axis) => (words.length > 1 ? words[axis] : words[0]) === 'periodic');
  }

  // Whether particles move by so little from frame to frame that straight lines between them are near to what
  // happened, and no ambiguity arises at periodic edges.
  fliesStraight() {
    const longest = Math.max(...this.times.slice(1).map((time, k) => time - this.times[k]));
    return this.fastest * longest < Math.min(...this.box) / 3;
  }

  seek(time) {
    this.time = Math.min(Math.max(time, this.begin), this.end);
    let frame = 0;
    while (frame + 2 < this.frames && this.times[frame + 1] <= this.time) ++frame;
    const part = (this.time - this.times[frame]) / (this.times[frame + 1] - this.times[frame]);
    this.frame = part >= 1 ? frame + 1 : frame;
    this.axes.forEach((place, axis) => {
      const scale = (this.high[axis] - this.low[axis]) / 65536;
      const from = (frame * this.dimensions + axis) * this.balls;
      const to = from + this.dimensions * this.balls;
      const length = this.box[axis];
      for (let k = 0; k < this.balls; ++k) {
        const now = this.low[axis] + (this.places[from + k] + 0.5) * scale;
        let way = (this.places[to + k] - this.places[from + k]) * scale;
        if (this.isPeriodic[axis]) way -= length * Math.round(way / length);
        place[k] = now + (this.interpolates ? part * way : part >= 1 ? way : 0);
      }
    });
    const first = this.frame * this.count;
    this.speeds = this.allSpeeds.subarray(first, first + this.count);
    this.labelsNow = this.allLabels?.subarray(first, first + this.count);
  }

  step(time) {
    this.seek(this.time + time);
  }

  events() {
    return [];
  }
}

const kSpecies = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9', '#808080'];
const kRamp = [[68, 1, 84], [68, 58, 131], [49, 104, 142], [33, 145, 140], [53, 183, 121], [122, 209, 81], [184, 222, 41]];
const kLevels = 16; // of colours for speeds

function rampColour(share) {
  const at = Math.min(Math.max(share, 0), 1) * (kRamp.length - 1);
  const k = Math.min(Math.floor(at), kRamp.length - 2);
  return `rgb(${kRamp[k].map((low, c) => Math.round(low + (at - k) * (kRamp[k + 1][c] - low)))})`;
}

// A canvas whose pixels are those of the screen.
function sized(canvas, width, height) {
  const scale = window.devicePixelRatio || 1;
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  const context = canvas.getContext('2d');
  context.setTransform(scale, 0, 0, scale, 0, 0);
  context.clearRect(0, 0, width, height);
  return context;
}

const themed = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

class BoxPicture {
  constructor(canvas, source) {
    this.canvas = canvas;
    this.source = source;
    this.sprites = new Map();
    this.path = [];
    // Speeds are spread over the colours up to what all but one in a hundred are slower than.
    const sorted = Uint8Array.from(source.allSpeeds).sort();
    this.fast = Math.max(1, sorted[Math.floor(0.99 * (sorted.length - 1))]);
  }

  colourOf(particle, by) {
    const source = this.source;
    if (by === 'species') return kSpecies[source.species[particle] % kSpecies.length];
    if (by === 'label') return kSpecies[(source.labelsNow[particle] + 6) % kSpecies.length];
    return rampColour(Math.floor((kLevels * source.speeds[particle]) / this.fast) / kLevels);
  }

  // A shaded sphere, or a disk, of a colour, drawn once and copied.
  sprite(colour) {
    if (this.sprites.has(colour)) return this.sprites.get(colour);
    const half = 32;
    const sprite = document.createElement('canvas');
    sprite.width = sprite.height = 2 * half;
    const context = sprite.getContext('2d');
    context.arc(half, half, half - 1, 0, 2 * Math.PI);
    context.fillStyle = colour;
    context.fill();
    // Balls that are parts of a body have no edges of their own.
    const isWhole = this.source.balls === this.source.count;
    context.strokeStyle = isWhole ? 'rgb(128,128,128)' : colour;
    context.lineWidth = isWhole ? 3 : 0.1;
    context.stroke();
    if (this.source.dimensions === 3 && isWhole) {
      const shade = context.createRadialGradient(0.7 * half, 0.65 * half, 0.1 * half, half, half, half);
      shade.addColorStop(0, 'rgba(255,255,255,0.55)');
      shade.addColorStop(0.45, 'rgba(255,255,255,0)');
      shade.addColorStop(1, 'rgba(0,0,0,0.45)');
      context.fillStyle = shade;
      context.fill();
    }
    this.sprites.set(colour, sprite);
    return sprite;
  }

  // From places in the box to the picture. In three dimensions the eye is above the box, at twice its depth.
  view(width) {
    const { box, dimensions } = this.source;
    const margin = 8;
    const scale = (width - 2 * margin) / box[0];
    const height = 2 * margin + scale * box[1];
    const eye = dimensions === 3 ? 3 * box[2] : 1;
    return {
      height,
      scale,
      place: (x, y, z) => {
        const near = dimensions === 3 ? (eye - box[2]) / (eye - z) : 1;
        return [
          width / 2 + scale * near * (x - box[0] / 2),
          height / 2 - scale * near * (y - box[1] / 2),
          scale * near,
        ];
      },
    };
  }

  draw(by, followed) {
    const { source, canvas } = this;
    const width = canvas.clientWidth;
    const view = (this.drawn = this.view(width));
    canvas.style.aspectRatio = `${width} / ${view.height}`;
    const context = sized(canvas, width, view.height);
    this.drawWalls(context, view);
    const order = [...Array(source.balls).keys()];
    if (source.z) {
      const depth = Float32Array.from(source.z);
      // The balls of a body stay together, in their order.
      const first = new Map();
      source.particle.forEach((particle, ball) => first.has(particle) || first.set(particle, ball));
      order.sort((a, b) => depth[first.get(source.particle[a])] - depth[first.get(source.particle[b])] || a - b);
    }
    const ink = themed('--ink');
    for (const ball of order) {
      const particle = source.particle[ball];
      const [x, y, scale] = view.place(source.x[ball], source.y[ball], source.z?.[ball] ?? 0);
      const radius = Math.max(1, scale * source.radius[ball]);
      const sprite = this.sprite(source.edge[ball] ? ink : this.colourOf(particle, by));
      context.drawImage(sprite, x - radius, y - radius, 2 * radius, 2 * radius);
    }
    if (followed >= 0) this.drawFollowed(context, view, followed, ink);
  }

  drawWalls(context, view) {
    const { source } = this;
    context.lineWidth = 1.5;
    for (const depth of source.dimensions === 3 ? [0, source.box[2]] : [0]) {
      const [left, bottom] = view.place(0, 0, depth);
      const [right, top] = view.place(source.box[0], source.box[1], depth);
      context.strokeStyle = themed('--faint');
      const side = (axis, points) => {
        context.setLineDash(source.isPeriodic[axis] ? [3, 5] : []);
        context.beginPath();
        points.forEach(([x, y]) => context.lineTo(x, y));
        context.stroke();
      };
      side(0, [[left, bottom], [left, top]]);
      side(0, [[right, bottom], [right, top]]);
      side(1, [[left, bottom], [right, bottom]]);
      side(1, [[left, top], [right, top]]);
    }
    context.setLineDash([]);
    this.drawObstacles(context, view);
    for (const [name, positions] of Object.entries(source.walls ?? {})) {
      const axis = 'xy'.indexOf(name[5]);
      if (axis < 0) continue;
      const at = positions[source.frame];
      const ends = axis === 0 ? [[at, 0], [at, source.box[1]]] : [[0, at], [source.box[0], at]];
      context.strokeStyle = themed('--ink');
      context.lineWidth = 3;
      context.beginPath();
      ends.forEach(([x, y]) => context.lineTo(...view.place(x, y, source.box[2] ?? 0).slice(0, 2)));
      context.stroke();
    }
  }

  drawObstacles(context, view) {
    const { outlines, box } = this.source;
    if (!outlines) return;
    context.fillStyle = context.strokeStyle = themed('--faint');
    context.lineJoin = context.lineCap = 'round';
    for (const number of new Set(outlines.obstacle)) {
      const corners = outlines.obstacle.map((one, k) => (one === number ? k : -1)).filter((k) => k >= 0);
      context.lineWidth = Math.max(1, 2 * view.scale * outlines.radius[corners[0]]);
      context.beginPath();
      for (const k of corners) context.lineTo(...view.place(outlines.x[k], outlines.y[k], box[2] ?? 0).slice(0, 2));
      context.closePath();
      context.stroke();
      if (corners.length > 2) context.fill();
    }
  }

  drawFollowed(context, view, followed, ink) {
    const { source } = this;
    const balls = source.particle.map((one, ball) => (one === followed ? ball : -1)).filter((ball) => ball >= 0);
    const at = balls[0];
    const place = [source.x[at], source.y[at], source.z?.[at] ?? 0];
    if (this.path.followed !== followed) this.path = Object.assign([], { followed });
    this.path.push(place);
    if (this.path.length > 2000) this.path.shift();
    context.strokeStyle = ink;
    context.lineWidth = 1.5;
    context.beginPath();
    this.path.forEach(([x, y, z], k) => {
      const before = this.path[k - 1];
      const jumps = !before || Math.abs(x - before[0]) > source.box[0] / 2 || Math.abs(y - before[1]) > source.box[1] / 2;
      const [px, py] = view.place(x, y, z);
      if (jumps) context.moveTo(px, py);
      else context.lineTo(px, py);
    });
    context.stroke();
    const [x, y, scale] = view.place(...place);
    context.lineWidth = 3;
    context.beginPath();
    context.arc(x, y, scale * source.radius[at] + 4, 0, 2 * Math.PI);
    context.stroke();
  }

  // The particle that is seen at a place of the picture; -1 if there is none.
  particleAt(px, py) {
    const { source } = this;
    let best = -1;
    let nearest = Infinity;
    for (let ball = 0; ball < source.balls; ++ball) {
      const [x, y, scale] = this.drawn.place(source.x[ball], source.y[ball], source.z?.[ball] ?? 0);
      const distance = Math.hypot(px - x, py - y) - scale * source.radius[ball];
      if (distance < Math.min(4, nearest)) [nearest, best] = [distance, source.particle[ball]];
    }
    return best;
  }
}

// Bins are of equally many of the 256 levels in which speeds are kept.
const kBins = 32;

class SpeedPicture {
  constructor(canvas, source) {
    this.canvas = canvas;
    this.source = source;
    this.counts = [...Array(source.frames).keys()].map((frame) => {
      const counts = new Float64Array(kBins);
      for (let k = 0; k < source.count; ++k) ++counts[source.allSpeeds[frame * source.count + k] >> 3];
      return counts;
    });
    this.sums = [];
    for (const counts of this.counts)
      this.sums.push(counts.map((count, bin) => count + (this.sums.at(-1)?.[bin] ?? 0)));
    this.width = (source.fastest * 256) / 255 / kBins;
    const highest = Math.max(...this.counts.map((counts) => Math.max(...counts)));
    const smooth = Math.max(...this.sums[source.frames - 1]) / source.frames;
    this.top = Math.min(highest, 2.2 * smooth) / (source.count * this.width);
  }

  // The sum over the species of Maxwell's laws at their temperatures.
  maxwell(speed) {
    const { source } = this;
    const d = source.dimensions;
    let density = 0;
    source.names.forEach((_, species) => {
      const square = this.squares[species].sum / this.squares[species].count / d;
      if (!(square > 0)) return;
      const shape = Math.exp((-speed * speed) / (2 * square)) / Math.pow(square, d / 2);
      density += (this.squares[species].count / source.count) * shape * (d === 3 ? Math.sqrt(2 / Math.PI) * speed * speed : speed);
    });
    return density;
  }

  draw() {
    const { source, canvas } = this;
    const width = canvas.clientWidth;
    const height = Math.round(0.62 * width);
    canvas.style.aspectRatio = `${width} / ${height}`;
    const context = sized(canvas, width, height);
    this.squares = source.names.map(() => ({ sum: 0, count: 0 }));
    source.speeds.forEach((level, particle) => {
      const square = this.squares[source.species[particle]];
      square.sum += ((level / 255) * source.fastest) ** 2;
      ++square.count;
    });
    const margin = { left: 8, bottom: 24, top: 8, right: 8 };
    const at = (speed, density) => [
      margin.left + ((width - margin.left - margin.right) * speed) / (kBins * this.width),
      height - margin.bottom - ((height - margin.top - margin.bottom) * Math.min(density, this.top * 1.05)) / (this.top * 1.05),
    ];
    const density = (count, frames) => count / (frames * source.count * this.width);
    context.fillStyle = themed('--band');
    for (let bin = 0; bin < kBins; ++bin) {
      const [x, y] = at(bin * this.width, density(this.counts[source.frame][bin], 1));
      const [next, bottom] = at((bin + 1) * this.width, 0);
      context.fillRect(x, y, next - x - 1, bottom - y);
    }
    context.fillStyle = themed('--data');
    for (let bin = 0; bin < kBins; ++bin) {
      context.beginPath();
      context.arc(...at((bin + 0.5) * this.width, density(this.sums[source.frame][bin], source.frame + 1)), 2.5, 0, 2 * Math.PI);
      context.fill();
    }
    context.strokeStyle = context.fillStyle = themed('--ink');
    context.lineWidth = 1.5;
    context.beginPath();
    for (let k = 0; k <= 200; ++k) context.lineTo(...at((k / 200) * kBins * this.width, this.maxwell((k / 200) * kBins * this.width)));
    context.stroke();
    context.font = '13px system-ui, sans-serif';
    context.textAlign = 'center';
    context.fillText(`speed, 0 to ${(kBins * this.width).toPrecision(3)}`, width / 2, height - 7);
  }
}

class Player {
  constructor(source) {
    this.source = source;
    this.box = new BoxPicture(document.getElementById('box'), source);
    this.speeds = new SpeedPicture(document.getElementById('speeds'), source);
    for (const name of ['play', 'time', 'rate', 'colour', 'follow', 'legend', 'state'])
      this[name] = document.getElementById(name);
    document.getElementById('between').textContent = source.interpolates
      ? 'Between frames, particles are drawn on straight lines.'
      : 'Frames are shown one after the other: between two of them particles travel too far to draw their paths.';
    if (!source.allLabels) this.colour.querySelector('[value=label]').remove();
    else this.colour.value = 'label';
    if (source.names.length > 1 && !source.allLabels) this.colour.value = 'species';
    this.follow.max = source.count - 1;
    this.time.min = source.begin;
    this.time.max = source.end;
    this.play.addEventListener('click', () => this.toggle());
    this.time.addEventListener('input', () => this.seek(Number(this.time.value)));
    for (const control of [this.colour, this.follow]) control.addEventListener('input', () => this.draw());
    this.box.canvas.addEventListener('click', (event) => {
      const particle = this.box.particleAt(event.offsetX, event.offsetY);
      this.follow.value = particle < 0 ? '' : particle;
      this.draw();
    });
    window.addEventListener('resize', () => this.draw());
    window.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.draw());
    this.draw();
  }

  seek(time) {
    this.source.seek(time);
    this.draw();
  }

  toggle() {
    this.isPlaying = !this.isPlaying;
    this.play.textContent = this.isPlaying ? 'pause' : 'play';
    this.play.setAttribute('aria-pressed', String(this.isPlaying));
    if (!this.isPlaying) return;
    if (this.source.time >= this.source.end) this.source.seek(this.source.begin);
    this.last = performance.now();
    requestAnimationFrame((now) => this.advance(now));
  }

  // The whole run takes thirty seconds, at a speed of 1.
  advance(now) {
    if (!this.isPlaying) return;
    const seconds = Math.max(0, Math.min(now - this.last, 100)) / 1000;
    this.last = now;
    this.source.step(((this.source.end - this.source.begin) / 30) * Number(this.rate.value) * seconds);
    this.draw();
    if (this.source.time >= this.source.end) this.toggle();
    else requestAnimationFrame((next) => this.advance(next));
  }

  draw() {
    const { source } = this;
    const followed = this.follow.value === '' ? -1 : Math.min(Number(this.follow.value), source.count - 1);
    this.time.value = source.time;
    this.box.draw(this.colour.value, followed);
    this.speeds.draw();
    let state = `time ${source.time.toPrecision(4)}, frame ${source.frame + 1} of ${source.frames}`;
    this.time.setAttribute('aria-valuetext', state);
    if (followed >= 0)
      state += `; particle ${followed}, ${source.names[source.species[followed]]}: speed ${((source.speeds[followed] / 255) * source.fastest).toPrecision(3)}`;
    this.state.textContent = state;
    this.writeLegend();
  }

  // What the colours mean, in words: with pictures of them, which need no style.
  writeLegend() {
    const by = this.colour.value;
    if (this.legend.dataset.by === by) return;
    this.legend.dataset.by = by;
    const entries =
      by === 'speed'
        ? [['at rest', rampColour(0)], [`half as fast as the fastest`, rampColour(0.5)], ['the fastest hundredth', rampColour(1)]]
        : (by === 'species' ? this.source.names : this.source.labels ?? []).map((name, k) => [
            name,
            kSpecies[(by === 'species' ? k : k + 6) % kSpecies.length],
          ]);
    this.legend.replaceChildren();
    for (const [name, colour] of entries) {
      const swatch = document.createElement('canvas');
      swatch.className = 'swatch';
      swatch.width = swatch.height = 16;
      const context = swatch.getContext('2d');
      context.fillStyle = colour;
      context.fillRect(0, 0, 16, 16);
      this.legend.append(swatch, name);
    }
  }
}

// Frames are decoded when the player comes into view.
new IntersectionObserver(async (entries, observer) => {
  if (!entries.some((entry) => entry.isIntersecting)) return;
  observer.disconnect();
  const bytes = await inflated(data.frames.data);
  window.player = new Player(new RecordedFrames(data.frames, bytes));
}).observe(document.getElementById('gas'));
