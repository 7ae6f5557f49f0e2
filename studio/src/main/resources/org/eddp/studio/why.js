// The explanation of a logit: the sum, and the contribution of every concept, with the digits and in the order of the
// command.

import { html } from './vendor/preact-htm.js';
import { number, titleOf } from './parts.js';

const DIGITS = 4;
const VERDICTS = {
  CLEAR: 'By the paper\'s decomposition, concepts explain this prediction.',
  PARTLY: 'By the paper\'s decomposition, concepts explain part of this prediction.',
  POOR: 'By the paper\'s decomposition, concepts do not explain this prediction.',
};

/** How many parts are shown, of those that fire in the image and of the others. */
const FIRING = 10;
const ABSENT = 5;

function sum(values) {
  return values.reduce((total, value) => total + value, 0);
}

/** The parts of the logit, the largest first; concepts that only cancel each other are one part. */
function partsOf({ concepts, cancelling }) {
  const grouped = new Set(cancelling.flat());
  const single = concepts.map(c => c.concept).filter(n => !grouped.has(n)).map(n => [n]);
  return [...cancelling, ...single]
    .map(members => ({
      members,
      total: sum(members.map(n => concepts[n].contribution)),
      present: members.some(n => concepts[n].present > 0),
    }))
    .sort((a, b) => Math.abs(b.total) - Math.abs(a.total));
}

export function Why({ explained, verdict, chosen, choose }) {
  const { explanation, concepts: names } = explained;
  const byRemoval = explanation.without !== null;
  const parts = partsOf(explanation);
  const largest = Math.max(1e-9, ...parts.map(part => Math.abs(part.total)), Math.abs(explanation.residual),
    byRemoval ? Math.abs(explanation.baselineLogit) : 0);
  const row = (name, value, note = '') => html`<tr><th scope="row">${name}</th>
    <td><svg class="bar" viewBox="-1 0 2 1" preserveAspectRatio="none" aria-hidden="true">
      <rect class=${value >= 0 ? 'for' : 'against'} x=${Math.max(-1, Math.min(0, value / largest))} y="0.15" width=${Math.min(1, Math.abs(value / largest))} height="0.7" /></svg></td>
    <td>${number(value, DIGITS)}</td><td class="small">${note}</td></tr>`;
  const total = (name, value) => html`<tr class="total"><th scope="row" colspan="2">${name}</th><td>${number(value, DIGITS)}</td><td></td></tr>`;
  const concept = (n, _, members) => row(html`<button type="button" class=${members.length > 1 ? 'link inside' : 'link'} aria-pressed=${chosen === n} onClick=${() => choose(n)}>${titleOf(names[n])}</button>`,
    explanation.concepts[n].contribution, `fires on ${explanation.concepts[n].present}`);
  const section = (title, list, most) => {
    const shown = list.filter((part, k) => k < most || part.members.length > 1);
    const others = list.filter(part => !shown.includes(part));
    return list.length > 0 && html`<tbody>${total(title, sum(list.map(part => part.total)))}
      ${shown.map(({ members, total: value }) => [members.length > 1 && row(members.join(' + ') + ' together', value), ...members.map(concept)])}
      ${others.length > 0 && row(`${others.length} others`, sum(others.map(part => part.total)))}</tbody>`;
  };
  if (byRemoval) {
    return html`<p><strong>${explained.summary}</strong></p>
      ${verdict.map(sentence => html`<p>${sentence}</p>`)}
      <table class="bars">${section('fire in the image, each taken out alone', parts.filter(part => part.present), FIRING)}
        <tbody>${row('interaction', explanation.residual, 'taken out together')}
          ${row('without its concepts', explanation.baselineLogit, 'what is left')}
          ${total(explained.against ? 'difference of the two logits' : 'logit', explanation.logit)}</tbody></table>`;
  }
  return html`<p class="sum">explanation logit ${number(explanation.explanationLogit, DIGITS)} = sample ${number(explanation.sample, DIGITS)} −
      baseline ${number(explanation.baseline, DIGITS)} + correction ${number(explanation.correction, DIGITS)} + residual ${number(explanation.residual, DIGITS)}${explanation.firstOrder
        ? ` + beyond first order ${number(explanation.error, DIGITS)}` : ` (error ${Number(explanation.relativeError).toExponential(1)} relative)`}</p>
    <p>${VERDICTS[explained.verdict]}</p>
    <table class="bars">${section('fire in the image, together', parts.filter(part => part.present), FIRING)}
      ${section('absent from it, together', parts.filter(part => !part.present), ABSENT)}
      <tbody>${row('residual', explanation.residual, 'no concept')}
        ${explanation.firstOrder && row('beyond first order', explanation.error)}
        ${total('explanation logit', explanation.explanationLogit)}</tbody></table>`;
}
