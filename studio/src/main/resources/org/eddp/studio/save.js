// A view as a file of its own: what is seen now, with its pictures and its style, and nothing that moves or asks anybody.

import { html, useState } from './vendor/preact-htm.js';

async function data(address) {
  const blob = await (await fetch(address)).blob();
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result);
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
}

/** The text of the file. */
export async function page() {
  const main = document.getElementById('view').cloneNode(true);
  main.querySelectorAll('button, form, input, select, textarea, a.button, .drop').forEach(node => node.remove());
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
    const plain = document.createElementNS(link.namespaceURI, link.namespaceURI.endsWith('svg') ? 'g' : 'span');
    plain.append(...link.childNodes);
    link.replaceWith(plain);
  });
  const style = await (await fetch('/assets/style.css')).text();
  const title = document.createElement('title');
  title.textContent = main.querySelector('h1')?.textContent || 'eddp';
  // put together as text: our own page may not make styles, and a file of its own has no other place for them
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
