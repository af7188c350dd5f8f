// A small application with a registry of its own: what an agent can do to a page, and how the page tells what it shows.
import { h, mark, write } from '../shell/dom.js';
import { ActionRegistry, ElementNotFound } from '../talk/actions.js';

const PAGES = { overview: 'Overview', booking: 'Book a visit', contact: 'Contact' };
const TOPICS = {
  opening_hours: ['Opening hours', 'Monday to Friday, 8:00 to 18:00. Saturday, 9:00 to 13:00.'],
  directions: ['How to find us', 'Second floor, opposite the library. The lift is on the left.'],
};
const TIMES = ['09:00', '11:30', '14:00', '16:30'];
const SETTLE_MS = 200;

/** @param {Function} changed called a moment after the page shows something else */
export function desk(changed) {
  let page = 'overview';
  let timer;
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(changed, SETTLE_MS);
  };
  const fields = {
    name: h('input', { type: 'text', name: 'name', maxlength: '80', autocomplete: 'off' }),
    day: h('input', { type: 'date', name: 'day' }),
    time: h('select', { name: 'time' }, h('option', { value: '' }, 'Choose'), ...TIMES.map((time) => h('option', null, time))),
    reason: h('textarea', { name: 'reason', rows: '2', maxlength: '200' }),
  };
  const labels = { name: 'Name', day: 'Day', time: 'Time', reason: 'Reason' };
  const form = h('form', { class: 'fields', oninput: soon, onsubmit: (event) => { event.preventDefault(); open('confirmation', 'Visit booked', summary()); } },
    ...Object.entries(fields).map(([name, field]) => h('label', null, labels[name], field)),
    h('div', { class: 'row end' }, h('button', { type: 'submit' }, 'Book')));

  const bodies = {
    overview: h('div', null, h('p', null, 'A page that the agent can drive. Ask it to go somewhere, to fill in the form, or for the opening hours.'),
      h('div', { class: 'row' }, ...Object.entries(TOPICS).map(([topic, [title]]) => h('button', { type: 'button', onclick: () => show(topic) }, title)))),
    booking: form,
    contact: h('p', null, 'Write to ', h('b', null, 'desk@example.com'), ' or call the number you called already.'),
  };
  const tabs = Object.entries(PAGES).map(([id, title]) =>
    h('button', { type: 'button', 'data-page': id, onclick: () => navigate(id) }, title));
  const place = h('div', { class: 'desk-page' });
  const dialog = h('dialog', { class: 'desk-dialog', 'aria-labelledby': 'desk-dialog-title' },
    h('h3', { id: 'desk-dialog-title' }), h('p', null),
    h('div', { class: 'row end' }, h('button', { type: 'button', onclick: () => dialog.close() }, 'Close')));
  dialog.addEventListener('close', soon);
  const element = h('section', { class: 'desk', 'aria-label': 'Demo page' },
    h('header', { class: 'row' }, h('h2', null, 'Practice desk'), h('nav', { class: 'tabs', 'aria-label': 'Demo pages' }, ...tabs)),
    place, dialog);

  function navigate(id) {
    page = id;
    place.replaceChildren(bodies[id]);
    tabs.forEach((tab) => mark(tab, 'aria-current', tab.dataset.page === id ? 'page' : null));
    soon();
  }

  function open(topic, title, text) {
    write(dialog.querySelector('h3'), title);
    write(dialog.querySelector('p'), text);
    dialog.dataset.topic = topic;
    if (!dialog.open) {
      // Beside the page and not over it; whoever holds the space bar to speak keeps the focus.
      const focused = document.activeElement;
      dialog.show();
      document.activeElement.blur();
      focused?.focus();
    }
    soon();
  }

  const show = (topic) => open(topic, ...TOPICS[topic]);

  const summary = () => Object.entries(fields)
    .filter(([, field]) => field.value !== '')
    .map(([name, field]) => `${labels[name]}: ${field.value}`).join(', ') || 'The form is empty.';

  function fill(values) {
    if (page !== 'booking') {
      throw new ElementNotFound(`the form is on the page 'booking', and '${page}' is shown; navigate there first`);
    }
    for (const [name, value] of Object.entries(values)) {
      fields[name].value = value;
      fields[name].classList.add('filled');
      setTimeout(() => fields[name].classList.remove('filled'), 1200);
    }
    soon();
    return { filled: Object.keys(values) };
  }

  /** The page in words, for the model. */
  function narrated() {
    const shown = [`The page "${PAGES[page]}" of a practice's website is shown.`];
    if (page === 'booking') {
      shown.push(`Its form: ${Object.entries(fields).map(([name, field]) => `${labels[name]} ${field.value === '' ? 'is empty' : `is "${field.value}"`}`).join(', ')}.`);
    }
    if (dialog.open) {
      shown.push(`A dialog "${dialog.querySelector('h3').textContent}" is open: ${dialog.querySelector('p').textContent}`);
    }
    return shown.join(' ');
  }

  const registry = new ActionRegistry();
  const object = (properties, required) => ({ type: 'object', properties, required, additionalProperties: false });
  registry.add('navigate', 'Shows another page of the website.',
    object({ page: { type: 'string', enum: Object.keys(PAGES), description: 'which page' } }, ['page']),
    (wanted) => { navigate(wanted.page); return { page: wanted.page }; });
  registry.add('fill_form', 'Fills fields of the booking form; the page "booking" must be shown.',
    { ...object({
      name: { type: 'string', minLength: 1, maxLength: 80 },
      day: { type: 'string', format: 'date' },
      time: { type: 'string', enum: TIMES },
      reason: { type: 'string', maxLength: 200 },
    }, []), minProperties: 1 }, fill);
  registry.add('open_dialog', 'Opens a dialog with information.',
    object({ topic: { type: 'string', enum: Object.keys(TOPICS) } }, ['topic']),
    (wanted) => { show(wanted.topic); });
  registry.add('close_dialog', 'Closes the dialog that is open.', object({}, []), () => {
    if (!dialog.open) {
      throw new ElementNotFound('no dialog is open');
    }
    dialog.close();
  });

  navigate('overview');
  clearTimeout(timer);
  return { element, registry, narrated, close: () => clearTimeout(timer) };
}
