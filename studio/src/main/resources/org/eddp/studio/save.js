// Saves a view as one file: the current content with pictures and style, without scripts or requests.

import { html, useState } from './vendor/preact-htm.js';

const CONTROLS = 'input, select, textarea';

async function fetched(address) {
  const response = await fetch(address);
  if (!response.ok) {
    throw new Error(`the studio answered ${response.status} for ${address}`);
  }
  return response;
}

async function data(address) {
  const blob = await (await fetched(address)).blob();
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result);
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
}

/** The value of a control, in words; empty if the page shows it already, or for buttons. */
function said(control) {
  if (control.closest('.adds') || control.type === 'file' || control.type === 'range' && control.closest('label')?.querySelector('output')) {
    return '';
  }
  if (control.type === 'checkbox') {
    return control.checked ? 'yes' : control.closest('label') ? 'no' : '';
  }
  return control.selectedOptions ? control.selectedOptions[0]?.textContent ?? '' : control.value;
}

/** Puts an element of another kind in the place of one. */
function become(kind, node, ...content) {
  const plain = document.createElementNS(node.namespaceURI, kind);
  plain.setAttribute('class', node.getAttribute('class') ?? '');
  plain.append(...content);
  node.replaceWith(plain);
}

/** The text of the file. */
export async function page() {
  const view = document.getElementById('view');
  const main = view.cloneNode(true);
  const settings = [...view.querySelectorAll(CONTROLS)].map(said); // a copy does not have all of them
  [...main.querySelectorAll(CONTROLS)].forEach((control, n) => settings[n] ? become('b', control, settings[n]) : control.remove());
  main.querySelectorAll('button.link').forEach(button => become('span', button, ...button.childNodes));
  main.querySelectorAll('button, a.button, .drop, .adds, label:not(:has(b, output))').forEach(node => node.remove());
  main.querySelectorAll('form').forEach(form => become('div', form, ...form.childNodes));
  main.querySelectorAll('.patch').forEach(patch => ['role', 'tabindex', 'aria-label', 'aria-checked'].forEach(name => patch.removeAttribute(name)));
  document.querySelectorAll('#view .uplot').forEach((plot, n) => { // a copy of a canvas is empty
    const image = document.createElement('img');
    image.alt = plot.parentNode.getAttribute('aria-label');
    image.src = plot.querySelector('canvas').toDataURL();
    main.querySelectorAll('.uplot')[n].parentNode.append(image);
  });
  main.querySelectorAll('.uplot').forEach(node => node.remove());
  for (const image of main.querySelectorAll('img')) {
    image.removeAttribute('loading');
    const address = image.getAttribute('src');
    image.src = address.startsWith('data:') ? address : await data(address);
  }
  main.querySelectorAll('a').forEach(link => { // addresses of the studio lead nowhere without it
    become(link.namespaceURI.endsWith('svg') ? 'g' : 'span', link, ...link.childNodes);
  });
  const style = await (await fetched('/assets/style.css')).text();
  const title = document.createElement('title');
  title.textContent = main.querySelector('h1')?.textContent || 'eddp';
  // built as text, because our own page may not create styles
  return '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
    + `${title.outerHTML}<style>${style}</style></head><body>${main.outerHTML}</body></html>\n`;
}

export function Save({ parts }) {
  const [state, setState] = useState('save');
  const save = async () => {
    setState('saving …');
    try {
      const link = document.createElement('a');
      link.href = URL.createObjectURL(new Blob([await page()], { type: 'text/html' }));
      link.download = (parts.filter(part => part !== 'runs').join('-') || 'runs').replace(/[^A-Za-z0-9._-]+/g, '-') + '.html';
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 10000);
      setState('save');
    } catch (error) {
      setState('not saved: ' + error.message);
    }
  };
  return html`<button type="button" class="link" accesskey="s" title="This view as a file of its own" onClick=${save}>${state}</button>`;
}
