// The losses of learning, each against its target: as curves, and as a table of the same numbers.

import { html, useEffect, useRef, useState } from './vendor/preact-htm.js';
import uPlot from './vendor/uPlot.esm.js';
import { number } from './parts.js';

const HEIGHT = 150;
const ROWS = 12;
const DARK = matchMedia('(prefers-color-scheme: dark)');
const STEPS = {
  a: '(a) orthonormal filters in standardised space',
  b: '(b) filters, margins and thresholds free',
  d: '(d) filters and signal vectors together',
};

/** The current step, in words. */
export function stage(losses) {
  const { now, mostRounds } = losses;
  const starts = losses.parts.filter(part => part.stage === 'a').length > 1 || now.start > 1;
  return 'step ' + STEPS[now.stage] + (now.stage === 'a' && starts ? ', start ' + now.start : '')
    + (now.round > 1 ? `, round ${now.round} of at most ${mostRounds}` : '');
}

function colour(name) {
  return getComputedStyle(document.documentElement).getPropertyValue('--' + name).trim();
}

/** With room above and below; what does not change at all lies in the middle. */
function range(plot, low, high) {
  return low === null ? [0, 1] : low === high ? [low - 0.1, high + 0.1] : uPlot.rangeNum(low, high, 0.1, true);
}

function options(width, parts) {
  const axis = { stroke: colour('soft'), grid: { stroke: colour('line'), width: 1 }, ticks: { stroke: colour('line'), width: 1 }, font: '11px system-ui, sans-serif' };
  return {
    width,
    height: HEIGHT,
    legend: { show: false },
    cursor: { show: false },
    scales: { x: { time: false }, y: { range } },
    axes: [{ ...axis, size: 26 }, { ...axis, size: 52 }],
    series: [{},
      { stroke: colour('accent'), width: 1.5, points: { show: false } },
      { stroke: colour('against'), width: 1.5, dash: [6, 4], points: { show: false } }],
    hooks: { drawClear: [plot => boundaries(plot, parts.current)] },
  };
}

/** A line where each further step of the method begins. */
function boundaries(plot, parts) {
  const { ctx, bbox } = plot;
  ctx.save();
  ctx.strokeStyle = colour('soft');
  ctx.setLineDash([2, 4]);
  for (const part of parts.slice(1)) {
    const x = Math.round(plot.valToPos(part.from, 'x', true));
    ctx.beginPath();
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bbox.top + bbox.height);
    ctx.stroke();
  }
  ctx.restore();
}

function Curve({ curve, steps, parts, dark }) {
  const place = useRef(null);
  const plot = useRef(null);
  const known = useRef(parts);
  known.current = parts;
  const data = () => [steps, curve.values, curve.targets];
  useEffect(() => {
    const node = place.current;
    const own = new uPlot(options(node.clientWidth, known), data(), node);
    plot.current = own;
    const follow = new ResizeObserver(() => {
      if (node.clientWidth > 0 && node.clientWidth !== own.width) {
        own.setSize({ width: node.clientWidth, height: HEIGHT });
      }
    });
    follow.observe(node);
    return () => {
      follow.disconnect();
      own.destroy();
    };
  }, [dark]);
  useEffect(() => plot.current.setData(data()), [steps.length, steps[steps.length - 1]]);
  return html`<figure class="loss">
    <figcaption><strong>L<sup>${curve.term}</sup></strong> ${curve.title} <${Met} curve=${curve} /></figcaption>
    <div ref=${place} role="img" aria-label=${`L^${curve.term}, ${curve.title}, over the steps: ${words(curve)}`}></div>
  </figure>`;
}

function words(curve) {
  return curve.value === null ? 'takes no part now'
    : number(curve.value) + (curve.target === null ? ', minimised' : `, target at most ${curve.target}, ${curve.met ? 'met' : 'not met'}`);
}

function Met({ curve }) {
  return curve.met === null ? null : html`<span class=${'met ' + (curve.met ? 'yes' : 'no')}>${curve.met ? 'met' : 'not met'}</span>`;
}

export function Losses({ losses }) {
  const [dark, setDark] = useState(DARK.matches);
  useEffect(() => {
    const follow = () => setDark(DARK.matches);
    DARK.addEventListener('change', follow);
    return () => DARK.removeEventListener('change', follow);
  }, []);
  const { curves, steps, parts } = losses;
  return html`<h2>Losses</h2>
    <p class="small legend-line"><span class="value">value</span> <span class="target">target, which must not be exceeded</span> dotted: a further step of the method begins</p>
    <div class="losses">${curves.map(curve => html`<${Curve} key=${curve.term} curve=${curve} steps=${steps} parts=${parts} dark=${dark} />`)}</div>
    <div class="wide"><table class="words losses-now"><caption class="small">Now, at step ${losses.step} of ${losses.total}</caption>
      <thead><tr><th scope="col">loss</th><th scope="col">value</th><th scope="col">target</th><th scope="col">constraint</th><th scope="col">multiplier</th></tr></thead>
      <tbody>${curves.map(curve => html`<tr><th scope="row" title=${curve.formula}>L^${curve.term} <span class="small">${curve.title}</span></th>
        <td>${number(curve.value)}</td><td>${curve.value === null ? '–' : curve.target === null ? 'minimised' : '≤ ' + curve.target}</td>
        <td>${curve.met === null ? '–' : html`<${Met} curve=${curve} />`}</td><td>${number(curve.multiplier)}</td></tr>`)}</tbody></table></div>
    <${Course} losses=${losses} />`;
}

/** The curves as numbers: some of their points, evenly chosen. */
function Course({ losses }) {
  const { steps, curves, parts } = losses;
  const count = Math.min(ROWS, steps.length);
  const chosen = [...new Set(Array.from({ length: count }, (_, k) => Math.round(k * (steps.length - 1) / Math.max(1, count - 1))))];
  const part = step => [...parts].reverse().find(each => each.from <= step).stage;
  return html`<details class="repeats"><summary>The curves as a table</summary><div class="wide"><table>
    <thead><tr><th scope="col">step</th><th scope="col">of</th>${curves.map(curve => html`<th scope="col">L^${curve.term}</th>`)}</tr></thead>
    <tbody>${chosen.map(k => html`<tr><th scope="row">${steps[k]}</th><td>(${part(steps[k])})</td>${curves.map(curve => html`<td>${number(curve.values[k])}</td>`)}</tr>`)}</tbody>
  </table></div></details>`;
}
