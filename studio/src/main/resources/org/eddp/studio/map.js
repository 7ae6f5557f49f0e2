// The map of concepts: those with similar signal vectors are near each other. Select them by drawing around them, or
// one by one.

import { html, useState, useRef } from './vendor/preact-htm.js';
import { link } from './api.js';

const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const SHORTEST = 0.05; // less is a click

/** Whether a point is inside a drawn polygon. */
function isInside([x, y], line) {
  return line.reduce((odd, [x1, y1], k) => {
    const [x0, y0] = line.at(k - 1);
    return (y0 > y) !== (y1 > y) && x < x0 + ((y - y0) / (y1 - y0)) * (x1 - x0) ? !odd : odd;
  }, false);
}

/** The next dot in a direction; dots at the same position follow each other. */
function next(places, k, [right, down]) {
  let best = null;
  let least = Infinity;
  places.forEach(([x, y], n) => {
    const [dx, dy] = [x - places[k][0], y - places[k][1]];
    const along = dx * right + dy * down;
    const across = Math.abs(dx * down) + Math.abs(dy * right);
    const after = (n - k) * (right + down) > 0;
    const way = along + 2 * across;
    if (n !== k && (along > 0 || way === 0 && after) && way < least) {
      [best, least] = [n, way];
    }
  });
  return best;
}

export function ConceptMap({ run, cards, found, marked, choose, mark }) {
  const [line, setLine] = useState(null);
  const [stop, setStop] = useState(0);
  const place = useRef();
  const places = cards.map(card => [card.x, -card.y]);
  const at = event => {
    const box = place.current.getBoundingClientRect();
    return [(2.2 * (event.clientX - box.left)) / box.width - 1.1, (2.2 * (event.clientY - box.top)) / box.height - 1.1];
  };
  const end = () => {
    if (line && line.some(([x, y]) => Math.hypot(x - line[0][0], y - line[0][1]) > SHORTEST)) {
      choose(cards.filter((_, k) => isInside(places[k], line)).map(card => card.name.number));
    }
    setLine(null);
  };
  const press = (event, k) => {
    const step = STEPS[event.key];
    if (step) {
      event.preventDefault();
      place.current.querySelectorAll('a')[next(places, k, step)]?.focus();
    } else if (event.key === ' ') {
      event.preventDefault();
      mark(cards[k].name.number);
    }
  };
  const kind = number => (found.has(number) ? 'found' : 'other') + (marked.has(number) ? ' marked' : '');
  return html`<figure class="map"><svg ref=${place} viewBox="-1.1 -1.1 2.2 2.2" role="group"
      aria-label="Map of the concepts; those written alike are near each other"
      onPointerDown=${event => setLine([at(event)])}
      onPointerMove=${event => line && setLine([...line, at(event)])}
      onPointerUp=${end} onPointerLeave=${end}>
    ${cards.map((card, k) => html`<a href=${link(['runs', run, 'concepts', card.name.number])} class=${kind(card.name.number)}
        tabindex=${k === stop ? 0 : -1} aria-label=${card.title + (marked.has(card.name.number) ? ', marked' : '')}
        onFocus=${() => setStop(k)} onKeyDown=${event => press(event, k)}>
      <circle cx=${card.x} cy=${-card.y} r=${0.012 + 0.06 * Math.sqrt(card.share || 0)}><title>${card.title}</title></circle></a>`)}
    ${line && html`<polygon class="lasso" points=${line.map(point => point.join(',')).join(' ')} />`}
  </svg><figcaption>Concepts that are written alike are near each other; the larger, the more patches. Draw around some to see only those.
    Arrow keys go from dot to dot, space marks one.</figcaption></figure>`;
}
