// A menu with a search: for lists that are too long to look through.

import { html, useState, useEffect, useRef } from './vendor/preact-htm.js';

/** Entries shown at once; the others are found by typing more. */
const MOST = 60;

let made = 0;

/**
 * A text field with a list below it. Typing filters the entries by all words. Arrow keys, Home and End move in the
 * list, Enter chooses an entry, Escape cancels.
 *
 * @param label name of the choice, as all users see it
 * @param options [{ value, title, disabled }]
 * @param value of the entry that is chosen now
 * @param choose called with the value of another entry
 */
export function Combobox({ label, options, value, choose }) {
  const own = useRef(null);
  own.current ??= 'choose-' + ++made;
  const [text, setText] = useState(null); // null while nothing is typed
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const list = useRef();
  const chosen = options.find(option => String(option.value) === String(value));
  const words = (text ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  const matching = options.filter(option => words.every(word => option.title.toLowerCase().includes(word)));
  const shown = matching.slice(0, MOST);
  const id = k => `${own.current}-${k}`;
  useEffect(() => {
    if (open) {
      list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
    }
  }, [open, active]);
  const show = () => {
    setOpen(true);
    setActive(text === null ? Math.max(0, shown.indexOf(chosen)) : 0);
  };
  const leave = () => {
    setOpen(false);
    setText(null);
  };
  const take = option => {
    if (option && !option.disabled) {
      leave();
      choose(option.value);
    }
  };
  const step = (from, by) => {
    let k = from;
    do {
      k += by;
    } while (shown[k]?.disabled);
    return shown[k] ? k : from;
  };
  const press = event => {
    const places = { ArrowDown: open ? step(active, 1) : active, ArrowUp: open ? step(active, -1) : active, Home: 0, End: shown.length - 1 };
    if (event.key in places && (open || event.key.startsWith('Arrow'))) {
      event.preventDefault();
      if (open) {
        setActive(places[event.key]);
      } else {
        show();
      }
    } else if (event.key === 'Enter' && open) {
      event.preventDefault();
      take(shown[active]);
    } else if (event.key === 'Escape' && open) {
      event.preventDefault();
      leave();
    }
  };
  return html`<span class="combobox"><label>${label} <input type="text" role="combobox" autocomplete="off" spellcheck=${false}
      aria-expanded=${open ? 'true' : 'false'} aria-controls=${own.current} aria-autocomplete="list"
      aria-activedescendant=${open && shown.length > 0 ? id(active) : undefined}
      value=${text ?? chosen?.title ?? ''} placeholder="type to search"
      onFocus=${event => event.target.select()} onClick=${show} onKeyDown=${press} onBlur=${leave}
      onInput=${event => { setText(event.target.value); setOpen(true); setActive(0); }} /></label>
    <ul ref=${list} role="listbox" id=${own.current} aria-label=${label} hidden=${!open}>
      ${open && shown.map((option, k) => html`<li key=${option.value} id=${id(k)} role="option" class=${k === active ? 'active' : ''}
        aria-selected=${option === chosen ? 'true' : 'false'} aria-disabled=${option.disabled ? 'true' : undefined}
        onMouseDown=${event => event.preventDefault()} onClick=${() => take(option)}>${option.title}</li>`)}
      ${open && matching.length === 0 && html`<li class="small" role="option" aria-disabled="true" aria-selected="false">nothing matches</li>`}
      ${open && matching.length > MOST && html`<li class="small" role="option" aria-disabled="true" aria-selected="false">${matching.length - MOST} more; type to find them</li>`}</ul></span>`;
}
