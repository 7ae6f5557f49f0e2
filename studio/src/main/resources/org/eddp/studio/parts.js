// Shared parts of the views.

import { html, useState, useEffect, useRef } from './vendor/preact-htm.js';
import { get } from './api.js';

/** Fetches an address of the server; again after `every` milliseconds until `until` holds. */
export function useAnswer(path, { until, every = 1000 } = {}) {
  const [state, setState] = useState({ path });
  useEffect(() => {
    const stop = new AbortController();
    let timer;
    let value;
    const ask = async () => {
      try {
        value = await get(path, stop.signal);
        setState({ path, value });
        if (until && !until(value)) {
          timer = setTimeout(ask, every);
        }
      } catch (error) {
        if (error.name !== 'AbortError') {
          setState({ path, value, error: error.message });
          if (value) { // known data stay, and the rest may still come
            timer = setTimeout(ask, 5 * every);
          }
        }
      }
    };
    ask();
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [path]);
  return state.path === path ? state : {};
}

/** State initialised from the address, also when another address of the same view is opened. */
export function useAddressed(parameters, read) {
  const [state, setState] = useState(() => read(parameters));
  useEffect(() => setState(read(parameters)), [parameters]);
  return [state, setState];
}

export function Wait({ answer, children }) {
  const { value, error } = answer;
  return html`${error && html`<p class="problem" role="alert">${error}</p>`}
    ${value ? children(value) : !error && html`<p class="wait" role="status">Loading …</p>`}`;
}

export function Problems({ list }) {
  const found = [...new Set(list || [])];
  return found.length > 0 && html`<ul class="problem" aria-label="Problems">${found.map(text => html`<li>${text}</li>`)}</ul>`;
}

/** Remarks that are not problems. */
export function Remarks({ list }) {
  const found = [...new Set(list || [])];
  return found.length > 0 && html`<ul class="small" aria-label="Remarks">${found.map(text => html`<li>${text}</li>`)}</ul>`;
}

/** A number as a person reads it. */
export function number(value, digits = 3) {
  return value === null || value === undefined ? '–' : Number(value).toFixed(digits).replace(/^-(0\.?0*)$/, '$1');
}

export function percent(value, digits = 1) {
  return value === null || value === undefined ? '–' : (100 * value).toFixed(digits).replace(/^-(?=[0.]+$)/, '') + ' %';
}

export function signed(value, digits = 2) {
  return (value >= 0 ? '+' : '−') + Math.abs(value).toFixed(digits);
}

/** An IoU as commands print it: two digits, never rounded up to the number that would have been enough for a name. */
export function iou(value) {
  if (value === null) {
    return '–';
  }
  const text = String(value);
  return value < 0.001 ? 'below 0.001' : (text.match(/^0\.0*[1-9]\d?/)?.[0] ?? text).replace(/(\.\d+)0$/, '$1');
}

/** The smallest false discovery rate at which an effect is significant. */
export function chance(qValue) {
  return qValue === null ? '' : qValue < 0.001 ? 'q < 0.001' : 'q ' + number(qValue);
}

/** The name of a class or label. */
export function title(label, kind = 'class') {
  return label.name?.replaceAll('_', ' ') ?? kind + ' ' + label.number;
}

/** Several one after the other. */
export function titles(labels, kind) {
  return labels.length === 0 ? 'none' : labels.map(label => title(label, kind)).join(', ');
}

/** The noun for the outputs of the network of an explained image. */
export function kindOf(explained) {
  return explained.outputs === 'LABELS' ? 'label' : 'class';
}

/** Smallest IoU of a name by masks that is shown without "maybe", as on pages. */
const SURE = 0.08;

/** The name of a concept. */
export function titleOf(name) {
  const maybe = !name.origin && !(name.iou >= SURE) ? 'maybe ' : '';
  return name.name === null ? 'concept ' + name.number : name.number + ' ' + maybe + name.name.replaceAll('_', ' ');
}

/** A command to copy. */
export function Command({ text }) {
  const [state, setState] = useState('copy');
  const code = useRef();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setState('copied');
    } catch { // browsers keep it from pages that come over a network without encryption
      getSelection().selectAllChildren(code.current);
      setState('selected, copy it with Ctrl+C');
    }
    setTimeout(setState, 3000, 'copy');
  };
  return text && html`<p class="command"><code ref=${code}>${text.split(' ').map((word, k) => html`${k > 0 && ' '}<span>${word}</span>`)}</code>
    <button type="button" onClick=${copy}>${state}</button></p>`;
}

/** The commands that print the content of a view, folded, each with a description. */
export function Repeats({ list, open = true }) {
  return list.length > 0 && html`<details class="repeats" open=${open}><summary>On the command line</summary>
    ${list.map(repeat => html`<p class="small">${repeat.shows}</p><${Command} text=${repeat.command} />`)}</details>`;
}

/** The progress of the search for pictures. */
export function AtlasProgress({ atlas }) {
  if (atlas.ready) {
    return null;
  }
  return atlas.failure
    ? html`<p class="problem">No pictures of concepts: ${atlas.failure}</p>`
    : html`<p class="wait" role="status"><progress max="1" value=${atlas.done} aria-label="progress"></progress> ${atlas.doing[0].toUpperCase() + atlas.doing.slice(1)}: ${Math.round(100 * atlas.done)} %. The rest of this view can be used meanwhile.</p>`;
}

export function picture(run, image) {
  return `/api/runs/${encodeURIComponent(run)}/pictures/${image}`;
}

/** The border of the patches above zero. */
export function outline(cells, rows, columns) {
  const inside = (r, c) => r >= 0 && c >= 0 && r < rows && c < columns && cells[r * columns + c] > 0;
  let path = '';
  for (let r = 0; r < rows; r++) {
    for (let c = 0; c < columns; c++) {
      if (inside(r, c)) {
        path += inside(r - 1, c) ? '' : `M${c} ${r}h1`;
        path += inside(r + 1, c) ? '' : `M${c} ${r + 1}h1`;
        path += inside(r, c - 1) ? '' : `M${c} ${r}v1`;
        path += inside(r, c + 1) ? '' : `M${c + 1} ${r}v1`;
      }
    }
  }
  return path;
}

/** Calls `action` with the newest value only, and not before the last call has ended. */
export function useLatest(action) {
  const state = useRef({ busy: false, waiting: null });
  const run = async value => {
    const own = state.current;
    if (own.busy) {
      own.waiting = { value };
      return;
    }
    own.busy = true;
    try {
      await action(value);
    } finally {
      own.busy = false;
      const next = own.waiting;
      own.waiting = null;
      if (next) {
        run(next.value);
      }
    }
  };
  return run;
}

const STEPS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

/** Attributes of patches with which their grid is one stop of the tab key: arrow keys go from patch to patch, enter and space act on one. */
export function usePatchKeys(rows, columns, act) {
  const [current, setCurrent] = useState(0);
  const press = (event, k) => {
    const step = STEPS[event.key];
    if (step) {
      event.preventDefault();
      const [row, column] = [Math.floor(k / columns) + step[0], (k % columns) + step[1]];
      if (row >= 0 && column >= 0 && row < rows && column < columns) {
        event.currentTarget.parentNode.querySelectorAll('.patch')[row * columns + column].focus();
      }
    } else if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      act(k);
    }
  };
  return k => ({ tabindex: k === current ? 0 : -1, onKeyDown: event => press(event, k), onFocus: () => setCurrent(k) });
}
