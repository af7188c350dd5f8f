// Draws a stretch of a call: a ruler, lanes of spans, waveforms, words and marks. The console and the pages of calls share it.
import { s } from '../shell/dom.js';

/**
 * Draws `timeline` from `fromMs` to `toMs` into `svg`. Each part is a function of the view and returns elements; later parts
 * lie above earlier ones.
 *
 * @param {object} timeline spans of lanes `{lane, startMs, endMs, kind, text}`, `levels`, `marks`, and `toMs`, where it ends
 * @param {object} stretch fromMs, toMs, and in pixels width, height, and the margins left and right
 */
export function draw(svg, timeline, { fromMs, toMs, width, height, left = 0, right = 0 }, parts) {
  const view = {
    timeline, fromMs, toMs, width,
    x: (at) => left + ((Math.min(Math.max(at, fromMs), toMs) - fromMs) / (toMs - fromMs)) * (width - left - right),
    /** What has no length stands where it begins. */
    visible: (startMs, endMs) => (endMs > fromMs || (startMs === endMs && startMs >= fromMs)) && startMs < toMs,
  };
  svg.setAttribute('viewBox', `0 0 ${width} ${height}`);
  svg.replaceChildren(...parts.flatMap((part) => part(view)).filter((each) => each !== null && each !== undefined));
}

/** Times for a ruler of about `count` ticks, in round steps. */
export function ticks(fromMs, toMs, count) {
  const steps = [100, 200, 500, 1000, 2000, 5000, 10000, 15000, 30000, 60000, 120000, 300000, 600000];
  const step = steps.find((each) => (toMs - fromMs) / each <= count) ?? 3600000;
  const found = [];
  for (let at = Math.ceil(fromMs / step) * step; at <= toMs; at += step) {
    found.push(at);
  }
  return found;
}

/**
 * Levels as the outline of a waveform: an SVG path around `middle`, `half` high at full level.
 *
 * @param {number[]} high 0…1 above the middle, one per `stepMs`, the first at `fromMs`
 * @param {number[]} low the same below it
 */
export function outline(high, fromMs, stepMs, x, middle, half, low = high) {
  if (high.length === 0) {
    return '';
  }
  const height = (level) => Math.max(0.6, level * half);
  const at = (i) => x(fromMs + (i + 0.5) * stepMs).toFixed(1);
  const up = high.map((level, i) => `${at(i)},${(middle - height(level)).toFixed(1)}`);
  const down = low.map((level, i) => `${at(i)},${(middle + height(level)).toFixed(1)}`).reverse();
  return `M${up.join('L')}L${down.join('L')}Z`;
}

/** Lines at round times, at least `spacing` pixels apart; their names stand on the line `text`. */
export function ruler({ spacing, text, top, bottom, name }) {
  return ({ timeline, fromMs, toMs, width, x }) => ticks(fromMs, toMs, width / spacing)
    .filter((at) => timeline.open === true || at <= timeline.toMs)
    .flatMap((at) => [
      s('line', { class: 'rule', x1: x(at), x2: x(at), y1: top, y2: bottom }),
      x(at) > width - 44 ? null : s('text', { class: 'tick', x: x(at) + 3, y: text }, name(at)),
    ]);
}

/**
 * The spans of a lane as boxes.
 *
 * @param {object} look `lane`; `top`, `height`, `least` width, `gap` to the next and `rx` of the boxes in pixels; functions of a
 *     span: its `attributes`, its `title`, and the elements that lie `inside` (with the box and the view)
 */
export function spans({ lane, top, height, least = 1, gap = 0, rx = null, attributes, title, inside = () => [] }) {
  return (view) => view.timeline.spans
    .filter((span) => span.lane === lane && view.visible(span.startMs, span.endMs))
    .map((span) => {
      const left = view.x(span.startMs);
      const width = Math.max(least, view.x(span.endMs) - left);
      return s('g', attributes(span),
        s('title', null, title(span)),
        s('rect', { x: left, y: top, width: Math.max(least, width - gap), height, rx }),
        ...inside(span, { left, width }, view));
    });
}

/** The waveform of `voice` around `middle`. */
export function wave({ voice, className, middle, half }) {
  return ({ timeline: { levels }, fromMs, toMs, x }) => {
    if (levels === undefined) {
      return [];
    }
    const first = Math.max(0, Math.floor((fromMs - levels.fromMs) / levels.stepMs));
    const last = Math.ceil((toMs - levels.fromMs) / levels.stepMs);
    const { high, low } = levels[voice](first, last);
    return [s('path', { class: `wave ${className}`, d: outline(high, levels.fromMs + first * levels.stepMs, levels.stepMs, x, middle, half, low) })];
  };
}

/** What was said in `lane`, in HTML that breaks lines; words run on until the same lane speaks again. */
export function words({ lane, top, height, least }) {
  return (view) => {
    const said = view.timeline.spans.filter((span) => span.lane === lane);
    return said.flatMap((span, i) => {
      if (!view.visible(span.startMs, span.endMs)) {
        return [];
      }
      const left = view.x(span.startMs);
      const right = Math.max(view.x(said[i + 1]?.startMs ?? Infinity) - 8, left + least);
      const text = span.text + (span.kind === 'cut' ? ' —' : '');
      const paragraph = document.createElement('p');
      paragraph.className = `words ${lane}`;
      paragraph.title = text;
      paragraph.textContent = (span.startMs < view.fromMs ? '… ' : '') + text;
      return s('foreignObject', { x: left, y: top, width: Math.max(1, Math.min(right, view.width) - left), height }, paragraph);
    });
  };
}

/** Events as dots; an interruption as a line through both voices, with its latency. */
export function marks({ dot, top, bottom, latency }) {
  return ({ timeline, visible, x }) => timeline.marks.filter(({ atMs }) => visible(atMs, atMs)).map((each) => {
    const at = x(each.atMs);
    if (each.kind === 'interruption') {
      return s('g', { class: 'mark interruption' }, s('title', null, each.text),
        s('line', { x1: at, x2: at, y1: top, y2: bottom }),
        s('text', { x: at + 4, y: latency }, `${each.latencyMs} ms`));
    }
    return s('g', { class: `mark ${each.kind}` }, s('title', null, `${each.kind}: ${each.text}`),
      s('circle', { cx: at, cy: dot, r: 3 }));
  });
}
