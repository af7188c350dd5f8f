// The trunks that are called: whether they answer, whether we are registered there, and a call over one of them.
import { Poll } from '../calls/poll.js';
import { rows } from '../calls/rows.js';
import { h, icon, mark, write } from '../shell/dom.js';
import { latency } from '../shell/format.js';

const POLL_MS = 5000;
const SHAPES = { up: 'idle', down: 'warn', unknown: 'connecting', inbound: 'not_connected' };
const HEALTH = { up: 'Answers', down: 'Does not answer', unknown: 'Not asked yet', inbound: 'Calls in only' };
const REGISTRATION = { off: '–', trying: 'Trying', registered: 'Registered', failed: 'Failed' };

const words = (of, className) => ({
  make: () => {
    const element = h('span', { class: className });
    return { element, show: (trunk) => write(element, of(trunk)) };
  },
});

const health = {
  title: 'Health',
  className: 'state',
  make() {
    const glyph = icon('connecting', 'glyph');
    const word = h('span', { class: 'word' });
    return {
      element: h('span', { class: 'badge' }, glyph, word),
      show(trunk) {
        const state = trunk.inbound ? 'inbound' : trunk.health;
        mark(glyph.firstElementChild, 'href', `#i-${SHAPES[state] ?? 'connecting'}`);
        write(word, HEALTH[state] ?? state);
      },
    };
  },
};

const where = {
  title: 'Trunk',
  make() {
    const name = h('strong');
    const at = h('span', { class: 'sub' });
    return {
      element: h('span', { class: 'two' }, name, at),
      show(trunk) {
        write(name, trunk.name);
        write(at, [trunk.to, trunk.server].filter(Boolean).join(' · '));
      },
    };
  },
};

/** The form that places a call over POST /api/calls. */
function placing(app) {
  const field = (id, label, attributes) => {
    const input = h('input', { type: 'text', id, autocomplete: 'off', spellcheck: 'false', ...attributes });
    return [h('label', { class: 'inline', for: id }, label, ' ', input), input];
  };
  const [toLabel, to] = field('place-to', 'Number or URI', { required: true, maxlength: '255', placeholder: '+4930123456' });
  const [agentLabel, agent] = field('place-agent', 'Agent', { required: true, maxlength: '64' });
  const trunk = h('select', { id: 'place-trunk' });
  const said = h('p', { class: 'sub answer', role: 'status' });
  const element = h('form', { class: 'row', 'aria-label': 'Place a call', onsubmit: async (event) => {
    event.preventDefault();
    write(said, '');
    try {
      const placed = await app.api.post('/api/calls', { to: to.value.trim(), agent: agent.value.trim(), trunk: trunk.value });
      said.replaceChildren('The call is on its way: ', h('a', { href: `#/calls/${placed.callId}` }, 'look at it'));
    } catch (error) {
      app.notices.show('place', 'bad', 'The call is not placed', error.message);
    }
  } },
    toLabel, agentLabel, h('label', { class: 'inline' }, 'Trunk ', trunk),
    h('button', { type: 'submit', class: 'primary' }, icon('phone'), 'Call'), said);
  return {
    element,
    show(trunks) {
      if (document.activeElement !== trunk) {
        const chosen = trunk.value;
        trunk.replaceChildren(...trunks.map(({ name }) => h('option', { value: name }, name)));
        trunk.value = trunks.some(({ name }) => name === chosen) ? chosen : trunks[0]?.name ?? '';
      }
    },
  };
}

/** The trunks: those with a `to` are called, too. */
export function trunksView(app) {
  const list = rows('Trunks', [
    health,
    where,
    { title: 'Registration', ...words((trunk) => REGISTRATION[trunk.registration ?? 'off'] ?? trunk.registration) },
    { title: 'Answer time', className: 'number', ...words((trunk) => latency(trunk.optionsMs ?? 0)) },
    { title: 'Problem', ...words((trunk) => trunk.problem ?? '', 'sub') },
  ], (trunk) => trunk.name);
  const empty = h('div', { class: 'empty' },
    h('h2', null, 'No trunk is configured'),
    h('p', null, 'A trunk with ', h('code', null, 'to'), ' in ', h('code', null, 'sip.trunks'), ' can be called; one without brings calls.'));
  const place = placing(app);
  const failure = h('p', { class: 'problem', role: 'alert', hidden: true });
  const element = h('section', { class: 'page' }, h('h1', null, 'Trunks'), failure, empty, list.element, place.element);
  [empty, list.element, place.element].forEach((each) => mark(each, 'hidden', true));
  const poll = new Poll(POLL_MS, async () => {
    const { trunks } = await app.api.get('/api/trunks');
    mark(failure, 'hidden', true);
    mark(empty, 'hidden', trunks.length > 0);
    const called = trunks.filter(({ inbound }) => !inbound);
    mark(list.element, 'hidden', trunks.length === 0);
    mark(place.element, 'hidden', called.length === 0);
    list.show(trunks);
    place.show(called);
  }, (error) => {
    mark(failure, 'hidden', null);
    write(failure, `The list could not be read: ${error.message}`);
  });
  return { element, close: () => poll.close() };
}
